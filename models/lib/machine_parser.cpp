//===- models/lib/machine_parser.cpp - from TOML text to a checked Machine --===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/machine_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {
namespace {

constexpr const char *kDefaultSource = "default";

constexpr std::string_view kModels[] = {"flow-fair", "logp"};
constexpr std::string_view kCollectives[] = {"mpich"};
struct TopologyName {
  std::string_view name;
  TopologyKind kind;
  std::span<const std::string_view> shape_keys;
};
constexpr std::string_view kTorusShape[] = {"dimensions"};
constexpr std::string_view kFatTreeShape[] = {"down", "up"};
constexpr std::string_view kDragonflyShape[] = {"nodes_per_router", "routers_per_group", "global_links_per_router"};
constexpr TopologyName kTopologies[] = {{"crossbar", TopologyKind::Crossbar, {}},
                                        {"torus", TopologyKind::Torus, kTorusShape},
                                        {"fat-tree", TopologyKind::FatTree, kFatTreeShape},
                                        {"dragonfly", TopologyKind::Dragonfly, kDragonflyShape}};
struct MappingName {
  std::string_view name;
  Mapping mapping;
};
constexpr MappingName kMappings[] = {
    {"block", Mapping::Block}, {"cyclic", Mapping::Cyclic}, {"random", Mapping::Random}};

class Parser {
public:
  Parser(std::string_view text, const std::string &filename) : file_(text, filename) {}
  sim::Result<Machine> parse(const std::vector<std::string> &overrides);

private:
  void readNames();
  void readNode();
  void readNetwork();
  void readTopology();
  void checkShape();
  void checkDragonfly();
  void readMpi();
  void readPlacement();
  void readStorage();

  MachineText file_;
  Machine machine_;
};

void Parser::readNames() {
  file_.text("", "description", Need::Optional, machine_.description);
  if (!file_.text("", "name", Need::Optional, machine_.name))
    machine_.name = std::filesystem::path(file_.filename()).stem().string();
}

void Parser::readNode() {
  NodeParameters &node = machine_.node;
  node.cpu_scale = {1.0, kDefaultSource};
  file_.count("node", "count", Need::Required, node.count);
  file_.count("node", "cores", Need::Required, node.cores);
  file_.rate("node", "memory_bandwidth", Need::Required, node.memory_bandwidth);
  file_.duration("node", "memory_latency", Need::Required, node.memory_latency);
  const std::optional<Found> scale = file_.findNumber("node", "cpu_scale", Need::Optional);
  if (!scale)
    return;
  const auto value = scale->node->value<double>();
  if (!value || !std::isfinite(*value) || *value <= 0)
    file_.error(scale->place, "'cpu_scale' must be a number above 0", "maquette-config-range",
                "2.0 means that the target's cores are twice as fast as the host's");
  else
    node.cpu_scale = {*value, scale->source};
}

void Parser::readNetwork() {
  NetworkParameters &network = machine_.network;
  network.message_gap.source = network.link_latency.source = kDefaultSource;
  file_.choice("network", "model", Need::Required, network.model, kModels);
  file_.duration("network", "latency", Need::Required, network.latency);
  file_.rate("network", "bandwidth", Need::Required, network.bandwidth);
  file_.duration("network", "message_gap", Need::Optional, network.message_gap);
  file_.duration("network", "link_latency", Need::Optional, network.link_latency);
  network.link_bandwidth = {network.bandwidth.value, kDefaultSource};
  file_.rate("network", "link_bandwidth", Need::Optional, network.link_bandwidth);
  readTopology();
}

void Parser::readTopology() {
  NetworkParameters &network = machine_.network;
  std::vector<std::string_view> names;
  for (const TopologyName &topology : kTopologies)
    names.push_back(topology.name);
  std::string name;
  file_.choice("network", "topology", network.model == "flow-fair" ? Need::Required : Need::Optional, name, names);
  std::span<const std::string_view> shape;
  for (const TopologyName &topology : kTopologies)
    if (topology.name == name) {
      network.topology = topology.kind;
      shape = topology.shape_keys;
    }
  // What would have no effect is an error, so that nobody waits for one.
  for (std::string_view key : {"dimensions", "down", "up", "nodes_per_router", "routers_per_group",
                               "global_links_per_router", "link_latency", "link_bandwidth"}) {
    const bool used = std::find(shape.begin(), shape.end(), key) != shape.end() ||
                      (key.substr(0, 5) == "link_" && network.topology != TopologyKind::None);
    const std::optional<Found> found = file_.find("network", key, Need::Optional);
    if (found && !used)
      file_.error(found->place,
                  fmt::format("'{}' has no effect {}", key,
                              name.empty() ? "without a topology" : fmt::format("with topology '{}'", name)),
                  "maquette-config-no-effect", "remove it, or choose the topology it belongs to");
  }
  if (const auto gap = file_.find("network", "message_gap", Need::Optional); gap && network.model == "flow-fair")
    file_.error(gap->place, "'message_gap' has no effect with model 'flow-fair'", "maquette-config-no-effect",
                "remove it, or choose model 'logp'");
  if (network.topology == TopologyKind::Torus)
    file_.list("network", "dimensions", network.dimensions);
  if (network.topology == TopologyKind::FatTree) {
    file_.list("network", "down", network.down);
    file_.list("network", "up", network.up);
  }
  if (network.topology == TopologyKind::Dragonfly) {
    file_.count("network", "nodes_per_router", Need::Required, network.nodes_per_router);
    file_.count("network", "routers_per_group", Need::Required, network.routers_per_group);
    file_.count("network", "global_links_per_router", Need::Required, network.global_links_per_router);
    checkDragonfly();
  } else {
    checkShape();
  }
}

/// Whole groups, at least two, and no more than each can reach directly.
void Parser::checkDragonfly() {
  const NetworkParameters &network = machine_.network;
  const std::int64_t group = network.nodes_per_router.value * network.routers_per_group.value;
  const std::int64_t ports = network.routers_per_group.value * network.global_links_per_router.value;
  const std::int64_t nodes = machine_.node.count.value;
  if (group == 0 || ports == 0 || nodes == 0)
    return; // Missing, and reported as such.
  const Place place = file_.findNumber("network", "routers_per_group", Need::Optional)->place;
  if (nodes % group != 0 || nodes / group < 2)
    file_.error(place,
                fmt::format("groups of {} x {} = {} nodes do not make up {} nodes", network.nodes_per_router.value,
                            network.routers_per_group.value, group, nodes),
                "maquette-config-shape", "make node.count two or more times a group");
  else if (nodes / group > ports + 1)
    file_.error(place,
                fmt::format("{} groups cannot all be joined: a group has {} x {} = {} global links", nodes / group,
                            network.routers_per_group.value, network.global_links_per_router.value, ports),
                "maquette-config-shape", "use fewer groups or more global links");
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
  const Place place = file_.findNumber("network", key, Need::Optional)->place;
  if (product(shape) != nodes)
    file_.error(place,
                fmt::format("'{}' makes {} = {} nodes, but node.count is {}", key, fmt::join(shape, " x "),
                            product(shape) == 0 ? "too many" : fmt::format("{}", product(shape)), nodes),
                "maquette-config-shape", "change one of them");
  if (torus || network.up.value.empty())
    return;
  if (network.up.value.size() != shape.size())
    file_.error(place, fmt::format("'down' has {} levels and 'up' has {}", shape.size(), network.up.value.size()),
                "maquette-config-shape", "give both one number per level, the lowest first");
  else if (network.up.value.front() != 1)
    file_.error(
        place,
        fmt::format("'up' begins with {}: nodes with several parents are not supported", network.up.value.front()),
        "maquette-config-shape", "begin 'up' with 1");
}

void Parser::readMpi() {
  MpiParameters &mpi = machine_.mpi;
  mpi.send_overhead.source = mpi.receive_overhead.source = kDefaultSource;
  mpi.eager_threshold = {sim::Bytes{8192}, kDefaultSource};
  file_.duration("mpi", "send_overhead", Need::Optional, mpi.send_overhead);
  file_.duration("mpi", "receive_overhead", Need::Optional, mpi.receive_overhead);
  file_.size("mpi", "eager_threshold", Need::Optional, mpi.eager_threshold);
  file_.choice("mpi", "collectives", Need::Optional, mpi.collectives, kCollectives);
}

void Parser::readPlacement() {
  std::vector<std::string_view> names;
  for (const MappingName &mapping : kMappings)
    names.push_back(mapping.name);
  std::string name = "block";
  file_.choice("placement", "mapping", Need::Optional, name, names);
  for (const MappingName &mapping : kMappings)
    if (mapping.name == name)
      machine_.placement.mapping = mapping.mapping;
  if (const auto seed = file_.find("placement", "seed", Need::Optional)) {
    const auto value = seed->node->value_exact<std::int64_t>();
    if (!value || *value < 0)
      file_.error(seed->place, "'seed' must be a whole number from 0", "maquette-config-range",
                  "write it without quotes");
    else
      machine_.placement.seed = static_cast<std::uint64_t>(*value);
  }
}

void Parser::readStorage() {
  StorageParameters &storage = machine_.storage;
  file_.count("storage", "servers", Need::Optional, storage.servers);
  file_.rate("storage", "bandwidth", Need::Optional, storage.bandwidth);
  file_.duration("storage", "latency", Need::Optional, storage.latency);
  file_.duration("storage", "request_time", Need::Optional, storage.request_time);
  file_.size("storage", "stripe", Need::Optional, storage.stripe);
  if (storage.stripe.value.count < 1)
    file_.error(file_.findNumber("storage", "stripe", Need::Optional)->place, "'stripe' must be at least 1 B",
                "maquette-config-range", "file systems use 64 KiB to some MiB");
}

sim::Result<Machine> Parser::parse(const std::vector<std::string> &overrides) {
  if (!file_.read(overrides))
    return file_.errors();
  readNames();
  readNode();
  readNetwork();
  readMpi();
  readPlacement();
  readStorage();
  if (!file_.errors().diagnostics.empty())
    return file_.errors();
  return machine_;
}

} // namespace

sim::Result<Machine> parseMachine(std::string_view text, const std::string &filename,
                                  const std::vector<std::string> &overrides) {
  return Parser(text, filename).parse(overrides);
}

} // namespace maquette::models
