//===- models/lib/machine.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine.h"

#include "lib/text_file.h"
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <algorithm>

namespace maquette::models {

std::vector<std::int64_t> Shape::list(std::string_view key) const {
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::vector<std::int64_t>() : found->second.value;
}

std::int64_t Shape::count(std::string_view key, std::int64_t otherwise) const {
  const auto found = numbers.find(key);
  return found == numbers.end() ? otherwise : found->second.value.front();
}

namespace {
std::int64_t dividedUp(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The Beihang simulator's allocation: nodes and ranks to groups, then each group's ranks to its nodes, all in blocks.
class TwoStep {
public:
  TwoStep(const Machine &machine, std::int64_t ranks)
      : nodes_(machine.computeNodes()), groups_(machine.placement.groups), ranks_(ranks) {}

  struct Place {
    std::int64_t node = 0, on_node = 0; ///< The rank's number among those of its node.
  };
  Place placeOf(std::int64_t rank) const {
    std::int64_t group = std::min(rank * groups_ / ranks_, groups_ - 1); // But for rounding.
    while (firstRank(group) > rank)
      --group;
    while (group + 1 < groups_ && firstRank(group + 1) <= rank)
      ++group;
    const std::int64_t inside = rank - firstRank(group), of_node = ranksPerNode(group);
    return {firstNode(group) + inside / of_node, inside % of_node};
  }
  std::int64_t mostRanksPerNode() const {
    std::int64_t most = 0;
    for (std::int64_t group = 0; group < groups_; ++group)
      most = std::max(most, ranksPerNode(group));
    return most;
  }

private:
  std::int64_t firstNode(std::int64_t group) const { return group * nodes_ / groups_; }
  /// A group's share of the ranks is that of its nodes, so that all ranks have a core where there are enough.
  std::int64_t firstRank(std::int64_t group) const { return dividedUp(firstNode(group) * ranks_, nodes_); }
  std::int64_t ranksPerNode(std::int64_t group) const {
    return dividedUp(firstRank(group + 1) - firstRank(group), firstNode(group + 1) - firstNode(group));
  }

  std::int64_t nodes_, groups_, ranks_;
};
} // namespace

std::int64_t Machine::ranksPerNode(std::int64_t ranks) const {
  if (placement.mapping == Mapping::TwoStep)
    return TwoStep(*this, ranks).mostRanksPerNode();
  if (placement.mapping == Mapping::File) {
    std::vector<std::int64_t> used(static_cast<std::size_t>(node.count.value));
    for (std::int64_t rank = 0; rank < ranks; ++rank)
      ++used[nodeOf(rank, ranks).index()];
    return *std::max_element(used.begin(), used.end());
  }
  return std::max(node.cores.value, dividedUp(ranks, computeNodes()));
}

NodeId Machine::nodeOf(std::int64_t rank, std::int64_t ranks) const {
  MAQUETTE_ASSERT(0 <= rank && rank < ranks && checkPlacement(ranks));
  switch (placement.mapping) {
  case Mapping::Cyclic:
    return NodeId{rank % computeNodes()};
  case Mapping::TwoStep:
    return NodeId{TwoStep(*this, ranks).placeOf(rank).node};
  case Mapping::File:
    return (*placement.nodes)[static_cast<std::size_t>(rank)];
  case Mapping::Block:
  case Mapping::Random:
  case Mapping::Greedy:
    break;
  }
  const std::int64_t block = rank / ranksPerNode(ranks);
  if (placement.mapping == Mapping::Greedy)
    return (*placement.nodes)[static_cast<std::size_t>(block)];
  if (placement.mapping == Mapping::Block)
    return NodeId{block};
  const sim::Permutation shuffled(static_cast<std::uint64_t>(computeNodes()), placement.seed);
  return NodeId{shuffled(static_cast<std::uint64_t>(block))};
}

std::int64_t Machine::coreOf(std::int64_t rank, std::int64_t ranks) const {
  MAQUETTE_ASSERT(0 <= rank && rank < ranks && checkPlacement(ranks));
  std::int64_t place = 0; // Among the ranks of its node.
  switch (placement.mapping) {
  case Mapping::Cyclic:
    place = rank / computeNodes();
    break;
  case Mapping::TwoStep:
    place = TwoStep(*this, ranks).placeOf(rank).on_node;
    break;
  case Mapping::File:
    place = (*placement.places)[static_cast<std::size_t>(rank)];
    break;
  case Mapping::Block:
  case Mapping::Random:
  case Mapping::Greedy:
    place = rank % ranksPerNode(ranks);
    break;
  }
  place %= node.cores.value;
  if (placement.cores == CoreMapping::Block)
    return place;
  const std::int64_t sockets = node.sockets.value;
  return place % sockets * (node.cores.value / sockets) + place / sockets;
}

std::string Ports::interfaceName(LinkId link) const {
  const NodeId port = Topology::nodeOfNic(link);
  std::string name = "node " + std::to_string(nodeOf(port).value());
  if (rails > 1)
    name += " rail " + std::to_string(railOf(port));
  return name + (Topology::isInjection(link) ? " out" : " in");
}

sim::Status Machine::checkPlacement(std::int64_t ranks) const {
  if (placement.mapping != Mapping::File)
    return sim::Nothing{};
  const auto listed = static_cast<std::int64_t>(placement.nodes->size());
  if (ranks <= listed)
    return sim::Nothing{};
  return sim::Diagnostic{"",
                         "the placement file has nodes for " + std::to_string(listed) + " ranks, but the run has " +
                             std::to_string(ranks),
                         "maquette-placement", "", "add a line for each rank, or run fewer ranks"};
}

sim::Result<Machine> loadMachine(const std::string &path, const std::vector<std::string> &overrides) {
  std::string text;
  if (const std::string why = readTextFile(path, text); !why.empty())
    return sim::Diagnostic{path, "cannot read the machine file: " + why, "maquette-machine-file", "",
                           "give the name of a machine (maquette machine list) or a path"};
  return parseMachine(text, path, overrides);
}

const Machine &defaultMachine() {
  static const Machine machine = [] {
    const std::string source = "illustrative: an ideal small machine for programs that name none";
    Machine m;
    m.name = "default";
    m.description = "Four nodes on an ideal network";
    m.node.count = {4, source};
    m.node.cores = {4, source};
    m.node.cpu_scale = {1.0, source};
    m.node.memory_bandwidth = {sim::BitRate::gbps(80), source};
    m.node.memory_latency = {sim::SimDuration::ns(300), source};
    m.network.model = "logp";
    m.network.latency = {sim::SimDuration::us(1), source};
    m.network.bandwidth = {sim::BitRate::gbps(100), source};
    m.network.link_bandwidth = m.network.bandwidth;
    m.mpi.poll_cost = {sim::SimDuration::ns(100), source};
    m.mpi.eager_threshold = {sim::Bytes{8192}, source};
    m.shmem.poll_cost = m.mpi.poll_cost;
    m.shmem.buffered_put = {sim::Bytes{8192}, source};
    m.shmem.symmetric_heap = {sim::Bytes{1 << 30}, source};
    m.storage.cache.bandwidth = m.storage.cache.write_bandwidth = m.node.memory_bandwidth;
    return m;
  }();
  return machine;
}

} // namespace maquette::models
