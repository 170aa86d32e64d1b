//===- models/lib/machine.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace maquette::models {

std::vector<std::int64_t> Shape::list(std::string_view key) const {
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::vector<std::int64_t>() : found->second.value;
}

std::int64_t Shape::count(std::string_view key, std::int64_t otherwise) const {
  const auto found = numbers.find(key);
  return found == numbers.end() ? otherwise : found->second.value.front();
}

std::int64_t Machine::ranksPerNode(std::int64_t ranks) const {
  return std::max(node.cores.value, (ranks + node.count.value - 1) / node.count.value);
}

NodeId Machine::nodeOf(std::int64_t rank, std::int64_t ranks) const {
  if (placement.mapping == Mapping::Cyclic)
    return static_cast<NodeId>(rank % node.count.value);
  const std::int64_t block = rank / ranksPerNode(ranks);
  if (placement.mapping == Mapping::Block)
    return static_cast<NodeId>(block);
  const sim::Permutation shuffled(static_cast<std::uint64_t>(node.count.value), placement.seed);
  return static_cast<NodeId>(shuffled(static_cast<std::uint64_t>(block)));
}

sim::Result<Machine> loadMachine(const std::string &path, const std::vector<std::string> &overrides) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return sim::Diagnostic{path, std::string("cannot read the machine file: ") + std::strerror(errno),
                           "maquette-machine-file", "", "give the name of a machine (maquette machine list) or a path"};
  return parseMachine(text.str(), path, overrides);
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
    return m;
  }();
  return machine;
}

} // namespace maquette::models
