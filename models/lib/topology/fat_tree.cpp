//===- models/lib/topology/fat_tree.cpp -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {
namespace {

/// XGFT(h; m_1..m_h; w_1..w_h) after Öhring et al., "On generalized fat trees", IPPS 1995. Levels count from the nodes,
/// level 0.
///
/// A switch of level i is named by (its subtree: node / (m_1..m_i), its copy: a number below w_1..w_i). Port u of copy
/// c leads up to copy c + u * (w_1..w_i). Up-links follow the interfaces level by level; down-links follow all up-links
/// in the same order, each the reverse of an up-link. With w_1 = 1 the link between a node and its switch is the node's
/// interface.
class FatTree final : public Topology {
public:
  FatTree(std::vector<std::int64_t> down, std::vector<std::int64_t> up)
      : down_(std::move(down)), up_(std::move(up)), span_{1}, copies_{1} {
    for (std::size_t i = 0; i < down_.size(); ++i) {
      span_.push_back(span_[i] * down_[i]);
      copies_.push_back(copies_[i] * up_[i]);
    }
    std::int64_t links = 0;
    first_link_.push_back(0);
    for (std::size_t level = 1; level < down_.size(); ++level) {
      first_link_.push_back(links);
      links += nodeCount() / span_[level] * copies_[level + 1];
    }
    up_links_ = links;
  }

  std::int64_t nodeCount() const override { return span_.back(); }
  std::int64_t linkCount() const override { return 2 * nodeCount() + 2 * up_links_; }

  std::int64_t routerCount() const override { return nodeCount() / down_[0]; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value() / down_[0]}; }
  /// d-mod-k: the destination alone chooses the way up.
  std::uint64_t staticChoice(NodeId, NodeId destination) const override {
    return static_cast<std::uint64_t>(destination.value());
  }

  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    const std::int64_t source = from.value() * down_[0], destination = to.value() * down_[0];
    const std::size_t top = commonLevel(source, destination);
    for (std::size_t level = 1; level < top; ++level)
      route.add(LinkId{upLink(level, source, choice)});
    for (std::size_t level = top; level-- > 1;)
      route.add(LinkId{up_links_ + upLink(level, destination, choice)});
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return 2 * static_cast<int>(commonLevel(source.value(), destination.value()));
  }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    std::int64_t index = link.value() - 2 * nodeCount();
    const bool upward = index < up_links_;
    index -= upward ? 0 : up_links_;
    const std::size_t level = levelOf(index);
    index -= first_link_[level];
    const std::int64_t port = index % up_[level], lower = index / up_[level];
    const std::int64_t subtree = lower / copies_[level], copy = lower % copies_[level];
    const std::int64_t upper = subtree / down_[level] * copies_[level + 1] + copy + port * copies_[level];
    const std::string low = "switch " + std::to_string(level) + "." + std::to_string(lower);
    const std::string high = "switch " + std::to_string(level + 1) + "." + std::to_string(upper);
    return upward ? low + " -> " + high : high + " -> " + low;
  }

  /// Up first, then down.
  std::int64_t rank(LinkId link) const override {
    const std::int64_t index = link.value() - 2 * nodeCount();
    if (index < up_links_)
      return static_cast<std::int64_t>(levelOf(index));
    return static_cast<std::int64_t>(2 * down_.size() - levelOf(index - up_links_));
  }
  int diameter() const override { return 2 * static_cast<int>(down_.size()); }
  /// Each level lets out of a subtree only what its switches' up-links carry.
  std::optional<std::int64_t> bisectionLinks() const override {
    const std::int64_t top = down_.back(), half = top / 2;
    std::int64_t least = nodeCount() / top * half;
    for (std::size_t level = 1; level < down_.size(); ++level)
      least = std::min(least, nodeCount() / span_[level] * copies_[level + 1] / top * half);
    return top > 1 ? std::optional(least) : std::nullopt;
  }

private:
  /// The lowest level with a switch above both.
  std::size_t commonLevel(std::int64_t a, std::int64_t b) const {
    std::size_t level = 1;
    while (a / span_[level] != b / span_[level])
      ++level;
    return level;
  }
  /// The number of the link from the switch of \p level above \p node up to the top that \p choice picks: u_{i+1} =
  /// floor(choice / (w_1..w_i)) mod w_{i+1}, so the copies' numbers are choice modulo w_1..w_i.
  std::int64_t upLink(std::size_t level, std::int64_t node, std::uint64_t choice) const {
    const auto copies = static_cast<std::uint64_t>(copies_[level]);
    const auto copy = static_cast<std::int64_t>(choice % copies);
    const auto port = static_cast<std::int64_t>(choice / copies % static_cast<std::uint64_t>(up_[level]));
    const std::int64_t lower = node / span_[level] * copies_[level] + copy;
    return 2 * nodeCount() + first_link_[level] + lower * up_[level] + port;
  }
  std::size_t levelOf(std::int64_t index) const {
    std::size_t level = first_link_.size() - 1;
    while (first_link_[level] > index)
      --level;
    return level;
  }

  std::vector<std::int64_t> down_;       ///< m_{i+1}
  std::vector<std::int64_t> up_;         ///< w_{i+1}
  std::vector<std::int64_t> span_;       ///< m_1..m_i: nodes below a switch of level i.
  std::vector<std::int64_t> copies_;     ///< w_1..w_i: switches above each node at level i.
  std::vector<std::int64_t> first_link_; ///< Of each level.
  std::int64_t up_links_ = 0;
};

} // namespace

std::unique_ptr<Topology> makeFatTree(std::vector<std::int64_t> down, std::vector<std::int64_t> up) {
  MAQUETTE_ASSERT(up.front() == 1);
  return std::make_unique<FatTree>(std::move(down), std::move(up));
}

} // namespace maquette::models
