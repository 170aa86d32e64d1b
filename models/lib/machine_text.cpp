//===- models/lib/machine_text.cpp ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/machine_text.h"

#include "lib/network/model_types.h"
#include "lib/topology/topology_types.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {

using sim::Diagnostic;

namespace {

constexpr const char *kOverrideSource = "--set";

constexpr std::string_view kRootKeys[] = {"name", "description", "node", "network", "mpi", "collectives", "placement", "storage"};
constexpr std::string_view kNodeKeys[] = {
    "source",         "count",   "cores",                   "cpu_scale",             "memory_bandwidth",
    "memory_latency", "sockets", "socket_memory_bandwidth", "socket_link_bandwidth", "socket_link_latency"};
/// Those of all models; models and topologies name their own.
constexpr std::string_view kNetworkKeys[] = {"source",       "model",       "topology",     "routing",
                                             "routing_seed", "latency",     "bandwidth",    "link_latency",
                                             "link_bandwidth"};
constexpr std::string_view kMpiKeys[] = {"source",        "send_overhead", "receive_overhead", "post_overhead", "poll_cost",
                                         "buffer_copies", "progress",      "eager_threshold",  "collectives"};
constexpr std::string_view kCollectiveKeys[] = {"source", "segment", "barrier", "bcast", "reduce", "allreduce", "allgather",
                                                "alltoall", "reduce_scatter", "gather", "scatter", "scan"};
constexpr std::string_view kPlacementKeys[] = {"source", "mapping", "seed", "groups", "file", "cores"};
constexpr std::string_view kStorageKeys[] = {"source", "servers", "bandwidth", "latency", "request_time", "stripe"};
constexpr std::string_view kValueKeys[] = {"value", "source"};

using Keys = std::vector<std::string_view>;

Keys networkKeys() {
  Keys keys(std::begin(kNetworkKeys), std::end(kNetworkKeys));
  const auto add = [&](std::string_view key) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      keys.push_back(key);
  };
  for (const ModelType &model : modelTypes())
    for (std::string_view key : model.keys)
      add(key);
  for (const TopologyType &topology : topologyTypes())
    for (const ShapeKey &key : topology.keys)
      add(key.name);
  return keys;
}

/// The keys of a table; empty when there is no such table.
std::optional<Keys> keysOf(std::string_view table) {
  if (table == "network")
    return networkKeys();
  for (const auto &[name, keys] : {std::pair<std::string_view, std::span<const std::string_view>>{"node", kNodeKeys},
                                   {"mpi", kMpiKeys},
                                  {"collectives", kCollectiveKeys},
                                   {"placement", kPlacementKeys},
                                   {"storage", kStorageKeys}})
    if (name == table)
      return Keys(keys.begin(), keys.end());
  return std::nullopt;
}

} // namespace

// ---- Places and errors ----

Place MachineText::placeOf(const toml::source_region &region) const {
  if (!region.begin)
    return {filename_, ""};
  std::size_t start = 0;
  for (auto line = region.begin.line; line > 1; --line)
    start = std::min(text_.find('\n', start), text_.size() - 1) + 1;
  const std::string_view line = text_.substr(start, text_.find('\n', start) - start);
  return {fmt::format("{}:{}:{}", filename_, region.begin.line, region.begin.column),
          fmt::format("{}\n{}^", line, std::string(region.begin.column - 1, ' '))};
}

void MachineText::error(const Place &place, std::string what, std::string_view tag, std::string fix) {
  errors_.diagnostics.push_back({place.where, std::move(what), std::string(tag), place.excerpt, std::move(fix)});
}

void MachineText::add(const sim::Error &errors) {
  errors_.diagnostics.insert(errors_.diagnostics.end(), errors.diagnostics.begin(), errors.diagnostics.end());
}

Place MachineText::placeOfNumber(std::string_view table, std::string_view key) {
  const std::optional<Found> found = find(table, key, Need::Optional);
  if (!found)
    return {filename_, ""};
  const toml::table *const pair = found->node->as_table();
  const toml::node *const value = pair == nullptr ? nullptr : pair->get("value");
  return value == nullptr ? found->place : placeOf(value->source());
}

void MachineText::unknownKey(const Place &place, std::string_view key, std::string_view table,
                             std::span<const std::string_view> known) {
  const std::string_view near = sim::nearestWord(key, known.data(), known.size());
  const std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  error(place, fmt::format("unknown key '{}' in {}", key, table.empty() ? "the file" : fmt::format("'{}'", table)),
        "maquette-config-unknown-key", fmt::format("{}Known keys: {}.", hint, fmt::join(known, ", ")));
}

// ---- The tree ----

void MachineText::checkKeys() {
  for (auto &&[key, node] : root_) {
    const std::optional<Keys> known = keysOf(key.str());
    if (!known) {
      if (std::find(std::begin(kRootKeys), std::end(kRootKeys), key.str()) == std::end(kRootKeys))
        unknownKey(placeOf(key.source()), key.str(), "", kRootKeys);
      continue;
    }
    if (!node.is_table()) {
      error(placeOf(node.source()), fmt::format("'{}' is not a table", key.str()), "maquette-config-type",
            fmt::format("write its keys below a line [{}]", key.str()));
      continue;
    }
    for (auto &&[inner, value] : *node.as_table())
      if (std::find(known->begin(), known->end(), inner.str()) == known->end())
        unknownKey(placeOf(inner.source()), inner.str(), key.str(), *known);
  }
}

void MachineText::readOverride(const std::string &text) {
  const std::size_t equals = text.find('='), dot = text.find('.');
  const Place place{"--set " + text, ""};
  if (equals == std::string::npos || dot == std::string::npos || dot > equals) {
    error(place, "an override is table.key=value", "maquette-config-override",
          "write it like --set network.bandwidth=\"50 GB/s\"");
    return;
  }
  const std::string path = text.substr(0, equals), value = text.substr(equals + 1);
  const std::string table = path.substr(0, dot), key = path.substr(dot + 1);
  const std::optional<Keys> known = keysOf(table);
  if (!known) {
    unknownKey(place, table, "", kRootKeys);
    return;
  }
  if (std::find(known->begin(), known->end(), key) == known->end()) {
    unknownKey(place, key, table, *known);
    return;
  }
  // Numbers and arrays as TOML writes them; everything else is text.
  toml::table holder;
  if (toml::parse_result parsed = toml::parse("v = " + value))
    holder = std::move(parsed).table();
  else
    holder.insert_or_assign("v", value);
  overrides_.insert_or_assign(path, std::pair(std::move(holder), place));
}

std::optional<Found> MachineText::find(std::string_view table, std::string_view key, Need need) {
  const auto overridden = overrides_.find(fmt::format("{}.{}", table, key));
  if (overridden != overrides_.end())
    return Found{overridden->second.first.get("v"), kOverrideSource, overridden->second.second};
  const toml::table *inside = table.empty() ? &root_ : root_.get_as<toml::table>(table);
  const toml::node *node = inside == nullptr ? nullptr : inside->get(key);
  if (node != nullptr)
    return Found{node, "", placeOf(node->source())};
  if (need == Need::Required)
    error(inside == nullptr || table.empty() ? Place{filename_, ""} : placeOf(inside->source()),
          fmt::format("'{}' is missing{}", key, table.empty() ? "" : fmt::format(" in '{}'", table)),
          "maquette-config-missing-key", fmt::format("add '{}'; docs/models/machine-files.md says what it means", key));
  return std::nullopt;
}

std::optional<Found> MachineText::findNumber(std::string_view table, std::string_view key, Need need) {
  std::optional<Found> found = find(table, key, need);
  if (!found || !found->source.empty())
    return found;
  const Place whole = found->place;
  if (const toml::table *pair = found->node->as_table()) {
    for (auto &&[inner, value] : *pair)
      if (std::find(std::begin(kValueKeys), std::end(kValueKeys), inner.str()) == std::end(kValueKeys))
        unknownKey(placeOf(inner.source()), inner.str(), key, kValueKeys);
    found->source = (*pair)["source"].value_or(std::string());
    found->node = pair->get("value");
    if (found->node == nullptr) {
      error(whole, fmt::format("'{}' has no value", key), "maquette-config-missing-key",
            fmt::format("write {} = {{ value = ..., source = \"...\" }}", key));
      return std::nullopt;
    }
    found->place = placeOf(found->node->source());
  }
  if (found->source.empty())
    if (const toml::table *inside = root_.get_as<toml::table>(table))
      found->source = (*inside)["source"].value_or(std::string());
  if (found->source.empty())
    error(whole, fmt::format("'{}' has no source", key), "maquette-config-missing-source",
          fmt::format(
              "write {} = {{ value = ..., source = \"where the number is from\" }}, or a 'source' for all of '{}'", key,
              table));
  return found;
}

// ---- Values ----

namespace {

/// Of an override like "2x" or "0.5x", which scales what the file says.
std::optional<double> factorOf(std::string_view text) {
  double factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool good = error == std::errc() && end + 1 == text.data() + text.size() && *end == 'x' && std::isfinite(factor) &&
                    factor > 0;
  return good ? std::optional(factor) : std::nullopt;
}

std::int64_t rounded(double value) { return static_cast<std::int64_t>(std::llround(value)); }
sim::SimDuration scaled(sim::SimDuration value, double factor) { return value.scaled(factor); }
sim::BitRate scaled(sim::BitRate value, double factor) {
  return sim::BitRate::bps(std::max<std::int64_t>(1, rounded(static_cast<double>(value.bitsPerSecond()) * factor)));
}
sim::Bytes scaled(sim::Bytes value, double factor) {
  return sim::Bytes{rounded(static_cast<double>(value.count) * factor)};
}

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
    out = {scaled(out.value, *factor), kOverrideSource};
    return;
  }
  // A number without quotes gets the message of a number without unit.
  std::string shown;
  if (text)
    shown = *text;
  else if (const auto number = found->node->value<double>())
    shown = fmt::format("{}", *number);
  else
    shown = "this";
  auto value = parse_text(shown);
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
          "maquette-config-range", "write it without quotes and without a unit");
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
    error(found->place, fmt::format("'{}' must be a list of whole numbers from 1", key), "maquette-config-range",
          fmt::format("write it like {} = {{ value = [4, 4], source = \"...\" }}", key));
  else
    out = {std::move(values), found->source};
}

void MachineText::seed(std::string_view table, std::string_view key, std::uint64_t &out) {
  const std::optional<Found> found = find(table, key, Need::Optional);
  if (!found)
    return;
  const auto value = found->node->value_exact<std::int64_t>();
  if (!value || *value < 0)
    error(found->place, fmt::format("'{}' must be a whole number from 0", key), "maquette-config-range",
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

bool MachineText::read(const std::vector<std::string> &overrides) {
  toml::parse_result parsed = toml::parse(text_, filename_);
  if (!parsed) {
    error(placeOf(parsed.error().source()), std::string(parsed.error().description()), "maquette-config-syntax",
          "see https://toml.io for how TOML is written");
    return false;
  }
  root_ = std::move(parsed).table();
  checkKeys();
  for (const std::string &text : overrides)
    readOverride(text);
  return true;
}

} // namespace maquette::models
