//===- models/lib/routing/routing.h - which way a message goes --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Routing picks whole routes. Adaptive ones look at the queues of links; progressive ones may change the rest of a
/// route while a packet is under way. Where chance decides, it is drawn from the seed and the number of the decision.
/// docs/models/routing.md holds the rules.
#ifndef MAQUETTE_MODELS_LIB_ROUTING_ROUTING_H
#define MAQUETTE_MODELS_LIB_ROUTING_ROUTING_H

#include "maquette/models/topology.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace maquette::models {

/// What adaptive routing sees of the network.
class LinkQueues {
public:
  virtual ~LinkQueues() = default;
  /// What waits to cross \p link, in a unit that is the same for all links.
  virtual std::int64_t queued(LinkId link) const = 0;
  /// The part of it in the virtual channels of one phase. Without channels: all.
  virtual std::int64_t queuedIn(LinkId link, int phase) const {
    static_cast<void>(phase);
    return queued(link);
  }
  /// What the router at the beginning of \p way can know of: the queue of its first link, into which buffers further on
  /// fill back. \p phase: only that in the channels of this one.
  virtual std::int64_t queuedBefore(std::span<const LinkId> way, std::optional<int> phase) const {
    return phase ? queuedIn(way.front(), *phase) : queued(way.front());
  }
};

class Routing {
public:
  virtual ~Routing() = default;
  /// True when all messages between two nodes go the same way.
  virtual bool isStatic() const = 0;
  /// When a packet may leave the minimal way: never, or at which routers.
  enum class Decides : std::uint8_t { Never, AtSource, InGroup };
  virtual Decides decides() const { return Decides::Never; }
  /// Fills \p route from the source's interface to the destination's, decided at once. \pre they differ.
  virtual void route(NodeId source, NodeId destination, const LinkQueues &queues, Route &route) = 0;
  /// A packet is about to cross link number \p at of \p route, which is still minimal. True when the rest of the route,
  /// from there on, was replaced, for good.
  virtual bool reconsider(NodeId destination, std::size_t at, const LinkQueues &queues, Route &route);
  /// Most phases of ranks of a route: the virtual channels it needs.
  virtual int phases() const = 0;
  /// In which phase ways begin: those of packets that may still leave the minimal way, and detours. Different ones keep
  /// both apart at the source, so that a queue tells which of the two waits.
  struct FirstPhases {
    int minimal = 0;
    int detour = 0;
  };
  virtual FirstPhases firstPhases() const { return {}; }
};

/// The names makeRouting() knows, and what a topology can be routed by.
enum RoutingUse : unsigned {
  kMinimal = 1,
  kEqualCost = 2,  ///< Several shortest ways, freely chosen from.
  kDetours = 4,    ///< Nonminimal ways.
  kProgressive = 8 ///< Groups, in which a decision can be changed.
};
struct RoutingName {
  std::string_view name;
  unsigned use;
};
std::span<const RoutingName> routingNames();

/// \p name is one of routingNames() that fits \p topology.
std::unique_ptr<Routing> makeRouting(std::string_view name, const Topology &topology, std::uint64_t seed);

/// Phase of each link of a route, by which it uses virtual channels: begins with 0, grows by one wherever the rank does
/// not, and is at least \p first from link number \p from on.
void phasesOf(const Topology &topology, std::span<const LinkId> route, std::vector<std::uint8_t> &phases,
              std::size_t from = 1, int first = 0);

} // namespace maquette::models

#endif
