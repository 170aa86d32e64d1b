//===- maquette/models/topology.h - nodes, links and the way between --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Topology computes routes on the fly from numbers of nodes: no tables per pair, so a million nodes cost nothing.
///
/// Links are directed and numbered. Links 0 .. 2n-1 are the interfaces of the n nodes: 2i from node i into the network,
/// 2i+1 out of the network to node i. The others follow. A route begins with the source's interface and ends with the
/// destination's. Nodes hang on routers; the routers that have nodes are numbered from 0.
///
/// Channels  a route climbs through ranks: the rank of each of its links is above that of the link before, or else a
///           new phase begins. Phases number virtual channels, so no circle of channels can wait for each other
///           (W. J. Dally, C. L. Seitz: Deadlock-Free Message Routing in Multiprocessor Interconnection Networks, IEEE
///           Trans. Computers C-36(5), 1987).
#ifndef MAQUETTE_MODELS_TOPOLOGY_H
#define MAQUETTE_MODELS_TOPOLOGY_H

#include "maquette/models/network_model.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::models {

struct Machine;
struct Ports;

using RouterId = sim::StrongId<struct RouterTag, std::int64_t>;

/// The links of one route, in order. A fixed buffer that is used again for the next route.
class Route {
public:
  void clear() { links_.clear(); }
  void add(LinkId link) { links_.push_back(link); }
  void replace(std::size_t at, LinkId link) { links_[at] = link; }
  /// Forgets all but the first \p count links.
  void cut(std::size_t count) { links_.resize(count); }
  std::span<const LinkId> links() const { return links_; }

private:
  std::vector<LinkId> links_;
};

class Topology {
public:
  virtual ~Topology() = default;
  virtual std::int64_t nodeCount() const = 0;
  /// Interfaces included.
  virtual std::int64_t linkCount() const = 0;
  virtual std::int64_t routerCount() const = 0;
  virtual RouterId routerOf(NodeId node) const = 0;
  /// Appends a shortest way between two routers. Where there are several, \p choice picks one: any number does.
  virtual void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const = 0;
  /// The choice of static routing.
  virtual std::uint64_t staticChoice(NodeId source, NodeId destination) const = 0;
  /// Cables on the way, each with its latency. \pre source and destination differ.
  virtual int hops(NodeId source, NodeId destination) const = 0;
  /// Links of a whole route that have the latency of a link.
  virtual std::int64_t crossedLinks(const Route &route) const {
    return static_cast<std::int64_t>(route.links().size()) - (nicIsLink() ? 0 : 2);
  }
  /// True when a node's interface ends in a link to a switch, so that the slower of both bounds it.
  virtual bool nicIsLink() const { return true; }
  /// For people: "node 5 -> node 6 (+x)".
  virtual std::string linkName(LinkId link) const = 0;

  /// Where nonminimal ways may go through: routers, or groups of them.
  virtual std::int64_t detourCount() const { return routerCount(); }
  /// The one of them that \p router is in itself, which is not drawn for ways from there; empty where all are drawn.
  virtual std::optional<std::int64_t> ownDetour(RouterId router) const { return router.value(); }
  /// Appends the way through detour \p detour.
  virtual void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const;

  /// The router at the end of a link that does not leave its group of routers; empty where it does, and without groups.
  virtual std::optional<RouterId> groupRouterAfter(LinkId) const { return std::nullopt; }

  /// The rank of a link among the channels of one phase. The interface's is not asked for.
  virtual std::int64_t rank(LinkId link) const = 0;
  /// Most phases of a shortest way, and of one with a detour.
  virtual int phases() const { return 1; }
  virtual int detourPhases() const { return 2 * phases(); }

  /// Most links between two nodes.
  virtual int diameter() const = 0;
  /// Links from one half of the nodes to the other that the halving with fewest has; halves of odd rows or groups
  /// differ by one of them. Empty where nobody knows.
  virtual std::optional<std::int64_t> bisectionLinks() const { return std::nullopt; }

  /// Fills \p route with the links of static routing from \p source to \p destination. \pre they differ.
  void route(NodeId source, NodeId destination, Route &route) const;

  static LinkId injection(NodeId node) { return LinkId{2 * std::int64_t{node.value()}}; }
  static LinkId ejection(NodeId node) { return LinkId{2 * std::int64_t{node.value()} + 1}; }
  /// Of an interface: its node, and whether it leads into the network.
  static NodeId nodeOfNic(LinkId nic) { return NodeId{nic.value() / 2}; }
  static bool isInjection(LinkId nic) { return nic.value() % 2 == 0; }
  bool isNic(LinkId link) const { return link.value() < 2 * nodeCount(); }

protected:
  std::string interfaceName(LinkId link) const;
};

std::unique_ptr<Topology> makeCrossbar(std::int64_t nodes);
/// What lies between the two ends of a row of nodes.
enum class Ends : std::uint8_t { Open, Joined };
/// Dimension-order routing. With joined ends the shorter way round; where both are equal, half of the pairs go each
/// way.
std::unique_ptr<Topology> makeGrid(std::vector<std::int64_t> dimensions, std::vector<Ends> ends);
std::unique_ptr<Topology> makeTorus(std::vector<std::int64_t> dimensions);
/// Extended generalized fat tree XGFT(h; down; up) with d-mod-k routing. \pre up[0] is 1.
std::unique_ptr<Topology> makeFatTree(std::vector<std::int64_t> down, std::vector<std::int64_t> up);
/// Dragonfly: all groups are joined; a router is joined with its row and column of its group, which is in one row: with
/// all of it. \pre \p nodes is a multiple of nodes_per_router * routers_per_group, with 2 to routers_per_group *
/// global_links + 1 groups; \p rows divides routers_per_group.
std::unique_ptr<Topology> makeDragonfly(std::int64_t nodes, std::int64_t nodes_per_router,
                                        std::int64_t routers_per_group, std::int64_t global_links,
                                        std::int64_t rows = 1);
/// Dragonfly+: groups of leaves and spines, each leaf joined with each spine of its group, spines of groups with each
/// other. \pre \p nodes is a multiple of nodes_per_leaf * leaves, with 2 to spines * global_links + 1 groups.
std::unique_ptr<Topology> makeDragonflyPlus(std::int64_t nodes, std::int64_t nodes_per_leaf, std::int64_t leaves,
                                            std::int64_t spines, std::int64_t global_links);
/// Routers on a grid, each joined with all others of its rows and with \p nodes_per_router nodes.
std::unique_ptr<Topology> makeHyperX(std::vector<std::int64_t> dimensions, std::int64_t nodes_per_router);
/// Slim fly of McKay, Miller and Siran's graphs: 2 q^2 routers of diameter 2. \pre q is an odd prime.
std::unique_ptr<Topology> makeSlimFly(std::int64_t q, std::int64_t nodes_per_router);
/// Gamma network: log2(nodes) stages with links to the same place and 2^i places on either side. \pre a power of 2.
std::unique_ptr<Topology> makeGamma(std::int64_t nodes);

/// Routers and links from a file. Unlike the others it keeps tables, of the square of the number of routers.
struct Graph {
  struct LinkPair {
    RouterId a;
    RouterId b;
  };
  std::vector<RouterId> router_of;  ///< By node.
  std::vector<LinkPair> link_pairs; ///< A link each way.
  std::int64_t routers = 0;
};
constexpr std::int64_t kMostGraphRouters = 8192;
/// Lines "node NUMBER ROUTER" and "link ROUTER ROUTER"; # begins a comment. \p filename is for messages.
/// Errors: unknown lines, numbers out of range, nodes that are missing or twice, routers that no way leads to.
sim::Result<Graph> parseGraph(std::string_view text, const std::string &filename);
std::unique_ptr<Topology> makeGraph(const Graph &graph);

/// \p count links side by side in place of each between two switches; a hash of both ends of the way and of the choice
/// picks one of each. \pre count > 1.
std::unique_ptr<Topology> makeParallelLinks(std::unique_ptr<Topology> topology, std::int64_t count);
/// The ports of nodes with several rails as nodes of a topology: \p topology is that of one rail, or, with shared
/// rails, of all ports. \pre ports.rails > 1.
std::unique_ptr<Topology> makeRails(std::unique_ptr<Topology> topology, const Ports &ports);
/// The inside of nodes: each core is a node of its own, with an interface to the memory of its socket, and the sockets
/// of a node are joined each with each. Inner links are first the memories, then the joints.
std::unique_ptr<Topology> makeSockets(std::int64_t nodes, std::int64_t cores, std::int64_t sockets);

/// \p machine was checked by parseMachine(). Null without a topology. Its nodes are the ports of \p machine.
std::unique_ptr<Topology> makeTopology(const Machine &machine);

} // namespace maquette::models

#endif
