//===- models/lib/machine_parser.cpp - from TOML text to a checked Machine --===//
// SPDX-License-Identifier: Apache-2.0
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include "maquette/models/machine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

namespace maquette::models {
namespace {

using sim::Diagnostic;

constexpr std::int64_t kMaximumCount = std::int64_t{1} << 30;
constexpr const char *kDefaultSource = "default";

constexpr std::string_view kRootKeys[] = {"name", "description", "node", "network", "mpi", "placement"};
constexpr std::string_view kNodeKeys[] = {"source",    "count", "cores", "cpu_scale", "memory_bandwidth",
                                          "memory_latency"};
constexpr std::string_view kNetworkKeys[] = {"source",       "model",          "topology",   "latency",
                                             "bandwidth",    "message_gap",    "link_latency", "link_bandwidth",
                                             "dimensions",   "down",           "up"};
constexpr std::string_view kMpiKeys[] = {"source", "send_overhead", "receive_overhead", "eager_threshold",
                                         "collectives"};
constexpr std::string_view kPlacementKeys[] = {"source", "mapping", "seed"};
constexpr std::string_view kValueKeys[] = {"value", "source"};

struct TableKeys {
  std::string_view table;
  std::span<const std::string_view> keys;
};
constexpr TableKeys kTables[] = {
    {"node", kNodeKeys}, {"network", kNetworkKeys}, {"mpi", kMpiKeys}, {"placement", kPlacementKeys}};

constexpr std::string_view kModels[] = {"flow-fair", "logp"};
constexpr std::string_view kCollectives[] = {"mpich", "analytic"};
struct TopologyName {
  std::string_view name;
  TopologyKind kind;
  std::span<const std::string_view> shape_keys;
};
constexpr std::string_view kTorusShape[] = {"dimensions"};
constexpr std::string_view kFatTreeShape[] = {"down", "up"};
constexpr TopologyName kTopologies[] = {{"crossbar", TopologyKind::Crossbar, {}},
                                        {"torus", TopologyKind::Torus, kTorusShape},
                                        {"fat-tree", TopologyKind::FatTree, kFatTreeShape}};
struct MappingName {
  std::string_view name;
  Mapping mapping;
};
constexpr MappingName kMappings[] = {
    {"block", Mapping::Block}, {"cyclic", Mapping::Cyclic}, {"random", Mapping::Random}};

enum class Need { Required, Optional };

/// Where a value stands: in the file, or on the command line.
struct Place {
  std::string where;
  std::string excerpt;
};

/// One key's value, found in the file or in an override.
struct Found {
  const toml::node *node = nullptr;
  std::string source;
  Place place;
};

class Parser {
public:
  Parser(std::string_view text, const std::string &filename) : text_(text), filename_(filename) {}
  sim::Result<Machine> parse(const std::vector<std::string> &overrides);

private:
  // Places and errors.
  Place placeOf(const toml::source_region &region) const;
  void error(const Place &place, std::string what, std::string_view tag, std::string fix);
  void unknownKey(const Place &place, std::string_view key, std::string_view table,
                  std::span<const std::string_view> known);

  // The tree.
  void checkKeys();
  void readOverride(const std::string &text);
  std::optional<Found> find(std::string_view table, std::string_view key, Need need);
  std::optional<Found> findNumber(std::string_view table, std::string_view key, Need need);

  // Values.
  template <class T, class ParseText>
  void quantity(std::string_view table, std::string_view key, Need need, Sourced<T> &out, ParseText parse_text);
  void duration(std::string_view table, std::string_view key, Need need, Sourced<sim::SimDuration> &out);
  void rate(std::string_view table, std::string_view key, Need need, Sourced<sim::BitRate> &out);
  void count(std::string_view table, std::string_view key, Need need, Sourced<std::int64_t> &out);
  void list(std::string_view table, std::string_view key, Sourced<std::vector<std::int64_t>> &out);
  std::optional<Found> text(std::string_view table, std::string_view key, Need need, std::string &out);
  template <class Names> void choice(std::string_view table, std::string_view key, Need need, std::string &out,
                                     const Names &names);

  // Parts of the machine.
  void readNames();
  void readNode();
  void readNetwork();
  void readTopology();
  void checkShape();
  void readMpi();
  void readPlacement();

  std::string_view text_;
  std::string filename_;
  toml::table root_;
  std::map<std::string, std::pair<toml::table, Place>> overrides_; ///< By "table.key"; the value is under "v".
  Machine machine_;
  sim::Error errors_;
};

// ---- Places and errors -------------------------------------------------------------------------------------------------

Place Parser::placeOf(const toml::source_region &region) const {
  if (!region.begin)
    return {filename_, ""};
  std::size_t start = 0;
  for (auto line = region.begin.line; line > 1; --line)
    start = std::min(text_.find('\n', start), text_.size() - 1) + 1;
  const std::string_view line = text_.substr(start, text_.find('\n', start) - start);
  return {fmt::format("{}:{}:{}", filename_, region.begin.line, region.begin.column),
          fmt::format("{}\n{}^", line, std::string(region.begin.column - 1, ' '))};
}

void Parser::error(const Place &place, std::string what, std::string_view tag, std::string fix) {
  errors_.diagnostics.push_back({place.where, std::move(what), std::string(tag), place.excerpt, std::move(fix)});
}

void Parser::unknownKey(const Place &place, std::string_view key, std::string_view table,
                        std::span<const std::string_view> known) {
  const std::string_view near = sim::nearestWord(key, known.data(), known.size());
  const std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  error(place, fmt::format("unknown key '{}' in {}", key, table.empty() ? "the file" : fmt::format("'{}'", table)),
        "maquette-config-unknown-key", fmt::format("{}Known keys: {}.", hint, fmt::join(known, ", ")));
}

// ---- The tree ----------------------------------------------------------------------------------------------------------

void Parser::checkKeys() {
  for (auto &&[key, node] : root_) {
    const auto table = std::find_if(std::begin(kTables), std::end(kTables),
                                    [&, name = key.str()](const TableKeys &t) { return t.table == name; });
    if (table == std::end(kTables)) {
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
      if (std::find(table->keys.begin(), table->keys.end(), inner.str()) == table->keys.end())
        unknownKey(placeOf(inner.source()), inner.str(), table->table, table->keys);
  }
}

void Parser::readOverride(const std::string &text) {
  const std::size_t equals = text.find('='), dot = text.find('.');
  const Place place{"--set " + text, ""};
  if (equals == std::string::npos || dot == std::string::npos || dot > equals) {
    error(place, "an override is table.key=value", "maquette-config-override",
          "write it like --set network.bandwidth=\"50 GB/s\"");
    return;
  }
  const std::string path = text.substr(0, equals), value = text.substr(equals + 1);
  const std::string table = path.substr(0, dot), key = path.substr(dot + 1);
  const auto known = std::find_if(std::begin(kTables), std::end(kTables),
                                  [&](const TableKeys &t) { return t.table == table; });
  if (known == std::end(kTables)) {
    unknownKey(place, table, "", kRootKeys);
    return;
  }
  if (std::find(known->keys.begin(), known->keys.end(), key) == known->keys.end()) {
    unknownKey(place, key, table, known->keys);
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

std::optional<Found> Parser::find(std::string_view table, std::string_view key, Need need) {
  const auto overridden = overrides_.find(fmt::format("{}.{}", table, key));
  if (overridden != overrides_.end())
    return Found{overridden->second.first.get("v"), "--set", overridden->second.second};
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

/// A value that needs a source: { value = ..., source = "..." }, or plain in a table with a source.
std::optional<Found> Parser::findNumber(std::string_view table, std::string_view key, Need need) {
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
          fmt::format("write {} = {{ value = ..., source = \"where the number is from\" }}, or a 'source' for all of '{}'",
                      key, table));
  return found;
}

// ---- Values ------------------------------------------------------------------------------------------------------------

template <class T, class ParseText>
void Parser::quantity(std::string_view table, std::string_view key, Need need, Sourced<T> &out, ParseText parse_text) {
  const std::optional<Found> found = findNumber(table, key, need);
  if (!found)
    return;
  const auto text = found->node->value_exact<std::string>();
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

void Parser::duration(std::string_view table, std::string_view key, Need need, Sourced<sim::SimDuration> &out) {
  quantity(table, key, need, out, [](std::string_view text) { return sim::parseDuration(text); });
}

void Parser::rate(std::string_view table, std::string_view key, Need need, Sourced<sim::BitRate> &out) {
  quantity(table, key, need, out, [](std::string_view text) -> sim::Result<sim::BitRate> {
    auto rate = sim::parseBitRate(text);
    if (rate && rate->bitsPerSecond() == 0)
      return Diagnostic{"", "a data rate must be above 0", "maquette-config-range", "", "remove the key or give a rate"};
    return rate;
  });
}

void Parser::count(std::string_view table, std::string_view key, Need need, Sourced<std::int64_t> &out) {
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

void Parser::list(std::string_view table, std::string_view key, Sourced<std::vector<std::int64_t>> &out) {
  const std::optional<Found> found = findNumber(table, key, Need::Required);
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

std::optional<Found> Parser::text(std::string_view table, std::string_view key, Need need, std::string &out) {
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

template <class Names>
void Parser::choice(std::string_view table, std::string_view key, Need need, std::string &out, const Names &names) {
  const std::optional<Found> found = text(table, key, need, out);
  if (!found || std::find(std::begin(names), std::end(names), out) != std::end(names))
    return;
  const std::string_view near = sim::nearestWord(out, std::data(names), std::size(names));
  error(found->place, fmt::format("unknown {} '{}'", key, out), "maquette-config-unknown-value",
        fmt::format("{}Known: {}.", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                    fmt::join(names, ", ")));
}

// ---- Parts of the machine ----------------------------------------------------------------------------------------------

void Parser::readNames() {
  text("", "description", Need::Optional, machine_.description);
  const std::optional<Found> name = text("", "name", Need::Required, machine_.name);
  const std::filesystem::path path(filename_);
  if (name && path.extension() == ".toml" && path.stem() != machine_.name)
    error(name->place, fmt::format("the machine is called '{}' but its file '{}'", machine_.name, path.stem().string()),
          "maquette-config-name", "give both the same name");
}

void Parser::readNode() {
  NodeParameters &node = machine_.node;
  node.cpu_scale = {1.0, kDefaultSource};
  count("node", "count", Need::Required, node.count);
  count("node", "cores", Need::Required, node.cores);
  rate("node", "memory_bandwidth", Need::Required, node.memory_bandwidth);
  duration("node", "memory_latency", Need::Required, node.memory_latency);
  const std::optional<Found> scale = findNumber("node", "cpu_scale", Need::Optional);
  if (!scale)
    return;
  const auto value = scale->node->value<double>();
  if (!value || !std::isfinite(*value) || *value <= 0)
    error(scale->place, "'cpu_scale' must be a number above 0", "maquette-config-range",
          "2.0 means that the target's cores are twice as fast as the host's");
  else
    node.cpu_scale = {*value, scale->source};
}

void Parser::readNetwork() {
  NetworkParameters &network = machine_.network;
  network.message_gap.source = network.link_latency.source = kDefaultSource;
  choice("network", "model", Need::Required, network.model, kModels);
  duration("network", "latency", Need::Required, network.latency);
  rate("network", "bandwidth", Need::Required, network.bandwidth);
  duration("network", "message_gap", Need::Optional, network.message_gap);
  duration("network", "link_latency", Need::Optional, network.link_latency);
  network.link_bandwidth = {network.bandwidth.value, kDefaultSource};
  rate("network", "link_bandwidth", Need::Optional, network.link_bandwidth);
  readTopology();
}

void Parser::readTopology() {
  NetworkParameters &network = machine_.network;
  std::vector<std::string_view> names;
  for (const TopologyName &topology : kTopologies)
    names.push_back(topology.name);
  std::string name;
  choice("network", "topology", network.model == "flow-fair" ? Need::Required : Need::Optional, name, names);
  std::span<const std::string_view> shape;
  for (const TopologyName &topology : kTopologies)
    if (topology.name == name) {
      network.topology = topology.kind;
      shape = topology.shape_keys;
    }
  // What would have no effect is an error, so that nobody waits for one.
  for (std::string_view key : {"dimensions", "down", "up", "link_latency", "link_bandwidth"}) {
    const bool used = std::find(shape.begin(), shape.end(), key) != shape.end() ||
                      (key.substr(0, 5) == "link_" && network.topology != TopologyKind::None);
    const std::optional<Found> found = find("network", key, Need::Optional);
    if (found && !used)
      error(found->place, fmt::format("'{}' has no effect {}", key,
                                      name.empty() ? "without a topology" : fmt::format("with topology '{}'", name)),
            "maquette-config-no-effect", "remove it, or choose the topology it belongs to");
  }
  if (const auto gap = find("network", "message_gap", Need::Optional); gap && network.model == "flow-fair")
    error(gap->place, "'message_gap' has no effect with model 'flow-fair'", "maquette-config-no-effect",
          "remove it, or choose model 'logp'");
  if (network.topology == TopologyKind::Torus)
    list("network", "dimensions", network.dimensions);
  if (network.topology == TopologyKind::FatTree) {
    list("network", "down", network.down);
    list("network", "up", network.up);
  }
  checkShape();
}

/// Product of the factors, or 0 when it leaves the possible number of nodes.
std::int64_t product(const std::vector<std::int64_t> &factors) {
  std::int64_t result = 1;
  for (std::int64_t factor : factors) {
    if (result > kMaximumCount / factor)
      return 0;
    result *= factor;
  }
  return result;
}

void Parser::checkShape() {
  const NetworkParameters &network = machine_.network;
  const bool torus = network.topology == TopologyKind::Torus;
  const std::vector<std::int64_t> &shape = torus ? network.dimensions.value : network.down.value;
  const std::string_view key = torus ? "dimensions" : "down";
  const std::int64_t nodes = machine_.node.count.value;
  if (shape.empty() || nodes == 0)
    return; // Missing, and reported as such.
  const Place place = findNumber("network", key, Need::Optional)->place;
  if (product(shape) != nodes)
    error(place, fmt::format("'{}' makes {} = {} nodes, but node.count is {}", key, fmt::join(shape, " x "),
                             product(shape) == 0 ? "too many" : fmt::format("{}", product(shape)), nodes),
          "maquette-config-shape", "change one of them");
  if (torus || network.up.value.empty())
    return;
  if (network.up.value.size() != shape.size())
    error(place, fmt::format("'down' has {} levels and 'up' has {}", shape.size(), network.up.value.size()),
          "maquette-config-shape", "give both one number per level, the lowest first");
  else if (network.up.value.front() != 1)
    error(place, fmt::format("'up' begins with {}: nodes with several parents are not supported",
                             network.up.value.front()),
          "maquette-config-shape", "begin 'up' with 1");
}

void Parser::readMpi() {
  MpiParameters &mpi = machine_.mpi;
  mpi.send_overhead.source = mpi.receive_overhead.source = kDefaultSource;
  mpi.eager_threshold = {sim::Bytes{8192}, kDefaultSource};
  duration("mpi", "send_overhead", Need::Optional, mpi.send_overhead);
  duration("mpi", "receive_overhead", Need::Optional, mpi.receive_overhead);
  quantity("mpi", "eager_threshold", Need::Optional, mpi.eager_threshold,
           [](std::string_view text) { return sim::parseBytes(text); });
  choice("mpi", "collectives", Need::Optional, mpi.collectives, kCollectives);
}

void Parser::readPlacement() {
  std::vector<std::string_view> names;
  for (const MappingName &mapping : kMappings)
    names.push_back(mapping.name);
  std::string name = "block";
  choice("placement", "mapping", Need::Optional, name, names);
  for (const MappingName &mapping : kMappings)
    if (mapping.name == name)
      machine_.placement.mapping = mapping.mapping;
  if (const auto seed = find("placement", "seed", Need::Optional)) {
    const auto value = seed->node->value_exact<std::int64_t>();
    if (!value || *value < 0)
      error(seed->place, "'seed' must be a whole number from 0", "maquette-config-range", "write it without quotes");
    else
      machine_.placement.seed = static_cast<std::uint64_t>(*value);
  }
}

sim::Result<Machine> Parser::parse(const std::vector<std::string> &overrides) {
  toml::parse_result parsed = toml::parse(text_, filename_);
  if (!parsed) {
    error(placeOf(parsed.error().source()), std::string(parsed.error().description()), "maquette-config-syntax",
          "see https://toml.io for how TOML is written");
    return errors_;
  }
  root_ = std::move(parsed).table();
  checkKeys();
  for (const std::string &text : overrides)
    readOverride(text);
  readNames();
  readNode();
  readNetwork();
  readMpi();
  readPlacement();
  if (!errors_.diagnostics.empty())
    return errors_;
  return machine_;
}

} // namespace

sim::Result<Machine> parseMachine(std::string_view text, const std::string &filename,
                                  const std::vector<std::string> &overrides) {
  return Parser(text, filename).parse(overrides);
}

} // namespace maquette::models
