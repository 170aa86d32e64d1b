//===- maquette/models/topology.h - nodes, links and the way between --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Topology computes routes on the fly from numbers of nodes: no tables per pair, so a million nodes cost nothing.
///
/// Links are directed and numbered. Links 0 .. 2n-1 are the interfaces of the n nodes: 2i from node i into the network,
/// 2i+1 out of the network to node i. The others follow. A route begins with the source's interface and ends with the
/// destination's.
#ifndef MAQUETTE_MODELS_TOPOLOGY_H
#define MAQUETTE_MODELS_TOPOLOGY_H

#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace maquette::models {

using LinkId = std::int64_t;

/// The links of one route, in order. A fixed buffer that is used again for the next route.
class Route {
public:
  void clear() { links_.clear(); }
  void add(LinkId link) { links_.push_back(link); }
  std::span<const LinkId> links() const { return links_; }

private:
  std::vector<LinkId> links_;
};

class Topology {
public:
  virtual ~Topology() = default;
  virtual std::int64_t nodeCount() const = 0;
  /// Interfaces included.
  virtual std::int64_t linkCount() const = 0;
  /// Fills \p route with the links from \p source to \p destination. \pre they differ.
  virtual void route(NodeId source, NodeId destination, Route &route) const = 0;
  /// Cables on the way, each with its latency. \pre source and destination differ.
  virtual int hops(NodeId source, NodeId destination) const = 0;
  /// True when a node's interface ends in a cable to a switch, so that the slower of both bounds it.
  virtual bool interfaceIsCable() const = 0;
  /// For people: "node 5 -> node 6 (+x)".
  virtual std::string linkName(LinkId link) const = 0;

  static LinkId injection(NodeId node) { return 2 * LinkId{node}; }
  static LinkId ejection(NodeId node) { return 2 * LinkId{node} + 1; }
  bool isInterface(LinkId link) const { return link < 2 * nodeCount(); }

protected:
  std::string interfaceName(LinkId link) const;
};

std::unique_ptr<Topology> makeCrossbar(std::int64_t nodes);
/// Dimension-order routing, the shorter way round; where both are equal, half of the pairs go each way.
std::unique_ptr<Topology> makeTorus(std::vector<std::int64_t> dimensions);
/// Extended generalized fat tree XGFT(h; down; up) with d-mod-k routing. \pre up[0] is 1.
std::unique_ptr<Topology> makeFatTree(std::vector<std::int64_t> down, std::vector<std::int64_t> up);
/// Canonical dragonfly: all routers of a group are joined, and so are all groups. Minimal routing.
/// \pre \p nodes is a multiple of nodes_per_router * routers_per_group, with 2 to routers_per_group * global_links + 1
/// groups.
std::unique_ptr<Topology> makeDragonfly(std::int64_t nodes, std::int64_t nodes_per_router,
                                        std::int64_t routers_per_group, std::int64_t global_links);
/// \p machine was checked by parseMachine(). Null for TopologyKind::None.
std::unique_ptr<Topology> makeTopology(const Machine &machine);

} // namespace maquette::models

#endif
