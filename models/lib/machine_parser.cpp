//===- models/lib/machine_parser.cpp - from TOML text to a checked Machine --===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/machine_text.h"
#include "lib/network/model_types.h"
#include "lib/node_parser.h"
#include "lib/placement.h"
#include "lib/routing/routing.h"
#include "lib/storage_parser.h"
#include "lib/text_file.h"
#include "lib/topology/topology_types.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {
namespace {

constexpr const char *kDefaultSource = "default";

constexpr std::string_view kBufferCopies[] = {"none", "memory"};
constexpr std::string_view kProgress[] = {"async", "polling"};
constexpr std::string_view kShmemBarriers[] = {"dissemination", "tree"};
constexpr std::string_view kCollectives[] = {"mpich", "openmpi", "analytic"};
constexpr std::string_view kArbitrations[] = {"age", "round-robin"};
constexpr sim::Bytes kLargestBuffer{std::int64_t{1} << 30};
constexpr std::int64_t kMostCores = std::int64_t{1} << 16;
constexpr std::int64_t kMostChannels = 1024;
constexpr std::int64_t kMostBuffers = std::int64_t{1} << 32; ///< That have numbers in the model.

class Parser {
public:
  Parser(std::string_view text, const std::string &filename) : file_(text, filename) {}
  sim::Result<Machine> parse(const std::vector<std::string> &overrides);

private:
  void readNames();
  void readNode();
  void readNetwork();
  const TopologyType *chooseTopology(const ModelType &model);
  void readShape(const TopologyType &topology);
  void readGraph();
  void readRouting(const ModelType &model, const TopologyType &topology);
  void readModelKeys();
  void checkPackets();
  void checkDistances();
  void refuseUnused(const ModelType &model, const TopologyType *topology);
  void readMpi();
  void readCollectives();
  void readShmem();

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
  if (node.cores.value > kMostCores)
    file_.error(file_.placeOfNumber("node", "cores"),
                fmt::format("'cores' is {}, but the maximum is {}", node.cores.value, kMostCores),
                "maquette-config-range", "give a smaller number");
  file_.rate("node", "memory_bandwidth", Need::Required, node.memory_bandwidth);
  file_.duration("node", "memory_latency", Need::Required, node.memory_latency);
  readNodeParts(file_, node);
  readMemorySteps(file_, node);
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

template <class Type> std::vector<std::string_view> namesOf(std::span<const Type> types) {
  std::vector<std::string_view> names;
  for (const Type &type : types)
    names.push_back(type.name);
  return names;
}

void Parser::readNetwork() {
  NetworkParameters &network = machine_.network;
  file_.choice("network", "model", Need::Required, network.model, namesOf(modelTypes()));
  const ModelType *const model = findModelType(network.model);
  const TopologyType *const topology = model == nullptr ? nullptr : chooseTopology(*model);
  network.link_latency.source = kDefaultSource;
  file_.duration("network", "latency", Need::Required, network.latency);
  file_.rate("network", "bandwidth", Need::Required, network.bandwidth);
  file_.duration("network", "link_latency", Need::Optional, network.link_latency);
  network.link_bandwidth = {network.bandwidth.value, kDefaultSource};
  file_.rate("network", "link_bandwidth", Need::Optional, network.link_bandwidth);
  readModelKeys();
  if (model == nullptr || (topology == nullptr && model->needs_topology))
    return; // Reported.
  readRails(file_, machine_);
  if (topology == nullptr)
    return;
  readShape(*topology);
  readRouting(*model, *topology);
}

void Parser::readModelKeys() {
  NetworkParameters &network = machine_.network;
  network.message_gap.source = network.buffer_overhead.source = kDefaultSource;
  file_.duration("network", "message_gap", Need::Optional, network.message_gap);
  file_.duration("network", "buffer_overhead", Need::Optional, network.buffer_overhead);
  network.buses = {0, kDefaultSource};
  network.output_links = network.input_links = {1, kDefaultSource};
  file_.count("network", "buses", Need::Optional, network.buses);
  file_.count("network", "output_links", Need::Optional, network.output_links);
  file_.count("network", "input_links", Need::Optional, network.input_links);
  const char *const infiniband = "InfiniBand Architecture Specification, volume 1";
  network.mtu = {sim::Bytes{4096}, infiniband};
  network.packet_overhead = {sim::Bytes{26}, infiniband};
  file_.sizeAboveZero("network", "mtu", network.mtu);
  file_.size("network", "packet_overhead", Need::Optional, network.packet_overhead);
  network.packet_size = {sim::Bytes{2048}, kDefaultSource};
  network.buffer_size = {sim::Bytes{16384}, kDefaultSource};
  file_.sizeAboveZero("network", "packet_size", network.packet_size);
  file_.sizeAboveZero("network", "buffer_size", network.buffer_size);
  file_.count("network", "virtual_channels", Need::Optional, network.virtual_channels);
  file_.choice("network", "arbitration", Need::Optional, network.arbitration, kArbitrations);
}

/// Nullptr when there is none, be it for an error.
const TopologyType *Parser::chooseTopology(const ModelType &model) {
  NetworkParameters &network = machine_.network;
  if (model.topology == TopologyUse::None)
    file_.refuse("network", "topology", fmt::format("with model '{}'", model.name),
                 "remove it, or choose a model with routes", {"network.model"});
  file_.choice("network", "topology", model.needs_topology ? Need::Required : Need::Optional, network.topology,
               namesOf(topologyTypes()));
  const TopologyType *const topology = findTopologyType(network.topology);
  if (topology == nullptr && (model.needs_topology || !network.topology.empty()))
    network.topology.clear(); // What belongs to it is not known.
  else
    refuseUnused(model, topology);
  return topology;
}

/// Keys of other models and topologies.
void Parser::refuseUnused(const ModelType &model, const TopologyType *topology) {
  const auto refuse = [&](std::string_view key, const std::string &why, const std::string &fix) {
    file_.refuse("network", key, why, fix, {"network.model", "network.topology"});
  };
  const std::string with_model = fmt::format("with model '{}'", model.name);
  std::set<std::string_view> looked_at(model.keys.begin(), model.keys.end());
  for (const ModelType &other : modelTypes())
    for (std::string_view key : other.keys)
      if (looked_at.insert(key).second)
        refuse(key, with_model, fmt::format("remove it, or choose model '{}'", other.name));
  const char *const remove = "remove it, or choose the topology it belongs to";
  const std::string with_topology =
      topology == nullptr ? "without a topology" : fmt::format("with topology '{}'", topology->name);
  std::set<std::string_view> unused;
  for (const TopologyType &other : topologyTypes())
    for (const ShapeKey &key : other.keys)
      unused.insert(key.name);
  if (topology != nullptr)
    for (const ShapeKey &key : topology->keys)
      unused.erase(key.name);
  for (std::string_view key : unused)
    refuse(key, with_topology, remove);
  if (topology == nullptr)
    for (std::string_view key : {"link_latency", "link_bandwidth"})
      refuse(key, with_topology, remove);
  if (model.topology != TopologyUse::Routes)
    for (std::string_view key : {"routing", "routing_seed"})
      refuse(key, with_model, "remove it, or choose model 'flow-fair'");
}

void Parser::readShape(const TopologyType &topology) {
  Shape &shape = machine_.network.shape;
  bool complete = machine_.node.count.value > 0;
  for (const ShapeKey &key : topology.keys) {
    Sourced<std::vector<std::int64_t>> numbers;
    Sourced<std::int64_t> count;
    switch (key.kind) {
    case ShapeKey::Kind::List:
    case ShapeKey::Kind::OptionalList:
      file_.list("network", key.name, key.kind == ShapeKey::Kind::List ? Need::Required : Need::Optional, numbers);
      break;
    case ShapeKey::Kind::Count:
    case ShapeKey::Kind::OptionalCount:
      file_.count("network", key.name, key.kind == ShapeKey::Kind::Count ? Need::Required : Need::Optional, count);
      if (count.value > 0)
        numbers = {{count.value}, count.source};
      break;
    case ShapeKey::Kind::File:
      readGraph();
      complete &= shape.graph != nullptr;
      continue;
    }
    if (!numbers.value.empty())
      shape.numbers.emplace(key.name, std::move(numbers));
    else if (key.kind == ShapeKey::Kind::List || key.kind == ShapeKey::Kind::Count)
      complete = false; // Missing or wrong, and reported as such.
  }
  if (!complete)
    return;
  const Ports ports = machine_.ports();
  if (const std::optional<ShapeProblem> problem = topology.check(shape, ports.shared ? ports.count() : ports.nodes)) {
    const bool of_network = !problem->key.empty();
    std::string what = problem->what;
    if (ports.shared)
      what += fmt::format(" (each of the {} nodes has {} rails)", ports.nodes, ports.rails);
    file_.error(file_.placeOfNumber(of_network ? "network" : "node", of_network ? problem->key : "count"),
                std::move(what), "maquette-config-shape", problem->fix);
  }
}

/// A graph's file lies beside the machine's.
void Parser::readGraph() {
  std::string name;
  const std::optional<Found> found = file_.text("network", "graph_file", Need::Required, name);
  if (!found)
    return;
  const std::string path = (std::filesystem::path(file_.filename()).parent_path() / name).string();
  std::string text;
  if (const std::string why = readTextFile(path, text); !why.empty()) {
    file_.error(found->place, fmt::format("cannot read the graph '{}': {}", path, why), "maquette-graph",
                "give a file in the folder of the machine file");
    return;
  }
  sim::Result<Graph> graph = parseGraph(text, path);
  if (graph)
    machine_.network.shape.graph = std::make_shared<const Graph>(std::move(*graph));
  else
    file_.add(graph.error());
}

void Parser::readRouting(const ModelType &model, const TopologyType &topology) {
  NetworkParameters &network = machine_.network;
  if (model.topology != TopologyUse::Routes)
    return;
  file_.seed("network", "routing_seed", network.routing_seed);
  const std::optional<Found> found = file_.text("network", "routing", Need::Optional, network.routing);
  if (!found)
    return;
  if (network.routing == topology.minimal_name)
    network.routing = "minimal";
  std::vector<std::string_view> fitting;
  bool known = network.routing == "dimension-order" || network.routing == "d-mod-k";
  for (const RoutingName &routing : routingNames()) {
    known |= routing.name == network.routing;
    if ((topology.routings & routing.use) == 0)
      continue;
    if (routing.name == network.routing)
      return;
    fitting.push_back(routing.name);
  }
  const std::string_view near = known ? "" : sim::nearestWord(network.routing, fitting.data(), fitting.size());
  file_.error(found->place,
              known ? fmt::format("routing '{}' does not fit topology '{}'", network.routing, topology.name)
                    : fmt::format("unknown routing '{}'", network.routing),
              known ? "maquette-config-routing" : "maquette-config-unknown-value",
              fmt::format("{}use one of: {}", near.empty() ? "" : fmt::format("did you mean '{}'? Otherwise ", near),
                          fmt::join(fitting, ", ")));
}

/// Packets must fit their buffers, and each phase of a route needs a channel of its own.
void Parser::checkPackets() {
  const NetworkParameters &network = machine_.network;
  if (network.model != "packet")
    return;
  if (network.packet_size.value > network.buffer_size.value)
    file_.error(file_.placeOfNumber("network", "buffer_size"),
                fmt::format("packets of {} do not fit into buffers of {}", sim::toText(network.packet_size.value),
                            sim::toText(network.buffer_size.value)),
                "maquette-config-range", "set buffer_size to packet_size or more");
  if (network.buffer_size.value > kLargestBuffer)
    file_.error(file_.placeOfNumber("network", "buffer_size"),
                fmt::format("'buffer_size' is {}, but the maximum is {}", sim::toText(network.buffer_size.value),
                            sim::toText(kLargestBuffer)),
                "maquette-config-range", "give a smaller size");
  if (network.virtual_channels.value > kMostChannels)
    file_.error(
        file_.placeOfNumber("network", "virtual_channels"),
        fmt::format("'virtual_channels' is {}, but the maximum is {}", network.virtual_channels.value, kMostChannels),
        "maquette-config-range", "give a smaller number");
  if (!file_.errors().diagnostics.empty())
    return;
  const std::unique_ptr<Topology> topology = makeTopology(machine_);
  const int needed = makeRouting(network.routing, *topology, network.routing_seed)->phases();
  const std::int64_t channels = network.virtual_channels.value == 0 ? needed : network.virtual_channels.value;
  if (channels < needed)
    file_.error(file_.placeOfNumber("network", "virtual_channels"),
                fmt::format("{} virtual channel{} could deadlock: routing '{}' on topology '{}' needs {}", channels,
                            channels == 1 ? "" : "s", network.routing, network.topology, needed),
                "maquette-config-deadlock", "use that number, or remove the key");
  if (topology->linkCount() > kMostBuffers / channels - 1)
    file_.error(file_.placeOfNumber("network", "model"),
                fmt::format("{} links with {} virtual channels each need more buffers than model 'packet' supports",
                            topology->linkCount(), channels),
                "maquette-config-range", "choose model 'flow-fair', or a smaller machine");
}

/// The farthest nodes must be within the time that there is.
void Parser::checkDistances() {
  const NetworkParameters &network = machine_.network;
  if (network.link_latency.value < sim::SimDuration::us(1'000'000))
    return; // Not even the largest diameter could make so much of it.
  const std::unique_ptr<Topology> topology = makeTopology(machine_);
  const double longest = network.latency.value.seconds() + network.link_latency.value.seconds() * topology->diameter();
  if (longest > sim::SimDuration::ps(std::numeric_limits<std::int64_t>::max()).seconds())
    file_.error(file_.placeOfNumber("network", "link_latency"),
                fmt::format("a message over {} links would take {:.3g} s, but simulated time ends at 106 days",
                            topology->diameter(), longest),
                "maquette-time-range", "check the unit");
}

void Parser::readMpi() {
  MpiParameters &mpi = machine_.mpi;
  mpi.send_overhead.source = mpi.receive_overhead.source = mpi.post_overhead.source = mpi.block_overhead.source =
      kDefaultSource;
  mpi.poll_cost = {sim::SimDuration::ns(100), kDefaultSource};
  mpi.eager_threshold = {sim::Bytes{8192}, kDefaultSource};
  file_.duration("mpi", "send_overhead", Need::Optional, mpi.send_overhead);
  file_.duration("mpi", "receive_overhead", Need::Optional, mpi.receive_overhead);
  file_.duration("mpi", "post_overhead", Need::Optional, mpi.post_overhead);
  file_.duration("mpi", "block_overhead", Need::Optional, mpi.block_overhead);
  mpi.rendezvous_block_overhead = {mpi.block_overhead.value, kDefaultSource};
  file_.duration("mpi", "rendezvous_block_overhead", Need::Optional, mpi.rendezvous_block_overhead);
  file_.duration("mpi", "poll_cost", Need::Optional, mpi.poll_cost);
  if (mpi.poll_cost.value == sim::SimDuration())
    file_.error(file_.find("mpi", "poll_cost", Need::Optional)->place, "'poll_cost' must be above 0",
                "maquette-config-range", "polling must take simulated time; the default is 100 ns");
  file_.choice("mpi", "buffer_copies", Need::Optional, mpi.buffer_copies, kBufferCopies);
  file_.rate("mpi", "local_copy_bandwidth", Need::Optional, mpi.local_copy_bandwidth);
  file_.choice("mpi", "progress", Need::Optional, mpi.progress, kProgress);
  file_.size("mpi", "eager_threshold", Need::Optional, mpi.eager_threshold);
  readCollectives();
}

/// Tables of a library or of a file next to the machine file, and algorithms that are forced.
void Parser::readCollectives() {
  MpiParameters &mpi = machine_.mpi;
  const std::optional<Found> found = file_.find("mpi", "collectives", Need::Optional);
  const std::string given = found ? found->node->value_or(std::string()) : "";
  if (given.ends_with(".toml")) {
    const std::filesystem::path folder = std::filesystem::path(file_.filename()).parent_path();
    sim::Result<CollectiveTables> tables = loadCollectiveTables((folder / given).string());
    if (tables)
      mpi.tables = *std::move(tables);
    else
      for (const sim::Diagnostic &diagnostic : tables.error().diagnostics)
        file_.error({diagnostic.where, diagnostic.excerpt}, diagnostic.what, diagnostic.tag, diagnostic.fix);
    mpi.collectives = given;
  } else {
    file_.choice("mpi", "collectives", Need::Optional, mpi.collectives, kCollectives);
    // Formulas use no table; what is not a formula follows the default.
    mpi.tables = collectiveTables(mpi.collectives == "analytic" ? "mpich" : mpi.collectives);
  }
  Sourced<sim::Bytes> segment;
  file_.size("collectives", "segment", Need::Optional, segment);
  for (std::size_t i = 0; i < kCollectiveOperations; ++i) {
    const auto operation = static_cast<CollectiveOperation>(i);
    std::vector<std::string_view> names;
    for (CollectiveAlgorithm algorithm : algorithmsOf(operation))
      names.push_back(nameOf(algorithm));
    std::string name;
    file_.choice("collectives", nameOf(operation), Need::Optional, name, names);
    for (CollectiveAlgorithm algorithm : algorithmsOf(operation))
      if (nameOf(algorithm) == name)
        force(mpi.tables, operation, algorithm, segment.value.count);
  }
}

void Parser::readShmem() {
  ShmemParameters &shmem = machine_.shmem;
  shmem.put_overhead = {machine_.mpi.send_overhead.value, kDefaultSource};
  file_.duration("shmem", "put_overhead", Need::Optional, shmem.put_overhead);
  shmem.get_overhead = shmem.atomic_overhead = {shmem.put_overhead.value, kDefaultSource};
  file_.duration("shmem", "get_overhead", Need::Optional, shmem.get_overhead);
  file_.duration("shmem", "atomic_overhead", Need::Optional, shmem.atomic_overhead);
  shmem.atomic_time.source = shmem.wait_overhead.source = kDefaultSource;
  file_.duration("shmem", "atomic_time", Need::Optional, shmem.atomic_time);
  file_.duration("shmem", "wait_overhead", Need::Optional, shmem.wait_overhead);
  shmem.poll_cost = {machine_.mpi.poll_cost.value, kDefaultSource};
  file_.duration("shmem", "poll_cost", Need::Optional, shmem.poll_cost);
  if (shmem.poll_cost.value == sim::SimDuration())
    file_.error(file_.find("shmem", "poll_cost", Need::Optional)->place, "'poll_cost' must be above 0",
                "maquette-config-range", "polling must take simulated time; the default is mpi.poll_cost");
  shmem.buffered_put = {sim::Bytes{8192}, kDefaultSource};
  file_.size("shmem", "buffered_put", Need::Optional, shmem.buffered_put);
  shmem.symmetric_heap = {sim::Bytes{1 << 30}, kDefaultSource};
  file_.size("shmem", "symmetric_heap", Need::Optional, shmem.symmetric_heap);
  file_.choice("shmem", "barrier", Need::Optional, shmem.barrier, kShmemBarriers);
}

sim::Result<Machine> Parser::parse(const std::vector<std::string> &overrides) {
  if (!file_.read(overrides))
    return file_.errors();
  readNames();
  readNode();
  readNetwork();
  readMpi();
  readShmem();
  readStorage(file_, machine_);
  readPlacement(file_, machine_);
  if (file_.errors().diagnostics.empty())
    checkPackets();
  if (file_.errors().diagnostics.empty())
    checkDistances();
  if (file_.errors().diagnostics.empty())
    orderGreedily(file_, machine_);
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
