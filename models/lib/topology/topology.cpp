//===- models/lib/topology/topology.cpp - what all topologies share, and the crossbar -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"

#include "maquette/sim/assert.h"

namespace maquette::models {

std::string Topology::interfaceName(LinkId link) const {
  return "node " + std::to_string(nodeOfNic(link).value()) + (isInjection(link) ? " out" : " in");
}

void Topology::route(NodeId source, NodeId destination, Route &route) const {
  MAQUETTE_ASSERT(source != destination);
  route.clear();
  route.add(injection(source));
  connect(routerOf(source), routerOf(destination), staticChoice(source, destination), route);
  route.add(ejection(destination));
}

void Topology::connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const {
  const RouterId between{detour};
  connect(from, between, choice, route);
  connect(between, to, choice, route);
}

namespace {
/// One switch that never blocks: only the interfaces can be short.
class Crossbar final : public Topology {
public:
  explicit Crossbar(std::int64_t nodes) : nodes_(nodes) {}
  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return 2 * nodes_; }
  std::int64_t routerCount() const override { return 1; }
  RouterId routerOf(NodeId) const override { return RouterId{}; }
  void connect(RouterId, RouterId, std::uint64_t, Route &) const override {}
  std::uint64_t staticChoice(NodeId, NodeId) const override { return 0; }
  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return 2;
  }
  std::string linkName(LinkId link) const override { return interfaceName(link); }
  std::int64_t rank(LinkId) const override { return 0; }
  int diameter() const override { return 2; }
  std::optional<std::int64_t> bisectionLinks() const override { return nodes_ / 2; }

private:
  std::int64_t nodes_;
};
} // namespace

std::unique_ptr<Topology> makeCrossbar(std::int64_t nodes) { return std::make_unique<Crossbar>(nodes); }

} // namespace maquette::models
