//===- models/lib/topology/topology.cpp - what all topologies share, and the crossbar -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"

namespace maquette::models {

std::string Topology::interfaceName(LinkId link) const {
  return "node " + std::to_string(link / 2) + (link % 2 == 0 ? " out" : " in");
}

namespace {
/// One switch that never blocks: only the interfaces can be short.
class Crossbar final : public Topology {
public:
  explicit Crossbar(std::int64_t nodes) : nodes_(nodes) {}
  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return 2 * nodes_; }
  void route(NodeId source, NodeId destination, Route &route) const override {
    route.clear();
    route.add(injection(source));
    route.add(ejection(destination));
  }
  int hops(NodeId, NodeId) const override { return 2; }
  bool interfaceIsCable() const override { return true; }
  std::string linkName(LinkId link) const override { return interfaceName(link); }

private:
  std::int64_t nodes_;
};
} // namespace

std::unique_ptr<Topology> makeCrossbar(std::int64_t nodes) { return std::make_unique<Crossbar>(nodes); }

std::unique_ptr<Topology> makeTopology(const Machine &machine) {
  switch (machine.network.topology) {
  case TopologyKind::None:
    return nullptr;
  case TopologyKind::Crossbar:
    return makeCrossbar(machine.node.count.value);
  case TopologyKind::Torus:
    return makeTorus(machine.network.dimensions.value);
  case TopologyKind::FatTree:
    return makeFatTree(machine.network.down.value, machine.network.up.value);
  case TopologyKind::Dragonfly:
    return makeDragonfly(machine.node.count.value, machine.network.nodes_per_router.value,
                         machine.network.routers_per_group.value, machine.network.global_links_per_router.value);
  }
  return nullptr;
}

} // namespace maquette::models
