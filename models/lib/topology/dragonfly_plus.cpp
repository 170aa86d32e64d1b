//===- models/lib/topology/dragonfly_plus.cpp -------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/topology/global_links.h"
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

namespace maquette::models {
namespace {

/// Nodes, leaves, groups count in order. After the interfaces come up-links, leaves * spines a group, then down-links
/// in the same order, then global links, spines * h a group: see GlobalLinks. Global port q of a group belongs to
/// spine q / h.
class DragonflyPlus final : public Topology {
public:
  DragonflyPlus(std::int64_t nodes, std::int64_t nodes_per_leaf, std::int64_t leaves, std::int64_t spines,
                std::int64_t global_links)
      : nodes_(nodes), p_(nodes_per_leaf), leaves_(leaves), spines_(spines), h_(global_links),
        groups_(nodes / (p_ * leaves)), global_{groups_, spines * h_ / (groups_ - 1)} {}

  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return firstGlobal() + groups_ * spines_ * h_; }
  std::int64_t routerCount() const override { return groups_ * leaves_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value() / p_}; }
  /// Spines and links side by side are taken in turn by those who send to neighbours, and by the leaves that send to
  /// one node.
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return static_cast<std::uint64_t>(destination.value()) + static_cast<std::uint64_t>(source.value() / p_);
  }

  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    if (from == to)
      return;
    const std::int64_t from_group = groupOf(from), to_group = groupOf(to);
    if (from_group == to_group) {
      const auto spine = static_cast<std::int64_t>(choice % static_cast<std::uint64_t>(spines_));
      route.add(upLink(from, spine));
      route.add(downLink(to, spine));
      return;
    }
    const std::int64_t copy = global_.copyOf(choice), exit = global_.portTo(from_group, to_group, copy);
    route.add(upLink(from, exit / h_));
    route.add(LinkId{firstGlobal() + from_group * spines_ * h_ + exit});
    route.add(downLink(to, global_.portTo(to_group, from_group, copy) / h_));
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    const RouterId from = routerOf(source), to = routerOf(destination);
    return 2 + (from == to ? 0 : groupOf(from) == groupOf(to) ? 2 : 3);
  }

  /// Up, across, down.
  std::int64_t rank(LinkId link) const override {
    const std::int64_t index = link.value() - 2 * nodes_;
    return index < edges() ? 0 : index < 2 * edges() ? 2 : 1;
  }

  int diameter() const override { return 5; }
  std::optional<std::int64_t> bisectionLinks() const override { return global_.bisection(); }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    std::int64_t index = link.value() - 2 * nodes_;
    if (index < 2 * edges()) {
      const bool up = index < edges();
      index -= up ? 0 : edges();
      const std::int64_t group = index / spines_ / leaves_;
      const std::string leaf = routerName("leaf", group, index / spines_ % leaves_);
      const std::string spine = routerName("spine", group, index % spines_);
      return up ? leaf + " -> " + spine : spine + " -> " + leaf;
    }
    index -= 2 * edges();
    const std::int64_t group = index / (spines_ * h_), port = index % (spines_ * h_);
    return routerName("spine", group, port / h_) + " -> " +
           routerName("spine", global_.groupBehind(group, port), global_.portBehind(group, port) / h_);
  }

private:
  std::int64_t edges() const { return groups_ * leaves_ * spines_; }
  std::int64_t groupOf(RouterId leaf) const { return leaf.value() / leaves_; }
  LinkId upLink(RouterId leaf, std::int64_t spine) const { return LinkId{2 * nodes_ + leaf.value() * spines_ + spine}; }
  LinkId downLink(RouterId leaf, std::int64_t spine) const { return LinkId{upLink(leaf, spine).value() + edges()}; }
  std::int64_t firstGlobal() const { return 2 * nodes_ + 2 * edges(); }
  static std::string routerName(const char *kind, std::int64_t group, std::int64_t router) {
    return std::string(kind) + " " + std::to_string(group) + "." + std::to_string(router);
  }

  std::int64_t nodes_;
  std::int64_t p_;
  std::int64_t leaves_;
  std::int64_t spines_;
  std::int64_t h_;
  std::int64_t groups_;
  GlobalLinks global_;
};

} // namespace

std::unique_ptr<Topology> makeDragonflyPlus(std::int64_t nodes, std::int64_t nodes_per_leaf, std::int64_t leaves,
                                            std::int64_t spines, std::int64_t global_links) {
  MAQUETTE_ASSERT(nodes % (nodes_per_leaf * leaves) == 0);
  MAQUETTE_ASSERT(GlobalLinks::canJoin(nodes / (nodes_per_leaf * leaves), spines * global_links));
  return std::make_unique<DragonflyPlus>(nodes, nodes_per_leaf, leaves, spines, global_links);
}

} // namespace maquette::models
