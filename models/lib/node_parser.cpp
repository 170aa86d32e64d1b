//===- models/lib/node_parser.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/node_parser.h"

#include "lib/network/rail_network.h"

#include <fmt/format.h>

namespace maquette::models {
namespace {

constexpr std::int64_t kMostParallelLinks = 1024;
constexpr std::string_view kRailLayouts[] = {"planes", "shared"};
constexpr std::string_view kRailChoices[] = {"round-robin", "pair", "core", "stripe"};

void checkMost(MachineText &file, std::string_view key, std::int64_t value, std::int64_t most) {
  if (value > most)
    file.error(file.placeOfNumber("network", key), fmt::format("'{}' is {}, the most is {}", key, value, most),
               "maquette-config-range", "lower it");
}

} // namespace

void readNodeParts(MachineText &file, NodeParameters &node) {
  file.count("node", "sockets", Need::Optional, node.sockets);
  file.rate("node", "socket_memory_bandwidth", Need::Optional, node.socket_memory_bandwidth);
  if (node.sockets.value == 1)
    for (std::string_view key : {"socket_link_bandwidth", "socket_link_latency"})
      file.refuse("node", key, "with one socket", "remove it, or give 'sockets'", {"node.sockets"});
  file.rate("node", "socket_link_bandwidth", Need::Optional, node.socket_link_bandwidth);
  file.duration("node", "socket_link_latency", Need::Optional, node.socket_link_latency);
  const std::int64_t sockets = node.sockets.value;
  if (node.cores.value > 0 && node.cores.value % sockets != 0)
    file.error(file.placeOfNumber("node", "sockets"),
               fmt::format("{} cores do not make up {} equal sockets", node.cores.value, sockets), "maquette-config-shape",
               "change one of them");
  for (const auto &[key, limit] : {std::pair("socket_memory_bandwidth", node.socket_memory_bandwidth.value),
                                   std::pair("socket_link_bandwidth", node.socket_link_bandwidth.value)})
    if (limit.bitsPerSecond() > 0 && limit < node.memory_bandwidth.value)
      file.error(file.placeOfNumber("node", key),
                 fmt::format("'{}' of {} is less than one transfer takes, {}", key, sim::toText(limit),
                             sim::toText(node.memory_bandwidth.value)),
                 "maquette-config-range", "lower 'memory_bandwidth': it is that of a single transfer");
}

void readRails(MachineText &file, Machine &machine) {
  NetworkParameters &network = machine.network;
  if (network.topology == "crossbar")
    file.refuse("network", "parallel_links", "with topology 'crossbar'", "remove it: its only links are the interfaces", {"network.topology"});
  file.count("network", "parallel_links", Need::Optional, network.parallel_links);
  file.count("network", "rails", Need::Optional, network.rails);
  checkMost(file, "parallel_links", network.parallel_links.value, kMostParallelLinks);
  checkMost(file, "rails", network.rails.value, RailNetwork::kMostRails);
  if (network.rails.value == 1)
    for (std::string_view key : {"rail_layout", "rail_choice"})
      file.refuse("network", key, "with one rail", "remove it, or give 'rails'", {"network.rails"});
  else if (network.topology.empty())
    file.refuse("network", "rail_layout", "without a topology", "remove it, or give 'topology'", {"network.topology", "network.model"});
  file.choice("network", "rail_layout", Need::Optional, network.rail_layout, kRailLayouts);
  file.choice("network", "rail_choice", Need::Optional, network.rail_choice, kRailChoices);
  if (network.rail_choice == "core" && machine.node.cores.value > 0 && machine.node.cores.value < network.rails.value)
    file.error(file.placeOfNumber("network", "rails"),
               fmt::format("'rails' is {}, and rail_choice 'core' uses no more than a node has cores, {}", network.rails.value,
                           machine.node.cores.value),
               "maquette-config-range", "choose another 'rail_choice', or fewer rails");
}

} // namespace maquette::models
