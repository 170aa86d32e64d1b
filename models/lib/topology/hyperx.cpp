//===- models/lib/topology/hyperx.cpp ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace maquette::models {
namespace {

/// Router r has coordinates in mixed radix, the first dimension fastest. Its links follow the interfaces: in each
/// dimension one to each other coordinate, those above its own moved down by one.
class HyperX final : public Topology {
public:
  HyperX(std::vector<std::int64_t> dimensions, std::int64_t nodes_per_router)
      : sizes_(std::move(dimensions)), p_(nodes_per_router),
        routers_(std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{1}, std::multiplies<>())) {
    for (std::int64_t size : sizes_) {
      first_port_.push_back(ports_);
      ports_ += size - 1;
    }
  }

  std::int64_t nodeCount() const override { return routers_ * p_; }
  std::int64_t linkCount() const override { return 2 * nodeCount() + routers_ * ports_; }
  std::int64_t routerCount() const override { return routers_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value() / p_}; }
  /// There is one way; the choice is of links side by side.
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return static_cast<std::uint64_t>(source.value()) + static_cast<std::uint64_t>(destination.value());
  }

  /// Dimension order, each in one step.
  void connect(RouterId from, RouterId to, std::uint64_t, Route &route) const override {
    std::int64_t at = from.value(), stride = 1;
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      const std::int64_t x = from.value() / stride % sizes_[d], goal = to.value() / stride % sizes_[d];
      if (x != goal)
        route.add(LinkId{2 * nodeCount() + at * ports_ + first_port_[d] + (goal < x ? goal : goal - 1)});
      at += (goal - x) * stride;
      stride *= sizes_[d];
    }
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    int total = 2;
    std::int64_t from = source.value() / p_, to = destination.value() / p_;
    for (std::int64_t size : sizes_) {
      total += from % size != to % size ? 1 : 0;
      from /= size;
      to /= size;
    }
    return total;
  }

  std::int64_t rank(LinkId link) const override { return static_cast<std::int64_t>(dimensionOf(portOf(link))); }
  int diameter() const override { return 2 + static_cast<int>(sizes_.size()); }
  std::optional<std::int64_t> bisectionLinks() const override {
    std::optional<std::int64_t> least;
    for (std::int64_t size : sizes_)
      if (size > 1)
        least = std::min(least.value_or(routers_ * size), routers_ / size * (size / 2) * (size - size / 2));
    return least;
  }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    const std::int64_t router = (link.value() - 2 * nodeCount()) / ports_, port = portOf(link);
    const std::size_t d = dimensionOf(port);
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < d; ++i)
      stride *= sizes_[i];
    const std::int64_t x = router / stride % sizes_[d], other = port - first_port_[d], goal = other + (other >= x);
    return "router " + std::to_string(router) + " -> router " + std::to_string(router + (goal - x) * stride);
  }

private:
  std::int64_t portOf(LinkId link) const { return (link.value() - 2 * nodeCount()) % ports_; }
  std::size_t dimensionOf(std::int64_t port) const {
    std::size_t d = sizes_.size() - 1;
    while (first_port_[d] > port)
      --d;
    return d;
  }

  std::vector<std::int64_t> sizes_;
  std::int64_t p_;
  std::int64_t routers_;
  std::vector<std::int64_t> first_port_; ///< Of each dimension.
  std::int64_t ports_ = 0;               ///< Of a router, without its nodes'.
};

} // namespace

std::unique_ptr<Topology> makeHyperX(std::vector<std::int64_t> dimensions, std::int64_t nodes_per_router) {
  return std::make_unique<HyperX>(std::move(dimensions), nodes_per_router);
}

} // namespace maquette::models
