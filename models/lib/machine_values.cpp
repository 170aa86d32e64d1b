//===- models/lib/machine_values.cpp - quantities, counts and names ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/machine_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {

using sim::Diagnostic;

namespace {

/// Of an override like "2x" or "0.5x", which scales what the file says.
std::optional<double> factorOf(std::string_view text) {
  double factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool good = error == std::errc() && end + 1 == text.data() + text.size() && *end == 'x' &&
                    std::isfinite(factor) && factor > 0;
  return good ? std::optional(factor) : std::nullopt;
}

std::int64_t base(sim::SimDuration value) { return value.ps(); }
std::int64_t base(sim::BitRate value) { return value.bitsPerSecond(); }
std::int64_t base(sim::Bytes value) { return value.count; }
void assign(sim::SimDuration &out, std::int64_t value) { out = sim::SimDuration::ps(value); }
void assign(sim::BitRate &out, std::int64_t value) { out = sim::BitRate::bps(std::max<std::int64_t>(1, value)); }
void assign(sim::Bytes &out, std::int64_t value) { out = sim::Bytes{value}; }

} // namespace

template <class T, class ParseText>
void MachineText::quantity(std::string_view table, std::string_view key, Need need, Sourced<T> &out,
                           ParseText parse_text) {
  const std::optional<Found> found = findNumber(table, key, need);
  if (!found)
    return;
  const auto text = found->node->value_exact<std::string>();
  if (const auto factor = found->source == kOverrideSource && text ? factorOf(*text) : std::nullopt) {
    // What the file says, or the default that the caller put there.
    auto hidden = overrides_.extract(fmt::format("{}.{}", table, key));
    quantity(table, key, need, out, parse_text);
    overrides_.insert(std::move(hidden));
    const double scaled = static_cast<double>(base(out.value)) * *factor;
    if (scaled >= static_cast<double>(std::numeric_limits<std::int64_t>::max()))
      error(found->place, fmt::format("'{}' is too large after scaling", key), "maquette-config-range",
            "use a smaller factor");
    else
      assign(out.value, std::llround(scaled));
    out.source = kOverrideSource;
    return;
  }
  // A number without quotes gets the message of a number without unit.
  const auto number = found->node->is_number() ? found->node->value<double>() : std::nullopt;
  if (!text && !number) {
    error(found->place, fmt::format("'{}' must be text", key), "maquette-config-type",
          "write a number and its unit, in quotes");
    return;
  }
  auto value = parse_text(text ? *text : fmt::format("{}", *number));
  if (!value) {
    Diagnostic problem = value.error().diagnostics.front();
    error(found->place, fmt::format("'{}': {}", key, problem.what), problem.tag, problem.fix);
    return;
  }
  out = {*value, found->source};
}

void MachineText::duration(std::string_view table, std::string_view key, Need need, Sourced<sim::SimDuration> &out) {
  quantity(table, key, need, out, [](std::string_view text) { return sim::parseDuration(text); });
}

void MachineText::rate(std::string_view table, std::string_view key, Need need, Sourced<sim::BitRate> &out) {
  quantity(table, key, need, out, [](std::string_view text) -> sim::Result<sim::BitRate> {
    auto rate = sim::parseBitRate(text);
    if (rate && rate->bitsPerSecond() == 0)
      return Diagnostic{"", "a data rate must be above 0", "maquette-config-range", "",
                        "remove the key or give a rate"};
    return rate;
  });
}

void MachineText::size(std::string_view table, std::string_view key, Need need, Sourced<sim::Bytes> &out) {
  quantity(table, key, need, out, [](std::string_view text) { return sim::parseBytes(text); });
}

void MachineText::sizeAboveZero(std::string_view table, std::string_view key, Sourced<sim::Bytes> &out) {
  quantity(table, key, Need::Optional, out, [](std::string_view text) -> sim::Result<sim::Bytes> {
    auto size = sim::parseBytes(text);
    if (size && size->count == 0)
      return Diagnostic{"", "it must be above 0", "maquette-config-range", "", "remove the key or give a size"};
    return size;
  });
}

void MachineText::count(std::string_view table, std::string_view key, Need need, Sourced<std::int64_t> &out) {
  const std::optional<Found> found = findNumber(table, key, need);
  if (!found)
    return;
  const auto value = found->node->value_exact<std::int64_t>();
  if (!value || *value < 1 || *value > kMaximumCount) {
    error(found->place, fmt::format("'{}' must be a whole number from 1 to {}", key, kMaximumCount),
          "maquette-config-range",
          value ? (*value < 1 ? "give a larger number" : "give a smaller number")
                : "write only digits: no quotes, no unit, no decimal point");
    return;
  }
  out = {*value, found->source};
}

void MachineText::list(std::string_view table, std::string_view key, Need need,
                       Sourced<std::vector<std::int64_t>> &out) {
  const std::optional<Found> found = findNumber(table, key, need);
  if (!found)
    return;
  std::vector<std::int64_t> values;
  const toml::array *array = found->node->as_array();
  bool good = array != nullptr && !array->empty();
  for (std::size_t i = 0; good && i < array->size(); ++i) {
    const auto value = array->get(i)->value_exact<std::int64_t>();
    good = value && *value >= 1 && *value <= kMaximumCount;
    values.push_back(value.value_or(0));
  }
  if (!good)
    error(found->place, fmt::format("'{}' must be a list of whole numbers from 1 to {}", key, kMaximumCount),
          "maquette-config-range", fmt::format("write for example {} = [4, 4]", key));
  else
    out = {std::move(values), found->source};
}

void MachineText::seed(std::string_view table, std::string_view key, std::uint64_t &out) {
  const std::optional<Found> found = find(table, key, Need::Optional);
  if (!found)
    return;
  const auto value = found->node->value_exact<std::int64_t>();
  if (!value || *value < 0)
    error(found->place, fmt::format("'{}' must be a whole number, 0 or more", key), "maquette-config-range",
          "write it without quotes");
  else
    out = static_cast<std::uint64_t>(*value);
}

std::optional<Found> MachineText::text(std::string_view table, std::string_view key, Need need, std::string &out) {
  std::optional<Found> found = find(table, key, need);
  if (!found)
    return std::nullopt;
  const auto value = found->node->value_exact<std::string>();
  if (!value) {
    error(found->place, fmt::format("'{}' must be text in quotes", key), "maquette-config-type",
          fmt::format("write {} = \"...\"", key));
    return std::nullopt;
  }
  out = *value;
  return found;
}

void MachineText::choice(std::string_view table, std::string_view key, Need need, std::string &out,
                         std::span<const std::string_view> names) {
  const std::optional<Found> found = text(table, key, need, out);
  if (!found || std::find(names.begin(), names.end(), out) != names.end())
    return;
  const std::string_view near = sim::nearestWord(out, names.data(), names.size());
  error(found->place, fmt::format("unknown {} '{}'", key, out), "maquette-config-unknown-value",
        fmt::format("{}Known: {}.", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                    fmt::join(names, ", ")));
}

} // namespace maquette::models
