//===- models/lib/topology/gamma.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <bit>

namespace maquette::models {
namespace {

/// After D. S. Parker, C. S. Raghavendra, The Gamma Network, IEEE Trans. Computers C-33(4), 1984. N = 2^n nodes send
/// from column 0 and receive from column n; switch j of column i has links to j - 2^i, j and j + 2^i (modulo N) of the
/// next. Link t of it, t = 0, 1, 2 for -, 0, +, follows the interfaces at (i N + j) 3 + t.
class Gamma final : public Topology {
public:
  explicit Gamma(std::int64_t nodes) : nodes_(nodes) {
    while ((std::int64_t{1} << columns_) < nodes)
      ++columns_;
  }
  std::int64_t nodeCount() const override { return nodes_; }
  std::int64_t linkCount() const override { return 2 * nodes_ + 3 * columns_ * nodes_; }
  std::int64_t routerCount() const override { return nodes_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value()}; }
  std::uint64_t staticChoice(NodeId, NodeId destination) const override {
    return static_cast<std::uint64_t>(destination.value());
  }

  /// The distance in digits -1, 0, 1: an odd rest may be gone either way, and bits of \p choice say which.
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    const auto mask = static_cast<std::uint64_t>(nodes_ - 1);
    std::uint64_t rest = static_cast<std::uint64_t>(to.value() - from.value()) & mask;
    auto at = static_cast<std::uint64_t>(from.value());
    for (int column = 0; column < columns_; ++column) {
      const std::uint64_t step = std::uint64_t{1} << column;
      const bool odd = (rest & step) != 0, forward = (choice & step) != 0;
      const std::int64_t place = column * nodes_ + static_cast<std::int64_t>(at);
      route.add(LinkId{2 * nodes_ + place * 3 + (odd ? (forward ? 2 : 0) : 1)});
      const std::uint64_t moved = odd ? (forward ? step : ~step + 1) : 0;
      rest = (rest - moved) & mask;
      at = (at + moved) & mask;
    }
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return columns_ + 2;
  }
  std::int64_t rank(LinkId link) const override { return (link.value() - 2 * nodes_) / (3 * nodes_); }
  int diameter() const override { return columns_ + 2; }

  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return interfaceName(link);
    const std::int64_t index = link.value() - 2 * nodes_, column = index / (3 * nodes_), at = index / 3 % nodes_;
    const std::int64_t next = (at + (index % 3 - 1) * (std::int64_t{1} << column) + nodes_) % nodes_;
    return switchName(column, at) + " -> " + switchName(column + 1, next);
  }

private:
  static std::string switchName(std::int64_t column, std::int64_t at) {
    return "switch " + std::to_string(column) + "." + std::to_string(at);
  }
  std::int64_t nodes_;
  int columns_ = 0;
};

} // namespace

std::unique_ptr<Topology> makeGamma(std::int64_t nodes) {
  MAQUETTE_ASSERT(nodes > 0 && std::has_single_bit(static_cast<std::uint64_t>(nodes)));
  return std::make_unique<Gamma>(nodes);
}

} // namespace maquette::models
