//===- models/lib/topology/dragonfly.cpp ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/topology/global_links.h"
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <utility>

namespace maquette::models {
namespace {

/// Nodes, then routers, then groups count in order: node / p is its router, router / a its group. Routers of a group
/// stand in rows; each is joined with all of its row and its column (one row: with all). After the interfaces come the
/// links inside groups, a * a a group (most of those of two-dimensional groups are unused), then the global ones, a * h
/// a group: see GlobalLinks.
class Dragonfly final : public Topology {
public:
  Dragonfly(std::int64_t nodes, std::int64_t nodes_per_router, std::int64_t routers, std::int64_t global_links,
            std::int64_t rows)
      : nodes_(nodes), p_(nodes_per_router), a_(routers), h_(global_links), columns_(routers / rows),
        groups_(nodes_ / (p_ * a_)), global_{groups_, a_ * h_ / (groups_ - 1)} {}

  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return firstGlobal() + groups_ * a_ * h_; }
  std::int64_t routerCount() const override { return groups_ * a_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value() / p_}; }
  /// Links side by side are taken in turn by those who send to neighbours, and by the routers that send to one node.
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return static_cast<std::uint64_t>(destination.value()) + static_cast<std::uint64_t>(source.value() / p_);
  }

  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    const RouterId there = crossTo(from, groupOf(to), choice, route);
    addLocal(groupOf(to), placeOf(there), placeOf(to), route);
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    const RouterId from = routerOf(source), to = routerOf(destination);
    if (groupOf(from) == groupOf(to))
      return 2 + localHops(placeOf(from), placeOf(to));
    const std::int64_t copy = global_.copyOf(staticChoice(source, destination));
    const std::int64_t exit = global_.portTo(groupOf(from), groupOf(to), copy) / h_;
    const std::int64_t entry = global_.portTo(groupOf(to), groupOf(from), copy) / h_;
    return 3 + localHops(placeOf(from), exit) + localHops(entry, placeOf(to));
  }

  /// Through a group: what is short is the links between groups.
  std::int64_t detourCount() const override { return groups_; }
  std::optional<std::int64_t> ownDetour(RouterId router) const override { return groupOf(router); }
  void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const override {
    connect(crossTo(from, detour, choice, route), to, choice, route);
  }

  std::optional<RouterId> groupRouterAfter(LinkId link) const override {
    if (isNic(link) || link.value() >= firstGlobal())
      return std::nullopt;
    const std::int64_t index = link.value() - 2 * nodes_;
    return RouterId{index / (a_ * a_) * a_ + index % a_};
  }

  /// A group's row, its column, then a global link; the next group begins a new phase.
  std::int64_t rank(LinkId link) const override {
    if (link.value() >= firstGlobal())
      return 2;
    const std::int64_t index = link.value() - 2 * nodes_;
    return index / a_ % a_ / columns_ == index % a_ / columns_ ? 0 : 1;
  }
  int phases() const override { return 2; }
  int detourPhases() const override { return 3; }

  int diameter() const override { return 3 + 2 * (columns_ < a_ && columns_ > 1 ? 2 : a_ > 1 ? 1 : 0); }
  std::optional<std::int64_t> bisectionLinks() const override { return global_.bisection(); }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    if (link.value() < firstGlobal()) {
      const std::int64_t index = link.value() - 2 * nodes_, group = index / (a_ * a_);
      return routerName(group, index / a_ % a_) + " -> " + routerName(group, index % a_);
    }
    const std::int64_t index = link.value() - firstGlobal(), group = index / (a_ * h_), port = index % (a_ * h_);
    return routerName(group, port / h_) + " -> " +
           routerName(global_.groupBehind(group, port), global_.portBehind(group, port) / h_);
  }

private:
  std::int64_t groupOf(RouterId router) const { return router.value() / a_; }
  std::int64_t placeOf(RouterId router) const { return router.value() % a_; } ///< In its group.
  /// Appends the way from a router into a group; returns where it enters.
  RouterId crossTo(RouterId from, std::int64_t to_group, std::uint64_t choice, Route &route) const {
    const std::int64_t from_group = groupOf(from);
    if (from_group == to_group)
      return from;
    const std::int64_t copy = global_.copyOf(choice);
    const std::int64_t exit_port = global_.portTo(from_group, to_group, copy);
    addLocal(from_group, placeOf(from), exit_port / h_, route);
    route.add(LinkId{firstGlobal() + from_group * a_ * h_ + exit_port});
    return RouterId{to_group * a_ + global_.portTo(to_group, from_group, copy) / h_};
  }
  int localHops(std::int64_t from, std::int64_t to) const {
    return (from % columns_ != to % columns_ ? 1 : 0) + (from / columns_ != to / columns_ ? 1 : 0);
  }
  /// Along the row, then along the column.
  void addLocal(std::int64_t group, std::int64_t from, std::int64_t to, Route &route) const {
    const std::int64_t corner = from / columns_ * columns_ + to % columns_;
    for (const auto &[a, b] : {std::pair(from, corner), std::pair(corner, to)})
      if (a != b)
        route.add(LinkId{2 * nodes_ + (group * a_ + a) * a_ + b});
  }
  std::int64_t firstGlobal() const { return 2 * nodes_ + groups_ * a_ * a_; }
  static std::string routerName(std::int64_t group, std::int64_t router) {
    return "router " + std::to_string(group) + "." + std::to_string(router);
  }

  std::int64_t nodes_;
  std::int64_t p_;
  std::int64_t a_;
  std::int64_t h_;
  std::int64_t columns_;
  std::int64_t groups_;
  GlobalLinks global_;
};

} // namespace

std::unique_ptr<Topology> makeDragonfly(std::int64_t nodes, std::int64_t nodes_per_router,
                                        std::int64_t routers_per_group, std::int64_t global_links, std::int64_t rows) {
  MAQUETTE_ASSERT(nodes % (nodes_per_router * routers_per_group) == 0 && routers_per_group % rows == 0);
  MAQUETTE_ASSERT(
      GlobalLinks::canJoin(nodes / (nodes_per_router * routers_per_group), routers_per_group * global_links));
  return std::make_unique<Dragonfly>(nodes, nodes_per_router, routers_per_group, global_links, rows);
}

} // namespace maquette::models
