//===- models/lib/placement.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/placement.h"

#include "lib/text_file.h"
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <numeric>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>

namespace maquette::models {
namespace {

constexpr int kGreedyWindow =
    4096; ///< Free nodes that are looked at for each next one, so that time does not grow with the square of all.

struct MappingName {
  std::string_view name;
  Mapping mapping;
};
constexpr MappingName kMappings[] = {{"block", Mapping::Block},      {"cyclic", Mapping::Cyclic},
                                     {"random", Mapping::Random},    {"greedy", Mapping::Greedy},
                                     {"two-step", Mapping::TwoStep}, {"file", Mapping::File}};

constexpr std::string_view kCoreMappings[] = {"block", "scatter"};

void refuseUnused(MachineText &file, const std::string &mapping) {
  for (const auto &[key, owner] : {std::pair("groups", "two-step"), std::pair("file", "file")})
    if (mapping != owner)
      file.refuse("placement", key, fmt::format("with mapping '{}'", mapping),
                  fmt::format("remove it, or choose mapping '{}'", owner), {"placement.mapping"});
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
               "give a file in the folder of the machine file with one node number per rank");
    return;
  }
  std::istringstream stream(text);
  auto nodes = std::make_shared<std::vector<NodeId>>();
  auto places = std::make_shared<std::vector<std::int32_t>>();
  std::unordered_map<std::int32_t, std::int32_t> used;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      std::int32_t node = -1;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), node);
      if (error != std::errc() || end != word.data() + word.size() || node < 0 || node >= machine.computeNodes()) {
        file.error({fmt::format("{}:{}", path, number), ""}, fmt::format("'{}' is not a node of the machine", word),
                   "maquette-placement", fmt::format("write numbers from 0 to {}", machine.computeNodes() - 1));
        return;
      }
      nodes->push_back(NodeId{node});
      places->push_back(used[node]++);
    }
  }
  if (nodes->empty())
    file.error(found->place, fmt::format("'{}' contains no nodes", path), "maquette-placement",
               "give a file in the folder of the machine file with one node number per rank");
  machine.placement.nodes = std::move(nodes);
  machine.placement.places = std::move(places);
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
  if (groups.value > machine.computeNodes() && machine.computeNodes() > 0)
    file.error(file.placeOfNumber("placement", "groups"),
               fmt::format("{} groups are too many for {} nodes", groups.value, machine.computeNodes()),
               "maquette-config-range", "give a smaller number");
  if (machine.node.sockets.value == 1)
    file.refuse("placement", "cores", "with one socket", "remove it, or give 'sockets' of the node", {"node.sockets"});
  std::string cores = "block";
  file.choice("placement", "cores", Need::Optional, cores, kCoreMappings);
  machine.placement.cores = cores == "scatter" ? CoreMapping::Scatter : CoreMapping::Block;
  if (machine.placement.mapping == Mapping::File)
    readNodes(file, machine);
}

/// Node 0, then again and again the free node with the fewest hops from the last, of those with the lowest numbers; of
/// equal ones the lowest.
void orderGreedily(MachineText &file, Machine &machine) {
  MAQUETTE_ASSERT(file.errors().diagnostics.empty());
  if (machine.placement.mapping != Mapping::Greedy)
    return;
  const std::unique_ptr<Topology> topology = makeTopology(machine);
  if (topology == nullptr) {
    file.error(file.find("placement", "mapping", Need::Optional)->place, "mapping 'greedy' needs a topology",
               "maquette-placement", "choose mapping 'block', or 'file'");
    return;
  }
  const NodeId end{machine.computeNodes()};
  const Ports ports = machine.ports();
  auto order = std::make_shared<std::vector<NodeId>>(1);
  std::vector<NodeId> next_free(end.index()); // Of a free node, the next one; of node 0, the first.
  std::iota(next_free.begin(), next_free.end(), NodeId{1});
  const int nearest_possible = topology->nicIsLink() ? 2 : 1;
  while (order->size() < next_free.size()) {
    const NodeId last = ports.of(order->back(), 0);
    NodeId before_nearest, before;
    int least = std::numeric_limits<int>::max();
    for (int seen = 0; seen < kGreedyWindow && least > nearest_possible; ++seen) {
      const NodeId node = next_free[before.index()];
      if (node == end)
        break;
      if (const int hops = topology->hops(last, ports.of(node, 0)); hops < least) {
        least = hops;
        before_nearest = before;
      }
      before = node;
    }
    NodeId &link = next_free[before_nearest.index()];
    order->push_back(link);
    link = next_free[link.index()];
  }
  machine.placement.nodes = std::move(order);
}

} // namespace maquette::models
