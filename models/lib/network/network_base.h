//===- models/lib/network/network_base.h - what network models share --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a machine that every network model needs, and the latency of a way.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_NETWORK_BASE_H
#define MAQUETTE_MODELS_LIB_NETWORK_NETWORK_BASE_H

#include "lib/network/node_memory.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"
#include "maquette/models/topology.h"

#include <algorithm>
#include <memory>

namespace maquette::models {

class NetworkBase : public NetworkModel {
public:
  /// Neighbours are a cable apart, or two where a switch is between.
  sim::SimDuration minimumLatency() const override {
    return latency_ + link_latency_ * (topology_ == nullptr ? 0 : topology_->interfaceIsCable() ? 2 : 1);
  }

protected:
  NetworkBase(const Machine &machine, sim::Engine &engine, TransferListener &listener)
      : engine_(engine), listener_(listener), memory_(machine.node), topology_(makeTopology(machine)),
        latency_(machine.network.latency.value), link_latency_(machine.network.link_latency.value) {}

  /// Of the interfaces and of all cables between two nodes.
  sim::SimDuration latency(NodeId source, NodeId destination) const {
    return latency_ + link_latency_ * (topology_ == nullptr ? 0 : topology_->hops(source, destination));
  }
  /// The same of a known way.
  sim::SimDuration latency(const Route &route) const {
    const auto inner = static_cast<std::int64_t>(route.links().size()) - 2;
    return latency_ + link_latency_ * (inner + (topology_->interfaceIsCable() ? 2 : 0));
  }

  sim::Engine &engine_;
  TransferListener &listener_;
  NodeMemory memory_;
  std::unique_ptr<Topology> topology_; ///< Null without one.
  sim::SimDuration latency_;
  sim::SimDuration link_latency_;
};

/// Rates of links by their kind, in bit/s.
struct LinkRates {
  std::int64_t interface = 0; ///< Links below interface_count.
  std::int64_t inner = 0;     ///< The others.
  LinkId interface_count = 0;
  std::int64_t of(LinkId link) const { return link < interface_count ? interface : inner; }
};

inline LinkRates linkRates(const Machine &machine, const Topology &topology) {
  const std::int64_t interface = machine.network.bandwidth.value.bitsPerSecond();
  const std::int64_t cable = machine.network.link_bandwidth.value.bitsPerSecond();
  return {topology.interfaceIsCable() ? std::min(interface, cable) : interface, cable, 2 * topology.nodeCount()};
}

} // namespace maquette::models

#endif
