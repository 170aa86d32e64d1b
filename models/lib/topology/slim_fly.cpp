//===- models/lib/topology/slim_fly.cpp -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {
namespace {

/// After M. Besta, T. Hoefler, Slim Fly, SC 2014: routers (0, x, y) and (1, m, c) over the numbers modulo q. (0, x, y)
/// and (0, x, y') are joined when y - y' is in X, (1, m, c) and (1, m, c') when c - c' is in X', (0, x, y) and (1, m,
/// c) when y = m x + c. Router (s, x, y) has number (s q + x) q + y; its links follow the interfaces: first those of X
/// or X', then one to each x or m of the other side.
class SlimFly final : public Topology {
public:
  SlimFly(std::int64_t q, std::int64_t nodes_per_router) : q_(q), p_(nodes_per_router), steps_(differences(q)) {}

  std::int64_t nodeCount() const override { return routerCount() * p_; }
  std::int64_t linkCount() const override { return 2 * nodeCount() + routerCount() * ports(); }
  std::int64_t routerCount() const override { return 2 * q_ * q_; }
  RouterId routerOf(NodeId node) const override { return RouterId{node.value() / p_}; }
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return static_cast<std::uint64_t>(source.value()) + static_cast<std::uint64_t>(destination.value());
  }

  /// Directly, or through one of the neighbours of both.
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    if (from == to)
      return;
    if (const std::int64_t port = portTo(from, to); port >= 0) {
      route.add(link(from, port));
      return;
    }
    std::uint64_t common = 0;
    for (std::int64_t port = 0; port < ports(); ++port)
      common += portTo(neighbour(from, port), to) >= 0 ? 1 : 0;
    std::uint64_t left = choice % common;
    for (std::int64_t port = 0; port < ports(); ++port) {
      const RouterId between = neighbour(from, port);
      const std::int64_t onward = portTo(between, to);
      if (onward < 0 || left-- != 0)
        continue;
      route.add(link(from, port));
      route.add(link(between, onward));
      return;
    }
  }

  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    const RouterId from = routerOf(source), to = routerOf(destination);
    return from == to ? 2 : portTo(from, to) >= 0 ? 3 : 4;
  }
  std::int64_t rank(LinkId) const override { return 0; }
  int phases() const override { return 2; }
  int diameter() const override { return 4; }

  std::string linkName(LinkId id) const override {
    if (isNic(id))
      return interfaceName(id);
    const std::int64_t index = id.value() - 2 * nodeCount();
    const RouterId from{index / ports()}, to = neighbour(from, index % ports());
    return "router " + std::to_string(from.value()) + " -> router " + std::to_string(to.value());
  }

private:
  using Differences = std::vector<std::int64_t>;
  struct Sides {
    Differences of[2]; ///< X and X', sorted.
  };

  std::int64_t inside() const { return static_cast<std::int64_t>(steps_.of[0].size()); }
  std::int64_t ports() const { return inside() + q_; }
  LinkId link(RouterId router, std::int64_t port) const {
    return LinkId{2 * nodeCount() + router.value() * ports() + port};
  }

  RouterId neighbour(RouterId router, std::int64_t port) const {
    const std::int64_t at = router.value(), side = at / (q_ * q_), x = at / q_ % q_, y = at % q_;
    if (port < inside())
      return RouterId{at - y + (y + steps_.of[side][static_cast<std::size_t>(port)]) % q_};
    const std::int64_t other = port - inside();
    // y = m x + c with the other's number as m or as x.
    const std::int64_t there = side == 0 ? (y + q_ * q_ - other * x) % q_ : (x * other + y) % q_;
    return RouterId{((1 - side) * q_ + other) * q_ + there};
  }
  /// -1 when they are not joined.
  std::int64_t portTo(RouterId from, RouterId to) const {
    const std::int64_t here = from.value(), there = to.value(), side = here / (q_ * q_), other = there / q_ % q_;
    if (side != there / (q_ * q_))
      return neighbour(from, inside() + other) == to ? inside() + other : -1;
    if (here / q_ != there / q_)
      return -1;
    const Differences &steps = steps_.of[side];
    const std::int64_t step = (there - here + q_) % q_;
    const auto found = std::lower_bound(steps.begin(), steps.end(), step);
    return found != steps.end() && *found == step ? found - steps.begin() : -1;
  }

  /// X the even powers of a primitive element and X' the odd ones; where q is 3 modulo 4, of the powers below (q + 1) /
  /// 2, with their negatives: then -1 is an odd power, and both sets must hold the negative of each of theirs.
  static Sides differences(std::int64_t q) {
    Sides sides;
    const std::int64_t element = primitive(q);
    std::int64_t power = 1;
    for (std::int64_t exponent = 0; exponent < (q % 4 == 1 ? q - 1 : (q + 1) / 2); ++exponent) {
      sides.of[exponent % 2].push_back(power);
      if (q % 4 == 3)
        sides.of[exponent % 2].push_back(q - power);
      power = power * element % q;
    }
    for (Differences &set : sides.of)
      std::sort(set.begin(), set.end());
    return sides;
  }
  static std::int64_t primitive(std::int64_t q) {
    for (std::int64_t candidate = 2;; ++candidate) {
      std::int64_t power = candidate, order = 1;
      for (; power != 1; power = power * candidate % q)
        ++order;
      if (order == q - 1)
        return candidate;
    }
  }

  std::int64_t q_;
  std::int64_t p_;
  Sides steps_;
};

[[maybe_unused]] bool isOddPrime(std::int64_t q) {
  for (std::int64_t factor = 2; factor * factor <= q; ++factor)
    if (q % factor == 0)
      return false;
  return q > 2;
}

} // namespace

std::unique_ptr<Topology> makeSlimFly(std::int64_t q, std::int64_t nodes_per_router) {
  MAQUETTE_ASSERT(isOddPrime(q));
  return std::make_unique<SlimFly>(q, nodes_per_router);
}

} // namespace maquette::models
