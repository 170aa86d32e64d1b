//===- models/lib/topology/topology_wrapper.h - a topology made from another -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_TOPOLOGY_TOPOLOGY_WRAPPER_H
#define MAQUETTE_MODELS_LIB_TOPOLOGY_TOPOLOGY_WRAPPER_H

#include "maquette/models/topology.h"

#include <utility>

namespace maquette::models {

/// Says all that another topology says, of which those that derive from it change a part.
class TopologyWrapper : public Topology {
public:
  std::int64_t nodeCount() const override { return inner_->nodeCount(); }
  std::int64_t linkCount() const override { return inner_->linkCount(); }
  std::int64_t routerCount() const override { return inner_->routerCount(); }
  RouterId routerOf(NodeId node) const override { return inner_->routerOf(node); }
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    inner_->connect(from, to, choice, route);
  }
  void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const override {
    inner_->connectVia(from, to, detour, choice, route);
  }
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return inner_->staticChoice(source, destination);
  }
  int hops(NodeId source, NodeId destination) const override { return inner_->hops(source, destination); }
  bool nicIsLink() const override { return inner_->nicIsLink(); }
  std::string linkName(LinkId link) const override { return inner_->linkName(link); }
  std::int64_t detourCount() const override { return inner_->detourCount(); }
  std::optional<std::int64_t> ownDetour(RouterId router) const override { return inner_->ownDetour(router); }
  std::optional<RouterId> groupRouterAfter(LinkId link) const override { return inner_->groupRouterAfter(link); }
  std::int64_t rank(LinkId link) const override { return inner_->rank(link); }
  int phases() const override { return inner_->phases(); }
  int detourPhases() const override { return inner_->detourPhases(); }
  int diameter() const override { return inner_->diameter(); }
  std::optional<std::int64_t> bisectionLinks() const override { return inner_->bisectionLinks(); }

protected:
  explicit TopologyWrapper(std::unique_ptr<Topology> inner) : inner_(std::move(inner)) {}
  const Topology &inner() const { return *inner_; }
  /// Links of the inner topology that are no interfaces.
  std::int64_t innerLinks() const { return inner_->linkCount() - 2 * inner_->nodeCount(); }

private:
  std::unique_ptr<Topology> inner_;
};

} // namespace maquette::models

#endif
