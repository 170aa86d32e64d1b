//===- models/lib/topology/torus.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"

#include <cstdlib>
#include <functional>
#include <numeric>

namespace maquette::models {
namespace {

/// Node i has coordinates in mixed radix, the first dimension fastest. Its links follow the interfaces, two per
/// dimension: +, -.
class Torus final : public Topology {
public:
  explicit Torus(std::vector<std::int64_t> dimensions)
      : sizes_(std::move(dimensions)),
        nodes_(std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{1}, std::multiplies<>())) {}

  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return nodes_ * (2 + linksPerNode()); }
  bool interfaceIsCable() const override { return false; }

  void route(NodeId source, NodeId destination, Route &route) const override {
    route.clear();
    route.add(injection(source));
    std::int64_t at = source, stride = 1;
    const std::int64_t coordinates = coordinateSum(source) + coordinateSum(destination);
    for (std::size_t d = 0; d < sizes_.size(); ++d) {
      const std::int64_t size = sizes_[d];
      std::int64_t x = at / stride % size;
      const std::int64_t goal = destination / stride % size;
      // Parity of the source's coordinate and both ends' others: over all pairs, half of the ties of a row go each way.
      const std::int64_t step = shortest(x, goal, size, (coordinates - goal) % 2 == 0);
      const int direction = step > 0 ? 1 : -1;
      for (std::int64_t left = step; left != 0; left -= direction) {
        route.add(link(at, d, direction));
        const std::int64_t next = (x + direction + size) % size;
        at += (next - x) * stride;
        x = next;
      }
      stride *= size;
    }
    route.add(ejection(destination));
  }

  int hops(NodeId source, NodeId destination) const override {
    std::int64_t total = 0, stride = 1;
    for (std::int64_t size : sizes_) {
      total += std::abs(shortest(source / stride % size, destination / stride % size, size, true));
      stride *= size;
    }
    return static_cast<int>(total);
  }

  std::string linkName(LinkId id) const override {
    if (isInterface(id))
      return interfaceName(id);
    const std::int64_t port = (id - 2 * nodes_) % linksPerNode(), node = (id - 2 * nodes_) / linksPerNode();
    const auto d = static_cast<std::size_t>(port / 2);
    const int direction = port % 2 == 0 ? 1 : -1;
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < d; ++i)
      stride *= sizes_[i];
    const std::int64_t x = node / stride % sizes_[d], next = (x + direction + sizes_[d]) % sizes_[d];
    return "node " + std::to_string(node) + " -> node " + std::to_string(node + (next - x) * stride) + " (" +
           (direction > 0 ? "+" : "-") + (d < 3 ? std::string(1, "xyz"[d]) : "d" + std::to_string(d)) + ")";
  }

private:
  std::int64_t linksPerNode() const { return 2 * static_cast<std::int64_t>(sizes_.size()); }
  LinkId link(std::int64_t node, std::size_t d, int direction) const {
    return 2 * nodes_ + node * linksPerNode() + 2 * static_cast<std::int64_t>(d) + (direction > 0 ? 0 : 1);
  }
  /// Signed steps from one coordinate to another.
  static std::int64_t shortest(std::int64_t from, std::int64_t to, std::int64_t size, bool tie_positive) {
    const std::int64_t forward = (to - from + size) % size, backward = size - forward;
    if (forward < backward || (forward == backward && tie_positive))
      return forward;
    return -(forward == 0 ? 0 : backward);
  }
  std::int64_t coordinateSum(std::int64_t node) const {
    std::int64_t sum = 0;
    for (std::int64_t size : sizes_) {
      sum += node % size;
      node /= size;
    }
    return sum;
  }

  std::vector<std::int64_t> sizes_;
  std::int64_t nodes_;
};

} // namespace

std::unique_ptr<Topology> makeTorus(std::vector<std::int64_t> dimensions) {
  return std::make_unique<Torus>(std::move(dimensions));
}

} // namespace maquette::models
