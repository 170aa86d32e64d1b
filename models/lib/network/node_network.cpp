//===- models/lib/network/node_network.cpp ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/node_network.h"

#include "lib/network/flow_network.h"

namespace maquette::models {
namespace {

/// What is not limited gets more than all cores together can ask of it: what they send and what they receive.
std::int64_t limitOf(sim::BitRate limit, const NodeParameters &node) {
  const std::int64_t enough = 2 * node.cores.value * node.memory_bandwidth.value.bitsPerSecond();
  return limit.bitsPerSecond() > 0 ? limit.bitsPerSecond() : enough;
}

LinkRates ratesOf(const NodeParameters &node) {
  LinkRates rates;
  rates.nic = node.memory_bandwidth.value.bitsPerSecond();
  rates.nic_count = 2 * node.count.value * node.cores.value;
  rates.inner = limitOf(node.socket_memory_bandwidth.value, node);
  rates.last_from = rates.nic_count + node.count.value * node.sockets.value;
  rates.last = limitOf(node.socket_link_bandwidth.value, node);
  return rates;
}

} // namespace

NodeNetwork::NodeNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener,
                         std::unique_ptr<NetworkModel> network)
    : cores_(machine.node.cores.value),
      inside_(std::make_unique<FlowFair>(machine.node,
                                         makeSockets(machine.node.count.value, cores_, machine.node.sockets.value),
                                         ratesOf(machine.node), machine.node.memory_latency.value,
                                         machine.node.socket_link_latency.value, engine, listener)) {
  setInner(std::move(network));
}

Transfer NodeNetwork::fromCoreToCore(const Transfer &transfer) const {
  Transfer inside = transfer;
  inside.source = NodeId{transfer.source.value() * cores_ + transfer.source_core};
  inside.destination = NodeId{transfer.destination.value() * cores_ + transfer.destination_core};
  return inside;
}

Started NodeNetwork::start(const Transfer &transfer) {
  if (transfer.source != transfer.destination)
    return inner().start(transfer);
  return inside_->start(fromCoreToCore(transfer));
}

sim::SimDuration NodeNetwork::timeAlone(const Transfer &transfer) const {
  if (transfer.source != transfer.destination)
    return inner().timeAlone(transfer);
  return inside_->timeAlone(fromCoreToCore(transfer));
}

} // namespace maquette::models
