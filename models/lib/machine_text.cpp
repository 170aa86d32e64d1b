//===- models/lib/machine_text.cpp ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/machine_text.h"

#include "maquette/sim/assert.h"

#include "lib/network/model_types.h"
#include "lib/storage_keys.h"
#include "lib/topology/topology_types.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {

using sim::Diagnostic;

namespace {

constexpr std::string_view kRootKeys[] = {"name",  "description", "node",      "network", "mpi",
                                          "shmem", "collectives", "placement", "storage", "page_cache"};
constexpr std::string_view kNodeKeys[] = {"source",
                                          "count",
                                          "cores",
                                          "cpu_scale",
                                          "memory_bandwidth",
                                          "memory_latency",
                                          "memory_steps",
                                          "sockets",
                                          "socket_memory_bandwidth",
                                          "socket_link_bandwidth",
                                          "socket_link_latency"};
/// Those of all models; models and topologies name their own.
constexpr std::string_view kNetworkKeys[] = {"source",  "model",     "topology",     "routing",       "routing_seed",
                                             "latency", "bandwidth", "link_latency", "link_bandwidth"};
constexpr std::string_view kMpiKeys[] = {"source",        "send_overhead",   "receive_overhead",
                                         "post_overhead", "block_overhead",  "rendezvous_block_overhead",
                                         "poll_cost",     "buffer_copies",   "local_copy_bandwidth",
                                         "progress",      "eager_threshold", "collectives"};
constexpr std::string_view kCollectiveKeys[] = {"source",         "segment",   "barrier",   "bcast",
                                                "reduce",         "allreduce", "allgather", "alltoall",
                                                "reduce_scatter", "gather",    "scatter",   "scan"};
constexpr std::string_view kPlacementKeys[] = {"source", "mapping", "seed", "groups", "file", "cores"};
constexpr std::string_view kShmemKeys[] = {"source",         "put_overhead",  "get_overhead", "atomic_overhead",
                                           "atomic_time",    "wait_overhead", "poll_cost",    "buffered_put",
                                           "symmetric_heap", "barrier"};
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

/// Of each volume.
Keys storageKeys() {
  Keys keys;
  for (const std::span<const std::string_view> some :
       {std::span<const std::string_view>(kVolumeKeys), {kDeviceKeys}, {kParallelKeys}, {kDiskKeys}, {kFlashKeys}})
    keys.insert(keys.end(), some.begin(), some.end());
  return keys;
}

/// A table with a value is a number.
bool isVolume(const toml::node &node) { return node.is_table() && !node.as_table()->contains("value"); }

/// The keys of a table; empty when there is no such table.
std::optional<Keys> keysOf(std::string_view table) {
  if (table == "storage" || (table.starts_with("storage.") && table.find('.') == table.rfind('.')))
    return storageKeys();
  if (table == "network")
    return networkKeys();
  for (const auto &[name, keys] : {std::pair<std::string_view, std::span<const std::string_view>>{"node", kNodeKeys},
                                   {"mpi", kMpiKeys},
                                   {"shmem", kShmemKeys},
                                   {"collectives", kCollectiveKeys},
                                   {"placement", kPlacementKeys},
                                   {"page_cache", kPageCacheKeys}})
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
  std::string line(text_.substr(start, text_.find_first_of("\r\n", start) - start));
  for (char &c : line)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t')
      c = '?'; // What a terminal would not show.
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
  MAQUETTE_ASSERT(found);
  if (!found)
    return {filename_, ""};
  const toml::table *const pair = found->node->as_table();
  const toml::node *const value = pair == nullptr ? nullptr : pair->get("value");
  return value == nullptr ? found->place : placeOf(value->source());
}

void MachineText::unknownKey(const Place &place, std::string_view key, std::string_view table,
                             std::span<const std::string_view> known) {
  const std::string_view near = sim::nearestWord(key, known.data(), known.size());
  std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  if (key == "taper")
    hint = "the levels give the taper of a tree: down = [16, 4] with up = [1, 8] is 2 : 1. ";
  explained_.insert(table.empty() ? std::string(near) : fmt::format("{}.{}", table, near));
  error(place, fmt::format("unknown key '{}' in {}", key, table.empty() ? "the file" : fmt::format("'{}'", table)),
        "maquette-config-unknown-key", fmt::format("{}Known keys: {}.", hint, fmt::join(known, ", ")));
}

// ---- The tree ----

/// Once for each, and not when its name was misspelt or something else stands there.
void MachineText::missingTable(std::string_view table) {
  if (root_.contains(table) || !explained_.insert(std::string(table)).second)
    return;
  error({filename_, ""}, fmt::format("the table '{}' is missing", table), "maquette-config-missing-key",
        fmt::format("add a line [{}] and its keys below it; docs/reference/machine-files.md lists them", table));
}

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
    checkTable(*node.as_table(), std::string(key.str()));
  }
}

void MachineText::checkTable(const toml::table &table, const std::string &name) {
  const Keys known = keysOf(name).value_or(Keys());
  for (auto &&[inner, value] : table) {
    if (std::find(known.begin(), known.end(), inner.str()) != known.end())
      continue;
    if (name == "storage" && isVolume(value))
      checkTable(*value.as_table(), fmt::format("{}.{}", name, inner.str()));
    else
      unknownKey(placeOf(inner.source()), inner.str(), name, known);
  }
  sourceIn(table);
}

const toml::table *MachineText::tableAt(std::string_view name) const {
  const std::size_t dot = name.find('.');
  const toml::table *const outer = root_.get_as<toml::table>(name.substr(0, dot));
  return outer == nullptr || dot == std::string_view::npos ? outer : outer->get_as<toml::table>(name.substr(dot + 1));
}

std::vector<std::string> MachineText::tablesIn(std::string_view table) const {
  std::vector<std::string> names;
  const Keys known = keysOf(table).value_or(Keys());
  if (const toml::table *const outer = tableAt(table))
    for (auto &&[key, value] : *outer)
      if (isVolume(value) && std::find(known.begin(), known.end(), key.str()) == known.end())
        names.emplace_back(key.str());
  return names;
}

void MachineText::readOverride(const std::string &text) {
  const std::size_t equals = text.find('='), dot = text.rfind('.', equals);
  const Place place{"--set " + text, ""};
  if (equals == std::string::npos || dot == std::string::npos || dot > equals) {
    error(place, "an override must be table.key=value", "maquette-config-override",
          "write for example --set network.bandwidth=\"50 GB/s\"");
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
  const toml::table *inside = table.empty() ? &root_ : tableAt(table);
  const toml::node *node = inside == nullptr ? nullptr : inside->get(key);
  if (node != nullptr)
    return Found{node, "", placeOf(node->source())};
  if (need == Need::Optional)
    return std::nullopt;
  if (inside == nullptr)
    missingTable(table);
  else if (!explained_.contains(fmt::format("{}.{}", table, key)))
    error(table.empty() ? Place{filename_, ""} : placeOf(inside->source()),
          fmt::format("'{}' is missing{}", key, table.empty() ? "" : fmt::format(" in '{}'", table)),
          "maquette-config-missing-key",
          fmt::format("add '{}'; docs/reference/machine-files.md says what it means", key));
  return std::nullopt;
}

void MachineText::refuse(std::string_view table, std::string_view key, const std::string &why, const std::string &fix,
                         std::initializer_list<std::string_view> deciders) {
  const std::optional<Found> found = find(table, key, Need::Optional);
  if (!found)
    return;
  const auto overridden = [&](std::string_view name) { return overrides_.find(name) != overrides_.end(); };
  if (found->source != kOverrideSource && std::any_of(deciders.begin(), deciders.end(), overridden))
    const_cast<toml::table *>(tableAt(table))->erase(key);
  else
    error(found->place, fmt::format("'{}' has no effect {}", key, why), "maquette-config-no-effect", fix);
}

/// Of a table, or of one number; empty when there is none.
std::string MachineText::sourceIn(const toml::table &table) {
  const toml::node *const source = table.get("source");
  if (source == nullptr)
    return "";
  if (const auto text = source->value_exact<std::string>())
    return *text;
  const Place place = placeOf(source->source());
  if (explained_.insert(place.where).second)
    error(place, "'source' must be text in quotes", "maquette-config-type",
          "write source = \"where the number comes from\"");
  return "wrong";
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
    found->source = sourceIn(*pair);
    found->node = pair->get("value");
    if (found->node == nullptr) {
      error(whole, fmt::format("'{}' has no value", key), "maquette-config-missing-key",
            fmt::format("write {} = {{ value = ..., source = \"...\" }}", key));
      return std::nullopt;
    }
    found->place = placeOf(found->node->source());
  }
  if (found->source.empty())
    if (const toml::table *inside = tableAt(table))
      found->source = sourceIn(*inside);
  if (found->source.empty())
    error(whole, fmt::format("'{}' has no source", key), "maquette-config-missing-source",
          fmt::format(
              "write {} = {{ value = ..., source = \"where the number comes from\" }}, or a 'source' for all of '{}'",
              key, table));
  return found;
}

namespace {

/// What most often leads to the parser's finding.
std::string fixOfSyntax(std::string_view finding) {
  const char *const how = "see https://toml.io for how TOML is written";
  for (const auto &[part, fix] : {std::pair<std::string_view, std::string_view>{"utf-8", "save the file as UTF-8"},
                                  {"cannot redefine", "keep one of the two"},
                                  {"not representable", "give a smaller number"},
                                  {"control characters", "close the text with a quote on its line"}})
    if (finding.find(part) != std::string_view::npos)
      return fmt::format("{}; {}", fix, how);
  return how;
}

} // namespace

bool MachineText::read(const std::vector<std::string> &overrides) {
  toml::parse_result parsed = toml::parse(text_, filename_);
  if (!parsed) {
    std::string finding(parsed.error().description());
    std::erase(finding, '\0');
    error(placeOf(parsed.error().source()), finding, "maquette-config-syntax", fixOfSyntax(finding));
    return false;
  }
  root_ = std::move(parsed).table();
  checkKeys();
  for (const std::string &text : overrides)
    readOverride(text);
  return true;
}

} // namespace maquette::models
