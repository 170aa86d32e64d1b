//===- models/lib/routing/routing.cpp ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/routing/routing.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <algorithm>
#include <optional>

namespace maquette::models {

bool Routing::reconsider(NodeId, std::size_t, const LinkQueues &, Route &) { return false; }

namespace {

class Minimal final : public Routing {
public:
  explicit Minimal(const Topology &topology) : topology_(topology) {}
  bool isStatic() const override { return true; }
  void route(NodeId source, NodeId destination, const LinkQueues &, Route &route) override {
    topology_.route(source, destination, route);
  }
  int phases() const override { return topology_.phases(); }

private:
  const Topology &topology_;
};

/// One of the shortest ways, by a hash of the pair.
class EqualCost final : public Routing {
public:
  EqualCost(const Topology &topology, std::uint64_t seed) : topology_(topology), random_(seed, 1) {}
  bool isStatic() const override { return true; }
  void route(NodeId source, NodeId destination, const LinkQueues &, Route &route) override {
    MAQUETTE_ASSERT(source != destination);
    route.clear();
    route.add(Topology::injection(source));
    const std::uint64_t pair = std::uint64_t{static_cast<std::uint32_t>(source.value())} << 32 |
                               static_cast<std::uint32_t>(destination.value());
    topology_.connect(topology_.routerOf(source), topology_.routerOf(destination), random_.bits(pair), route);
    route.add(Topology::ejection(destination));
  }
  int phases() const override { return topology_.phases(); }

private:
  const Topology &topology_;
  sim::Random random_;
};

/// Through a random detour; what the nonminimal algorithms share.
class Detours {
public:
  Detours(const Topology &topology, std::uint64_t seed) : topology_(topology), random_(seed, 2) {}
  /// Appends a way from router to router through a random detour.
  void append(RouterId from, RouterId to, Route &route) {
    const std::optional<std::int64_t> own = topology_.ownDetour(from);
    const std::int64_t others = topology_.detourCount() - (own ? 1 : 0);
    auto detour =
        others == 0 ? 0 : static_cast<std::int64_t>(random_.below(draws_++, static_cast<std::uint64_t>(others)));
    if (own && others > 0 && detour >= *own)
      ++detour;
    topology_.connectVia(from, to, detour, random_.bits(draws_++), route);
  }
  /// Appends one of the shortest.
  void appendShortest(NodeId source, RouterId from, NodeId destination, Route &route) const {
    topology_.connect(from, topology_.routerOf(destination), topology_.staticChoice(source, destination), route);
  }
  const Topology &topology() const { return topology_; }

private:
  const Topology &topology_;
  sim::Random random_;
  std::uint64_t draws_ = 0;
};

class Valiant final : public Routing {
public:
  Valiant(const Topology &topology, std::uint64_t seed) : detours_(topology, seed) {}
  bool isStatic() const override { return false; }
  void route(NodeId source, NodeId destination, const LinkQueues &, Route &route) override {
    MAQUETTE_ASSERT(source != destination);
    const Topology &topology = detours_.topology();
    route.clear();
    route.add(Topology::injection(source));
    detours_.append(topology.routerOf(source), topology.routerOf(destination), route);
    route.add(Topology::ejection(destination));
  }
  int phases() const override { return detours_.topology().detourPhases(); }

private:
  Detours detours_;
};

/// Minimal, or through a random detour when the queues times the hops on the minimal way are longer.
class Ugal : public Routing {
public:
  /// Which queues count: the first link's, or those of all links of the way.
  enum class View : std::uint8_t { Local, Global };
  Ugal(const Topology &topology, std::uint64_t seed, View view) : detours_(topology, seed), view_(view) {}

  bool isStatic() const override { return false; }
  void route(NodeId source, NodeId destination, const LinkQueues &queues, Route &route) override {
    MAQUETTE_ASSERT(source != destination);
    const RouterId from = detours_.topology().routerOf(source), to = detours_.topology().routerOf(destination);
    route.clear();
    route.add(Topology::injection(source));
    detours_.appendShortest(source, from, destination, route);
    divert(from, to, 1, queues, route);
    route.add(Topology::ejection(destination));
  }
  Decides decides() const override { return Decides::AtSource; }
  bool reconsider(NodeId destination, std::size_t at, const LinkQueues &queues, Route &route) override {
    const std::optional<RouterId> here = routerBefore(at, route);
    if (!here)
      return false;
    route.cut(route.links().size() - 1); // Without the destination's interface.
    const bool diverted = divert(*here, topology().routerOf(destination), at, queues, route);
    route.add(Topology::ejection(destination));
    return diverted;
  }
  int phases() const override { return detours_.topology().detourPhases(); }
  /// Minimal ways end in the last phase, as detours do.
  FirstPhases firstPhases() const override { return {topology().detourPhases() - topology().phases(), 0}; }

protected:
  /// Replaces links \p first on of \p route, which lead from \p from to \p to, when a detour looks shorter.
  bool divert(RouterId from, RouterId to, std::size_t first, const LinkQueues &queues, Route &route) {
    if (from == to)
      return false;
    detour_.clear();
    detours_.append(from, to, detour_);
    const std::span<const LinkId> minimal = route.links().subspan(first);
    if (!looksShorter(detour_.links(), minimal, queues))
      return false;
    route.cut(first);
    for (LinkId link : detour_.links())
      route.add(link);
    return true;
  }
  const Topology &topology() const { return detours_.topology(); }

private:
  /// The source's router, or another of its group; empty when the way has left that.
  std::optional<RouterId> routerBefore(std::size_t at, const Route &route) const {
    std::optional<RouterId> here = topology().routerOf(Topology::nodeOfNic(route.links().front()));
    for (std::size_t i = 1; i < at && here; ++i)
      here = topology().groupRouterAfter(route.links()[i]);
    return here;
  }
  /// Local: the queue of the first link, for each hop; when both begin with the same link, that of each in its own
  /// virtual channels. Global: the queues of all.
  bool looksShorter(std::span<const LinkId> detour, std::span<const LinkId> minimal, const LinkQueues &queues) const {
    if (view_ == View::Global)
      return sumOf(detour, queues) < sumOf(minimal, queues);
    if (std::equal(detour.begin(), detour.end(), minimal.begin(), minimal.end()))
      return false; // Drawn where the way begins or ends.
    const bool shared = detour.front() == minimal.front();
    const auto cost = [&](std::span<const LinkId> way, int phase) {
      return queues.queuedBefore(way, shared ? std::optional(phase) : std::nullopt) *
             static_cast<std::int64_t>(way.size());
    };
    return cost(detour, firstPhases().detour) < cost(minimal, firstPhases().minimal);
  }
  static std::int64_t sumOf(std::span<const LinkId> way, const LinkQueues &queues) {
    std::int64_t sum = 0;
    for (LinkId link : way)
      sum += queues.queued(link);
    return sum;
  }

  Detours detours_;
  View view_;
  Route detour_;
};

/// UGAL-L that decides again at each further router of the source's group, until a packet has left it or is diverted.
class Progressive final : public Ugal {
public:
  Progressive(const Topology &topology, std::uint64_t seed) : Ugal(topology, seed, View::Local) {}
  Decides decides() const override { return Decides::InGroup; }
  int phases() const override { return topology().detourPhases() + 1; }
  FirstPhases firstPhases() const override { return {0, 1}; }
};

constexpr RoutingName kNames[] = {{"minimal", kMinimal}, {"ecmp", kEqualCost}, {"valiant", kDetours},
                                  {"ugal-l", kDetours},  {"ugal-g", kDetours}, {"par", kProgressive}};

} // namespace

std::span<const RoutingName> routingNames() { return kNames; }

std::unique_ptr<Routing> makeRouting(std::string_view name, const Topology &topology, std::uint64_t seed) {
  if (name == "ecmp")
    return std::make_unique<EqualCost>(topology, seed);
  if (name == "valiant")
    return std::make_unique<Valiant>(topology, seed);
  if (name == "ugal-l")
    return std::make_unique<Ugal>(topology, seed, Ugal::View::Local);
  if (name == "ugal-g")
    return std::make_unique<Ugal>(topology, seed, Ugal::View::Global);
  if (name == "par")
    return std::make_unique<Progressive>(topology, seed);
  return std::make_unique<Minimal>(topology);
}

void phasesOf(const Topology &topology, std::span<const LinkId> route, std::vector<std::uint8_t> &phases,
              std::size_t from, int first) {
  phases.assign(route.size(), 0);
  int phase = 0;
  // The interfaces stand before and after everything.
  for (std::size_t i = 1; i + 1 < route.size(); ++i) {
    phase += i > 1 && topology.rank(route[i]) <= topology.rank(route[i - 1]) ? 1 : 0;
    phase = i == from ? std::max(phase, first) : phase;
    phases[i] = static_cast<std::uint8_t>(phase);
  }
}

} // namespace maquette::models
