//===- models/lib/node_parser.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/node_parser.h"

#include "lib/network/rail_network.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace maquette::models {
namespace {

constexpr std::int64_t kMostParallelLinks = 1024;
constexpr double kMostFactor = 1e6;
constexpr std::string_view kStepKeys[] = {"above", "latency", "bandwidth"};
constexpr std::string_view kRailLayouts[] = {"planes", "shared"};
constexpr std::string_view kRailChoices[] = {"round-robin", "pair", "core", "stripe"};

void checkMost(MachineText &file, std::string_view key, std::int64_t value, std::int64_t most) {
  if (value > most)
    file.error(file.placeOfNumber("network", key), fmt::format("'{}' is {}, but the maximum is {}", key, value, most),
               "maquette-config-range", "lower it");
}

/// One of { above = "8 KiB", latency = 20.0, bandwidth = 0.5 }.
std::optional<MemoryStep> stepOf(const toml::node &node) {
  const toml::table *const table = node.as_table();
  if (table == nullptr)
    return std::nullopt;
  const auto above = (*table)["above"].value_exact<std::string>();
  const sim::Result<sim::Bytes> size = sim::parseBytes(above.value_or(""));
  const auto factor = [&](std::string_view key) {
    return table->contains(key) ? (*table)[key].value<double>().value_or(-1) : 1.0;
  };
  const MemoryStep step{size ? *size : sim::Bytes{0}, factor("latency"), factor("bandwidth")};
  const auto isFactor = [](double value) { return value >= 0 && value <= kMostFactor; };
  const bool known = std::all_of(table->begin(), table->end(), [](auto &&pair) {
    return std::find(std::begin(kStepKeys), std::end(kStepKeys), pair.first.str()) != std::end(kStepKeys);
  });
  if (!known || !size || !isFactor(step.latency) || !isFactor(step.bandwidth) || step.bandwidth < 1 / kMostFactor)
    return std::nullopt;
  return step;
}

/// True where latency and bandwidth of all steps can be told.
bool isInRange(const NodeParameters &node, const std::vector<MemoryStep> &steps) {
  constexpr auto kMost = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  return std::all_of(steps.begin(), steps.end(), [&](const MemoryStep &step) {
    return static_cast<double>(node.memory_latency.value.ps()) * step.latency < kMost &&
           static_cast<double>(node.memory_bandwidth.value.bitsPerSecond()) * step.bandwidth < kMost;
  });
}

} // namespace

void readMemorySteps(MachineText &file, NodeParameters &node) {
  if (node.hasParts())
    file.refuse("node", "memory_steps", "where transfers share parts of a node", "remove it, or the parts",
                {"node.sockets", "node.socket_memory_bandwidth"});
  const std::optional<Found> found = file.findNumber("node", "memory_steps", Need::Optional);
  if (!found)
    return;
  std::vector<MemoryStep> steps;
  const toml::array *const array = found->node->as_array();
  bool good = array != nullptr;
  for (std::size_t i = 0; good && i < array->size(); ++i) {
    const std::optional<MemoryStep> step = stepOf(*array->get(i));
    good = step && (steps.empty() || steps.back().above < step->above);
    steps.push_back(step.value_or(MemoryStep{}));
  }
  if (!good)
    file.error(found->place,
               fmt::format("'memory_steps' must be a list of steps by size, with factors of memory_latency and "
                           "memory_bandwidth from 0 (bandwidth: {}) to {}",
                           1 / kMostFactor, kMostFactor),
               "maquette-config-range",
               "write it like memory_steps = [{ above = \"8 KiB\", latency = 20.0, bandwidth = 0.5 }]");
  else if (!isInRange(node, steps))
    file.error(found->place, "a step of 'memory_steps' is too large", "maquette-config-range", "use smaller factors");
  else
    node.memory_steps = {std::move(steps), found->source};
}

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
               fmt::format("{} cores cannot be divided into {} equal sockets", node.cores.value, sockets),
               "maquette-config-shape", "change one of them");
  for (const auto &[key, limit] : {std::pair("socket_memory_bandwidth", node.socket_memory_bandwidth.value),
                                   std::pair("socket_link_bandwidth", node.socket_link_bandwidth.value)})
    if (limit.bitsPerSecond() > 0 && limit < node.memory_bandwidth.value)
      file.error(file.placeOfNumber("node", key),
                 fmt::format("'{}' of {} is less than the bandwidth of one transfer, {}", key, sim::toText(limit),
                             sim::toText(node.memory_bandwidth.value)),
                 "maquette-config-range", "lower 'memory_bandwidth': it is the bandwidth of one transfer");
}

void readRails(MachineText &file, Machine &machine) {
  NetworkParameters &network = machine.network;
  if (network.topology == "crossbar")
    file.refuse("network", "parallel_links", "with topology 'crossbar'",
                "remove it: a crossbar has no links but the NICs", {"network.topology"});
  file.count("network", "parallel_links", Need::Optional, network.parallel_links);
  file.count("network", "rails", Need::Optional, network.rails);
  checkMost(file, "parallel_links", network.parallel_links.value, kMostParallelLinks);
  checkMost(file, "rails", network.rails.value, RailNetwork::kMostRails);
  if (network.rails.value == 1)
    for (std::string_view key : {"rail_layout", "rail_choice"})
      file.refuse("network", key, "with one rail", "remove it, or give 'rails'", {"network.rails"});
  else if (network.topology.empty())
    file.refuse("network", "rail_layout", "without a topology", "remove it, or give 'topology'",
                {"network.topology", "network.model"});
  file.choice("network", "rail_layout", Need::Optional, network.rail_layout, kRailLayouts);
  file.choice("network", "rail_choice", Need::Optional, network.rail_choice, kRailChoices);
  if (network.rail_choice == "core" && machine.node.cores.value > 0 && machine.node.cores.value < network.rails.value)
    file.error(
        file.placeOfNumber("network", "rails"),
        fmt::format("'rails' is {}, but rail_choice 'core' uses at most one rail per core, and a node has {} cores",
                    network.rails.value, machine.node.cores.value),
        "maquette-config-range", "choose another 'rail_choice', or fewer rails");
}

} // namespace maquette::models
