//===- models/lib/topology/grid.cpp - torus, mesh, hypercube ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace maquette::models {
namespace {

/// Node i has coordinates in mixed radix, the first dimension fastest. Its links follow the interfaces, two per
/// dimension: +, -. Each node is its own router.
class Grid final : public Topology {
public:
  Grid(std::vector<std::int64_t> dimensions, std::vector<Ends> ends)
      : sizes_(dimensions.begin(), dimensions.end()), ends_(std::move(ends)),
        nodes_(std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t{1}, std::multiplies<>())),
        longest_(*std::max_element(dimensions.begin(), dimensions.end())) {}

  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return nodes_ * (2 + linksPerNode()); }
  std::int64_t routerCount() const override { return nodes_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value()}; }
  bool nicIsLink() const override { return false; }
  /// Drawn from all, the ways of Valiant's routing load all links of a ring alike.
  std::optional<std::int64_t> ownDetour(RouterId) const override { return std::nullopt; }

  /// Parity of all coordinates but the one in question decides ties: over all pairs, half of a row's go each way.
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return coordinateSum(source) + coordinateSum(destination);
  }

  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    auto source = static_cast<std::uint32_t>(from.value()), destination = static_cast<std::uint32_t>(to.value());
    std::int64_t first = 2 * nodes_ + from.value() * linksPerNode(); // Link of the present node.
    std::int64_t links_per_step = linksPerNode();                    // Between neighbours in this dimension.
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      const std::uint32_t size = sizes_[d], x = source % size, goal = destination % size;
      source /= size;
      destination /= size;
      if (x != goal)
        first = walk(d, x, goal, (choice - goal) % 2 == 0, links_per_step, first, route);
      links_per_step *= size;
    }
  }

  int hops(NodeId from, NodeId to) const override {
    MAQUETTE_ASSERT(from != to);
    auto source = static_cast<std::uint32_t>(from.value()), destination = static_cast<std::uint32_t>(to.value());
    std::int64_t total = 0;
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      total += std::abs(shortest(d, source % sizes_[d], destination % sizes_[d], true));
      source /= sizes_[d];
      destination /= sizes_[d];
    }
    return static_cast<int>(total);
  }

  std::string linkName(LinkId id) const override {
    if (isNic(id))
      return interfaceName(id);
    const std::int64_t index = id.value() - 2 * nodes_, port = index % linksPerNode(), node = index / linksPerNode();
    const auto d = static_cast<std::size_t>(port / 2);
    const int direction = port % 2 == 0 ? 1 : -1;
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < d; ++i)
      stride *= sizes_[i];
    const std::int64_t x = node / stride % sizes_[d], next = (x + direction + sizes_[d]) % sizes_[d];
    return "node " + std::to_string(node) + " -> node " + std::to_string(node + (next - x) * stride) + " (" +
           (direction > 0 ? "+" : "-") + (d < 3 ? std::string(1, "xyz"[d]) : "d" + std::to_string(d)) + ")";
  }

  /// Along a row it grows in the direction of the link, so that only going round the end is a descent.
  std::int64_t rank(LinkId link) const override {
    const std::int64_t index = link.value() - 2 * nodes_, port = index % linksPerNode();
    std::int64_t x = index / linksPerNode();
    const auto d = static_cast<std::size_t>(port / 2);
    for (std::size_t i = 0; i < d; ++i)
      x /= sizes_[i];
    x %= sizes_[d];
    return static_cast<std::int64_t>(d) * longest_ + (port % 2 == 0 ? x : sizes_[d] - 1 - x);
  }
  int phases() const override { return 1 + static_cast<int>(std::count(ends_.begin(), ends_.end(), Ends::Joined)); }

  int diameter() const override {
    int total = 0;
    for (std::size_t d = 0; d < sizes_.size(); ++d)
      total += static_cast<int>(ends_[d] == Ends::Joined ? sizes_[d] / 2 : sizes_[d] - 1);
    return total;
  }
  std::optional<std::int64_t> bisectionLinks() const override {
    std::optional<std::int64_t> least;
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      if (sizes_[d] == 1)
        continue;
      const std::int64_t cut = nodes_ / sizes_[d] * (ends_[d] == Ends::Joined && sizes_[d] > 2 ? 2 : 1);
      least = std::min(least.value_or(cut), cut);
    }
    return least;
  }

private:
  std::int64_t linksPerNode() const { return 2 * static_cast<std::int64_t>(sizes_.size()); }

  /// Steps in one dimension; returns the first link of the node it ends at.
  std::int64_t walk(std::size_t d, std::uint32_t x, std::uint32_t goal, bool tie_positive, std::int64_t links_per_step,
                    std::int64_t first, Route &route) const {
    const std::int64_t size = sizes_[d], step = shortest(d, x, goal, tie_positive);
    const std::int64_t port = 2 * static_cast<std::int64_t>(d) + (step > 0 ? 0 : 1);
    std::int64_t at = x;
    for (std::int64_t left = std::abs(step); left > 0; --left) {
      route.add(LinkId{first + port});
      std::int64_t next = at + (step > 0 ? 1 : -1);
      next = next == size ? 0 : next < 0 ? size - 1 : next;
      first += (next - at) * links_per_step;
      at = next;
    }
    return first;
  }
  /// Signed steps from one coordinate to another.
  std::int64_t shortest(std::size_t d, std::int64_t from, std::int64_t to, bool tie_positive) const {
    const std::int64_t size = sizes_[d], forward = to >= from ? to - from : to - from + size;
    if (ends_[d] == Ends::Open || forward == 0)
      return to - from;
    const std::int64_t backward = size - forward;
    return forward < backward || (forward == backward && tie_positive) ? forward : -backward;
  }
  std::uint64_t coordinateSum(NodeId node) const {
    auto rest = static_cast<std::uint32_t>(node.value());
    std::uint64_t sum = 0;
    for (std::uint32_t size : sizes_) {
      sum += rest % size;
      rest /= size;
    }
    return sum;
  }

  std::vector<std::uint32_t> sizes_;
  std::vector<Ends> ends_;
  std::int64_t nodes_;
  std::int64_t longest_;
};

} // namespace

std::unique_ptr<Topology> makeGrid(std::vector<std::int64_t> dimensions, std::vector<Ends> ends) {
  return std::make_unique<Grid>(std::move(dimensions), std::move(ends));
}

std::unique_ptr<Topology> makeTorus(std::vector<std::int64_t> dimensions) {
  std::vector<Ends> ends(dimensions.size(), Ends::Joined);
  return makeGrid(std::move(dimensions), std::move(ends));
}

} // namespace maquette::models
