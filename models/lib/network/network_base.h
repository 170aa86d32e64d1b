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
#include <limits>
#include <memory>
#include <utility>

namespace maquette::models {

class NetworkBase : public NetworkModel {
public:
  /// Neighbours are a link apart, or two where a switch is between.
  sim::SimDuration minimumLatency() const override {
    return latency_ + link_latency_ * (topology_ == nullptr ? 0 : topology_->nicIsLink() ? 2 : 1);
  }

protected:
  NetworkBase(const Machine &machine, sim::Engine &engine, TransferListener &listener)
      : engine_(engine), listener_(listener),
        memory_(machine.node, machine.ports().count(), machine.node.cores.value, engine),
        topology_(makeTopology(machine)), latency_(machine.network.latency.value),
        link_latency_(machine.network.link_latency.value) {}
  /// Each node of \p topology is a core.
  NetworkBase(const NodeParameters &node, std::unique_ptr<Topology> topology, sim::SimDuration latency,
              sim::SimDuration link_latency, sim::Engine &engine, TransferListener &listener)
      : engine_(engine), listener_(listener), memory_(node, topology->nodeCount(), 1, engine),
        topology_(std::move(topology)), latency_(latency), link_latency_(link_latency) {}

  /// Of the interfaces and of all links between two nodes.
  sim::SimDuration latency(NodeId source, NodeId destination) const {
    return latency_ + link_latency_ * (topology_ == nullptr ? 0 : topology_->hops(source, destination));
  }
  /// The same of a known way.
  sim::SimDuration latency(const Route &route) const {
    return latency_ + link_latency_ * topology_->crossedLinks(route);
  }

  sim::Engine &engine_;
  TransferListener &listener_;
  NodeMemory memory_;
  std::unique_ptr<Topology> topology_; ///< Null without one.
  sim::SimDuration latency_;
  sim::SimDuration link_latency_;
};

/// A network of which only the interfaces of nodes are known.
class NicNetwork : public NetworkBase {
public:
  std::int64_t linkCount() const override { return 2 * ports_.count(); }
  bool isNic(LinkId) const override { return true; }
  std::string linkName(LinkId link) const override { return ports_.interfaceName(link); }

protected:
  NicNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener)
      : NetworkBase(machine, engine, listener), ports_(machine.ports()) {}
  /// Tells the recorder of bytes that leave the source and reach the destination between two times.
  void record(const Transfer &transfer, sim::SimTime begin, sim::SimTime end) {
    if (recorder_ == nullptr)
      return;
    recorder_->crossed(Topology::injection(transfer.source), begin, end, transfer.size.count);
    recorder_->crossed(Topology::ejection(transfer.destination), begin, end, transfer.size.count);
  }

private:
  Ports ports_;
};

/// Rates of links by their kind, in bit/s.
struct LinkRates {
  std::int64_t nic = 0;   ///< Links numbered below nic_count.
  std::int64_t inner = 0; ///< The next ones.
  std::int64_t nic_count = 0;
  std::int64_t last_from = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = 0; ///< Links from number last_from on.
  std::int64_t of(LinkId link) const {
    return link.value() < nic_count ? nic : link.value() < last_from ? inner : last;
  }
};

inline LinkRates linkRates(const Machine &machine, const Topology &topology) {
  const std::int64_t nic = machine.network.bandwidth.value.bitsPerSecond();
  const std::int64_t link = machine.network.link_bandwidth.value.bitsPerSecond();
  LinkRates rates;
  rates.nic = topology.nicIsLink() ? std::min(nic, link) : nic;
  rates.inner = link;
  rates.nic_count = 2 * topology.nodeCount();
  return rates;
}

/// A network of links that messages take their ways over.
class RoutedNetwork : public NetworkBase {
public:
  std::int64_t linkCount() const override { return topology_->linkCount(); }
  bool isNic(LinkId link) const override { return topology_->isNic(link); }
  std::string linkName(LinkId link) const override { return topology_->linkName(link); }
  sim::BitRate linkRate(LinkId link) const override { return sim::BitRate::bps(rates_.of(link)); }
  /// At the rate of the slowest link, after the latency.
  sim::SimDuration timeAlone(const Transfer &transfer) const override {
    if (transfer.source == transfer.destination)
      return memory_.time(transfer.size);
    Route route;
    topology_->route(transfer.source, transfer.destination, route);
    std::int64_t rate = rates_.nic;
    for (LinkId link : route.links())
      rate = std::min(rate, rates_.of(link));
    return latency(route) + sim::transferTime(transfer.size, sim::BitRate::bps(rate));
  }

protected:
  RoutedNetwork(const Machine &machine, sim::Engine &engine, TransferListener &listener)
      : NetworkBase(machine, engine, listener), rates_(linkRates(machine, *topology_)) {}
  RoutedNetwork(const NodeParameters &node, std::unique_ptr<Topology> topology, LinkRates rates,
                sim::SimDuration latency, sim::SimDuration link_latency, sim::Engine &engine,
                TransferListener &listener)
      : NetworkBase(node, std::move(topology), latency, link_latency, engine, listener), rates_(rates) {}

  LinkRates rates_;
};

} // namespace maquette::models

#endif
