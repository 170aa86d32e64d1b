//===- sim/lib/units.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace maquette::sim {
namespace {

__extension__ using Wide = __int128;

/// factor base units make one of this unit; all whole, so that text is converted without rounding twice.
struct Unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr std::int64_t k = 1'000, M = k * k, G = k * M, T = k * G;
constexpr std::int64_t Ki = 1'024, Mi = Ki * Ki, Gi = Ki * Mi, Ti = Ki * Gi;

constexpr Unit kTimes[] = {{"ps", 1}, {"ns", k}, {"us", M}, {"\u00b5s", M}, {"ms", G}, {"s", T}, {"min", 60 * T}};
constexpr Unit kSizes[] = {{"B", 1},  {"kB", k},   {"KB", k},   {"MB", M},   {"GB", G},
                           {"TB", T}, {"KiB", Ki}, {"MiB", Mi}, {"GiB", Gi}, {"TiB", Ti}};
constexpr Unit kRates[] = {{"b/s", 1},      {"kb/s", k},       {"Mb/s", M},       {"Gb/s", G},       {"Tb/s", T},
                           {"B/s", 8},      {"kB/s", 8 * k},   {"KB/s", 8 * k},   {"MB/s", 8 * M},   {"GB/s", 8 * G},
                           {"TB/s", 8 * T}, {"KiB/s", 8 * Ki}, {"MiB/s", 8 * Mi}, {"GiB/s", 8 * Gi}, {"TiB/s", 8 * Ti}};
constexpr Unit kFlops[] = {{"flop/s", 1}, {"kflop/s", k}, {"Mflop/s", M}, {"Gflop/s", G}, {"Tflop/s", T}};

/// One kind of quantity, for the messages.
struct Kind {
  std::string_view article_name; ///< "a time"
  std::string_view example;      ///< "1.2 us"
  std::span<const Unit> units;
};
constexpr Kind kTime{"a time", "1.2 us", kTimes};
constexpr Kind kSize{"a size", "64 KiB", kSizes};
constexpr Kind kRate{"a data rate", "25 GB/s", kRates};
constexpr Kind kFlop{"a computing rate", "3.2 Gflop/s", kFlops};
constexpr const Kind *kKinds[] = {&kTime, &kSize, &kRate, &kFlop};

Diagnostic problem(std::string what, std::string_view tag, std::string fix) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.tag = tag;
  diagnostic.fix = std::move(fix);
  return diagnostic;
}

std::string listOf(std::span<const Unit> units) {
  std::string list;
  for (const Unit &unit : units)
    list += (list.empty() ? "" : ", ") + std::string(unit.name);
  return list;
}

const Unit *findUnit(std::span<const Unit> units, std::string_view name) {
  auto found = std::find_if(units.begin(), units.end(), [&](const Unit &unit) { return unit.name == name; });
  return found == units.end() ? nullptr : &*found;
}

/// digits * 10^exponent.
struct Decimal {
  Wide digits = 0;
  int exponent = 0;
};

constexpr std::size_t kMostDigits = 18;

/// Reads digits with at most one point from the front of \p text. Empty when there is no digit or too many of them.
bool takeDecimal(std::string_view &text, Decimal &number) {
  std::size_t position = 0, digits = 0;
  bool after_point = false;
  for (; position < text.size(); ++position) {
    const char c = text[position];
    if (c == '.' && !after_point) {
      after_point = true;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (++digits > kMostDigits)
        continue;
      number.digits = number.digits * 10 + (c - '0');
      number.exponent -= after_point ? 1 : 0;
    } else {
      break;
    }
  }
  text.remove_prefix(position);
  return digits > 0 && digits <= kMostDigits;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  return text;
}

Diagnostic badUnit(std::string_view text, std::string_view unit, const Kind &kind) {
  if (unit.empty())
    return problem(fmt::format("'{}' has no unit; expected {}", text, kind.article_name), "maquette-config-unit",
                   fmt::format("write it like \"{}\". Units: {}.", kind.example, listOf(kind.units)));
  for (const Kind *other : kKinds)
    if (findUnit(other->units, unit) != nullptr)
      return problem(fmt::format("'{}' is {}; expected {}", text, other->article_name, kind.article_name),
                     "maquette-config-unit",
                     fmt::format("write it like \"{}\". Units: {}.", kind.example, listOf(kind.units)));
  if (unit.front() == ',')
    return problem(fmt::format("'{}' is not {}", text, kind.article_name), "maquette-config-unit",
                   "write a point, not a comma");
  std::vector<std::string_view> names;
  for (const Unit &known : kind.units)
    names.push_back(known.name);
  const std::string_view near = nearestWord(unit, names.data(), names.size());
  const std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  return problem(fmt::format("unknown unit '{}' in '{}'; expected {}", unit, text, kind.article_name),
                 "maquette-config-unit", fmt::format("{}Units: {}.", hint, listOf(kind.units)));
}

/// number * factor to the nearest whole base unit.
Result<std::int64_t> convert(std::string_view text, Decimal number, const Unit &unit, const Kind &kind) {
  Wide value = number.digits * unit.factor;
  for (; number.exponent < 0; ++number.exponent) {
    // Truncation above the last digit and rounding half up there is exact: only that digit decides.
    const Wide rest = value % 10;
    value /= 10;
    if (number.exponent == -1 ? rest >= 5 : false)
      ++value;
  }
  if (value > std::numeric_limits<std::int64_t>::max())
    return problem(fmt::format("'{}' is too large for {}", text, kind.article_name), "maquette-config-range",
                   "check the unit");
  if (value == 0 && number.digits != 0)
    return problem(fmt::format("'{}' is smaller than the smallest {}, 1 {}", text, kind.article_name.substr(2),
                               kind.units.front().name),
                   "maquette-config-range", "check the unit");
  return static_cast<std::int64_t>(value);
}

Result<std::int64_t> parseQuantity(std::string_view original, const Kind &kind) {
  const std::string_view text = trimmed(original);
  std::string_view rest = text;
  if (!rest.empty() && rest.front() == '-')
    return problem(fmt::format("'{}' is negative; {} cannot be", text, kind.article_name), "maquette-config-range",
                   "remove the sign");
  Decimal number;
  if (!takeDecimal(rest, number)) {
    if (text.size() - rest.size() > kMostDigits)
      return problem(fmt::format("'{}' has more than {} digits", text, kMostDigits), "maquette-config-range",
                     "check the unit");
    return problem(fmt::format("'{}' is not {}", text, kind.article_name), "maquette-config-unit",
                   fmt::format("write it like \"{}\". Units: {}.", kind.example, listOf(kind.units)));
  }
  const std::string_view name = trimmed(rest);
  const Unit *unit = findUnit(kind.units, name);
  if (unit == nullptr)
    return badUnit(text, name, kind);
  return convert(text, number, *unit, kind);
}

/// \p value / \p factor with at most three decimals and no trailing zeros.
std::string shortNumber(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

std::string withUnit(std::int64_t value, std::span<const Unit> units) {
  const Unit *best = &units.front();
  for (const Unit &unit : units)
    if (std::llabs(value) >= unit.factor && unit.factor > best->factor)
      best = &unit;
  return shortNumber(static_cast<double>(value) / static_cast<double>(best->factor)) + " " + std::string(best->name);
}

constexpr Unit kShownSizes[] = {{"B", 1}, {"KiB", Ki}, {"MiB", Mi}, {"GiB", Gi}, {"TiB", Ti}};
constexpr Unit kShownTimes[] = {{"ps", 1}, {"ns", k}, {"us", M}, {"ms", G}, {"s", T}};
constexpr Unit kShownRates[] = {{"b/s", 1}, {"kb/s", k}, {"Mb/s", M}, {"Gb/s", G}, {"Tb/s", T}};

} // namespace

Result<SimDuration> parseDuration(std::string_view text) {
  auto value = parseQuantity(text, kTime);
  if (!value)
    return value.error();
  return SimDuration::ps(*value);
}

Result<Bytes> parseBytes(std::string_view text) {
  auto value = parseQuantity(text, kSize);
  if (!value)
    return value.error();
  return Bytes{*value};
}

Result<BitRate> parseBitRate(std::string_view text) {
  auto value = parseQuantity(text, kRate);
  if (!value)
    return value.error();
  return BitRate::bps(*value);
}

Result<Flops> parseFlops(std::string_view text) {
  auto value = parseQuantity(text, kFlop);
  if (!value)
    return value.error();
  return Flops{*value};
}

std::string toText(SimDuration span) { return withUnit(span.ps(), kShownTimes); }
std::string toText(Bytes size) { return withUnit(size.count, kShownSizes); }
std::string toText(BitRate rate) { return withUnit(rate.bitsPerSecond(), kShownRates); }

namespace {
/// Twice the number of letters to insert, remove or change; a change of case only counts one.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = 2 * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : lower(a[i - 1]) == lower(b[j - 1]) ? 1 : 2;
      const std::size_t changed = diagonal + change;
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 2, row[j - 1] + 2});
    }
  }
  return row[b.size()];
}
} // namespace

std::string_view nearestWord(std::string_view word, const std::string_view *candidates, std::size_t count) {
  constexpr std::size_t kShort = 3; ///< A shorter word is in many others.
  std::string_view best, holds;
  std::size_t best_distance = word.size() < 2 ? 2 : 2 * std::max<std::size_t>(1, word.size() / 3) + 1;
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t distance = editDistance(word, candidates[c]);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidates[c];
    }
    const auto [inner, outer] =
        word.size() < candidates[c].size() ? std::pair(word, candidates[c]) : std::pair(candidates[c], word);
    if (inner.size() > kShort && inner.size() > holds.size() && outer.find(inner) != std::string_view::npos)
      holds = candidates[c];
  }
  return best.empty() ? holds : best;
}

} // namespace maquette::sim
