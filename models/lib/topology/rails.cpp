//===- models/lib/topology/rails.cpp - nodes with several interfaces --------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/topology/topology_wrapper.h"

#include "maquette/models/machine.h"
#include "maquette/sim/assert.h"

namespace maquette::models {
namespace {

/// All ports in one network: only their names are of nodes.
class SharedRails final : public TopologyWrapper {
public:
  SharedRails(std::unique_ptr<Topology> topology, const Ports &ports)
      : TopologyWrapper(std::move(topology)), ports_(ports) {}
  std::string linkName(LinkId link) const override {
    return isNic(link) ? ports_.interfaceName(link) : inner().linkName(link);
  }

private:
  Ports ports_;
};

/// A copy of the topology for each rail, that no way leads out of. After the interfaces of all come the inner links of
/// the first rail, then those of the second, and so on.
class Planes final : public TopologyWrapper {
public:
  Planes(std::unique_ptr<Topology> topology, const Ports &ports)
      : TopologyWrapper(std::move(topology)), ports_(ports), routers_(inner().routerCount()) {}

  std::int64_t nodeCount() const override { return ports_.count(); }
  std::int64_t linkCount() const override { return 2 * nodeCount() + innerLinks() * ports_.rails; }
  std::int64_t routerCount() const override { return routers_ * ports_.rails; }
  RouterId routerOf(NodeId port) const override {
    return onRail(ports_.railOf(port), inner().routerOf(ports_.nodeOf(port)));
  }
  void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const override {
    const std::size_t begin = route.links().size();
    inner().connect(innerOf(from), innerOf(to), choice, route);
    moveTo(railOf(from), begin, route);
  }
  void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const override {
    const std::size_t begin = route.links().size();
    inner().connectVia(innerOf(from), innerOf(to), detour, choice, route);
    moveTo(railOf(from), begin, route);
  }
  std::optional<std::int64_t> ownDetour(RouterId router) const override { return inner().ownDetour(innerOf(router)); }
  std::uint64_t staticChoice(NodeId source, NodeId destination) const override {
    return inner().staticChoice(ports_.nodeOf(source), ports_.nodeOf(destination));
  }
  int hops(NodeId source, NodeId destination) const override {
    MAQUETTE_ASSERT(source != destination);
    return inner().hops(ports_.nodeOf(source), ports_.nodeOf(destination));
  }
  std::string linkName(LinkId link) const override {
    if (isNic(link))
      return ports_.interfaceName(link);
    return inner().linkName(innerOf(link)) + ", rail " + std::to_string(railOf(link));
  }
  std::optional<RouterId> groupRouterAfter(LinkId link) const override {
    if (isNic(link))
      return std::nullopt;
    const std::optional<RouterId> router = inner().groupRouterAfter(innerOf(link));
    return router ? std::optional(onRail(railOf(link), *router)) : std::nullopt;
  }
  std::int64_t rank(LinkId link) const override { return inner().rank(innerOf(link)); }
  std::optional<std::int64_t> bisectionLinks() const override {
    const std::optional<std::int64_t> links = inner().bisectionLinks();
    return links ? std::optional(*links * ports_.rails) : std::nullopt;
  }

private:
  RouterId onRail(std::int64_t rail, RouterId inner) const { return RouterId{rail * routers_ + inner.value()}; }
  std::int64_t railOf(RouterId router) const { return router.value() / routers_; }
  RouterId innerOf(RouterId router) const { return RouterId{router.value() % routers_}; }
  std::int64_t railOf(LinkId link) const { return (link.value() - 2 * nodeCount()) / innerLinks(); }
  LinkId innerOf(LinkId link) const {
    return LinkId{(link.value() - 2 * nodeCount()) % innerLinks() + 2 * ports_.nodes};
  }
  void moveTo(std::int64_t rail, std::size_t begin, Route &route) const {
    const std::int64_t offset = 2 * nodeCount() - 2 * ports_.nodes + rail * innerLinks();
    for (std::size_t i = begin; i < route.links().size(); ++i)
      route.replace(i, LinkId{route.links()[i].value() + offset});
  }

  Ports ports_;
  std::int64_t routers_; ///< Of one rail.
};

} // namespace

std::unique_ptr<Topology> makeRails(std::unique_ptr<Topology> topology, const Ports &ports) {
  MAQUETTE_ASSERT(ports.rails > 1);
  if (ports.shared)
    return std::make_unique<SharedRails>(std::move(topology), ports);
  return std::make_unique<Planes>(std::move(topology), ports);
}

} // namespace maquette::models
