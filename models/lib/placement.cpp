//===- models/lib/placement.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/placement.h"

#include "lib/text_file.h"
#include "maquette/models/topology.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <sstream>

#include <fmt/format.h>

namespace maquette::models {
namespace {

constexpr NodeId kMostGreedyNodes = 32768; ///< Many of their distances are looked at.

struct MappingName {
  std::string_view name;
  Mapping mapping;
};
constexpr MappingName kMappings[] = {
    {"block", Mapping::Block},   {"cyclic", Mapping::Cyclic},    {"random", Mapping::Random},
    {"greedy", Mapping::Greedy}, {"two-step", Mapping::TwoStep}, {"file", Mapping::File}};

constexpr std::string_view kCoreMappings[] = {"block", "scatter"};

void refuseUnused(MachineText &file, const std::string &mapping) {
  for (const auto &[key, owner] : {std::pair("groups", "two-step"), std::pair("file", "file")})
    if (mapping != owner)
      file.refuse("placement", key, fmt::format("with mapping '{}'", mapping), fmt::format("remove it, or choose mapping '{}'", owner),
                  {"placement.mapping"});
}

/// A node's number for each rank, in order; # begins a comment.
void readNodes(MachineText &file, Machine &machine) {
  std::string name;
  const std::optional<Found> found = file.text("placement", "file", Need::Required, name);
  if (!found)
    return;
  const std::string path = (std::filesystem::path(file.filename()).parent_path() / name).string();
  std::string text;
  if (const std::string why = readTextFile(path, text); !why.empty()) {
    file.error(found->place, fmt::format("cannot read the placement '{}': {}", path, why), "maquette-placement",
               "name a file beside the machine file that has a node's number for each rank");
    return;
  }
  std::istringstream stream(text);
  auto nodes = std::make_shared<std::vector<NodeId>>();
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      NodeId node = -1;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), node);
      if (error != std::errc() || end != word.data() + word.size() || node < 0 || node >= machine.node.count.value) {
        file.error({fmt::format("{}:{}", path, number), ""}, fmt::format("'{}' is not a node of the machine", word),
                    "maquette-placement", fmt::format("write numbers from 0 to {}", machine.node.count.value - 1));
        return;
      }
      nodes->push_back(node);
    }
  }
  if (nodes->empty())
    file.error(found->place, fmt::format("'{}' names no nodes", path), "maquette-placement",
                "name a file beside the machine file that has a node's number for each rank");
  machine.placement.nodes = std::move(nodes);
}

} // namespace

void readPlacement(MachineText &file, Machine &machine) {
  std::vector<std::string_view> names;
  for (const MappingName &mapping : kMappings)
    names.push_back(mapping.name);
  std::string name = "block";
  file.choice("placement", "mapping", Need::Optional, name, names);
  for (const MappingName &mapping : kMappings)
    if (mapping.name == name)
      machine.placement.mapping = mapping.mapping;
  if (std::find(names.begin(), names.end(), name) != names.end())
    refuseUnused(file, name);
  file.seed("placement", "seed", machine.placement.seed);
  Sourced<std::int64_t> groups{1, "default"};
  file.count("placement", "groups", Need::Optional, groups);
  machine.placement.groups = groups.value;
  if (groups.value > machine.node.count.value && machine.node.count.value > 0)
    file.error(file.placeOfNumber("placement", "groups"),
               fmt::format("{} groups cannot be made of {} nodes", groups.value, machine.node.count.value), "maquette-config-range",
               "give a smaller number");
  if (machine.node.sockets.value == 1)
    file.refuse("placement", "cores", "with one socket", "remove it, or give 'sockets' of the node", {"node.sockets"});
  std::string cores = "block";
  file.choice("placement", "cores", Need::Optional, cores, kCoreMappings);
  machine.placement.cores = cores == "scatter" ? CoreMapping::Scatter : CoreMapping::Block;
  if (machine.placement.mapping == Mapping::File)
    readNodes(file, machine);
}

/// Node 0, then again and again the free node with the fewest hops from the last; of equal ones the lowest number.
void orderGreedily(MachineText &file, Machine &machine) {
  if (machine.placement.mapping != Mapping::Greedy)
    return;
  const auto count = static_cast<NodeId>(machine.node.count.value);
  const Ports ports = machine.ports();
  const std::optional<Found> found = file.find("placement", "mapping", Need::Optional);
  const std::unique_ptr<Topology> topology = makeTopology(machine);
  if (topology == nullptr || count > kMostGreedyNodes) {
    file.error(found->place,
                topology == nullptr ? std::string("mapping 'greedy' needs a topology")
                                    : fmt::format("mapping 'greedy' takes up to {} nodes", kMostGreedyNodes),
                "maquette-placement", "choose mapping 'block', or 'file'");
    return;
  }
  auto order = std::make_shared<std::vector<NodeId>>(1, 0);
  std::vector<NodeId> rest;
  for (NodeId node = 1; node < count; ++node)
    rest.push_back(node);
  const int nearest_possible = topology->interfaceIsCable() ? 2 : 1;
  while (!rest.empty()) {
    const NodeId last = ports.of(order->back(), 0);
    auto nearest = rest.begin();
    int least = std::numeric_limits<int>::max();
    for (auto node = rest.begin(); node != rest.end() && least > nearest_possible; ++node)
      if (const int hops = topology->hops(last, ports.of(*node, 0)); hops < least) {
        least = hops;
        nearest = node;
      }
    order->push_back(*nearest);
    rest.erase(nearest);
  }
  machine.placement.nodes = std::move(order);
}

} // namespace maquette::models
