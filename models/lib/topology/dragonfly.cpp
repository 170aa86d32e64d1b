//===- models/lib/topology/dragonfly.cpp ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"

namespace maquette::models {
namespace {

/// Nodes, then routers, then groups count in order: node / p is its router, router / a its group. After the interfaces
/// come the links inside groups, a * a a group (those from a router to itself are unused), then the global ones, a * h
/// a group. Global port q of a group leads q % (g-1) + 1 groups ahead; q / (g-1) tells parallel links apart.
class Dragonfly final : public Topology {
public:
  Dragonfly(std::int64_t nodes, std::int64_t nodes_per_router, std::int64_t routers, std::int64_t global_links)
      : nodes_(nodes), p_(nodes_per_router), a_(routers), h_(global_links), groups_(nodes / (p_ * a_)),
        parallel_(a_ * h_ / (groups_ - 1)) {}

  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return firstGlobal() + groups_ * a_ * h_; }
  bool interfaceIsCable() const override { return true; }

  void route(NodeId source, NodeId destination, Route &route) const override {
    const Way way = find(source, destination);
    route.clear();
    route.add(injection(source));
    if (way.from_group != way.to_group) {
      addLocal(way.from_group, way.from, way.exit_port / h_, route);
      route.add(firstGlobal() + way.from_group * a_ * h_ + way.exit_port);
      addLocal(way.to_group, way.entry_port / h_, way.to, route);
    } else {
      addLocal(way.to_group, way.from, way.to, route);
    }
    route.add(ejection(destination));
  }

  int hops(NodeId source, NodeId destination) const override {
    const Way way = find(source, destination);
    if (way.from_group == way.to_group)
      return 2 + (way.from != way.to ? 1 : 0);
    return 3 + (way.from != way.exit_port / h_ ? 1 : 0) + (way.entry_port / h_ != way.to ? 1 : 0);
  }

  std::string linkName(LinkId link) const override {
    if (isInterface(link))
      return interfaceName(link);
    if (link < firstGlobal()) {
      const std::int64_t index = link - 2 * nodes_, group = index / (a_ * a_);
      return routerName(group, index / a_ % a_) + " -> " + routerName(group, index % a_);
    }
    const std::int64_t group = (link - firstGlobal()) / (a_ * h_), port = (link - firstGlobal()) % (a_ * h_);
    const std::int64_t to = (group + port % (groups_ - 1) + 1) % groups_;
    const std::int64_t entry = portTo(to, group, port / (groups_ - 1));
    return routerName(group, port / h_) + " -> " + routerName(to, entry / h_);
  }

private:
  /// Routers within their groups, and the ports of the global link between, if there is one.
  struct Way {
    std::int64_t from_group, from, to_group, to, exit_port, entry_port;
  };
  Way find(std::int64_t source, std::int64_t destination) const {
    const std::int64_t from = source / p_, to = destination / p_;
    Way way{from / a_, from % a_, to / a_, to % a_, 0, 0};
    if (way.from_group != way.to_group) {
      // Parallel links are shared out by pairs of nodes.
      const std::int64_t copy = (source + destination) % parallel_;
      way.exit_port = portTo(way.from_group, way.to_group, copy);
      way.entry_port = portTo(way.to_group, way.from_group, copy);
    }
    return way;
  }
  std::int64_t portTo(std::int64_t from_group, std::int64_t to_group, std::int64_t copy) const {
    return (to_group - from_group - 1 + groups_) % groups_ + copy * (groups_ - 1);
  }
  void addLocal(std::int64_t group, std::int64_t from, std::int64_t to, Route &route) const {
    if (from != to)
      route.add(2 * nodes_ + (group * a_ + from) * a_ + to);
  }
  LinkId firstGlobal() const { return 2 * nodes_ + groups_ * a_ * a_; }
  static std::string routerName(std::int64_t group, std::int64_t router) {
    return "router " + std::to_string(group) + "." + std::to_string(router);
  }

  std::int64_t nodes_;
  std::int64_t p_;
  std::int64_t a_;
  std::int64_t h_;
  std::int64_t groups_;
  std::int64_t parallel_; ///< Links between two groups.
};

} // namespace

std::unique_ptr<Topology> makeDragonfly(std::int64_t nodes, std::int64_t nodes_per_router,
                                        std::int64_t routers_per_group, std::int64_t global_links) {
  return std::make_unique<Dragonfly>(nodes, nodes_per_router, routers_per_group, global_links);
}

} // namespace maquette::models
