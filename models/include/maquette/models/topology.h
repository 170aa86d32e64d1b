//===- maquette/models/topology.h - nodes, links and routes ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Topology computes routes from node numbers, without tables per pair, so a million nodes need no memory.
///
/// Links are directed and numbered. Links 0 .. 2n-1 are the NICs of the n nodes: 2i from node i into the network, 2i+1
/// from the network to node i. The other links follow. A route begins with the NIC of the source and ends with the NIC
/// of the destination. Nodes are attached to routers; the routers with nodes are numbered from 0.
///
/// Channels  along a route the rank of each link is above that of the link before; where it is not, a new phase begins.
///           The phase is the number of the virtual channel, so channels cannot wait for each other in a cycle
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

/// The links of one route, in order. A buffer of fixed size that is reused for the next route.
class Route {
public:
  void clear() { links_.clear(); }
  void add(LinkId link) { links_.push_back(link); }
  void replace(std::size_t at, LinkId link) { links_[at] = link; }
  /// Drops all but the first \p count links.
  void cut(std::size_t count) { links_.resize(count); }
  std::span<const LinkId> links() const { return links_; }

private:
  std::vector<LinkId> links_;
};

class Topology {
public:
  virtual ~Topology() = default;
  virtual std::int64_t nodeCount() const = 0;
  /// Including NICs.
  virtual std::int64_t linkCount() const = 0;
  virtual std::int64_t routerCount() const = 0;
  virtual RouterId routerOf(NodeId node) const = 0;
  /// Appends a shortest route between two routers. If there are several, \p choice, any number, selects one.
  virtual void connect(RouterId from, RouterId to, std::uint64_t choice, Route &route) const = 0;
  /// The \p choice of static routing.
  virtual std::uint64_t staticChoice(NodeId source, NodeId destination) const = 0;
  /// Links of the static route that have a latency. \pre source and destination differ.
  virtual int hops(NodeId source, NodeId destination) const = 0;
  /// Links of a full route that have the latency of a link.
  virtual std::int64_t crossedLinks(const Route &route) const {
    return static_cast<std::int64_t>(route.links().size()) - (nicIsLink() ? 0 : 2);
  }
  /// True if the NIC is a link to a switch, so that the slower of both limits it.
  virtual bool nicIsLink() const { return true; }
  /// For people: "node 5 -> node 6 (+x)".
  virtual std::string linkName(LinkId link) const = 0;

  /// Number of detours for nonminimal routes: routers, or groups of them.
  virtual std::int64_t detourCount() const { return routerCount(); }
  /// The detour that contains \p router; it is not drawn for routes from there. Empty if all are drawn.
  virtual std::optional<std::int64_t> ownDetour(RouterId router) const { return router.value(); }
  /// Appends the route through detour \p detour.
  virtual void connectVia(RouterId from, RouterId to, std::int64_t detour, std::uint64_t choice, Route &route) const;

  /// The router at the end of a link inside a group of routers; empty if the link leaves its group or there are none.
  virtual std::optional<RouterId> groupRouterAfter(LinkId) const { return std::nullopt; }

  /// The rank of a link among the channels of one phase. Not called for NICs.
  virtual std::int64_t rank(LinkId link) const = 0;
  /// Largest number of phases of a shortest route, and of a route with a detour.
  virtual int phases() const { return 1; }
  virtual int detourPhases() const { return 2 * phases(); }

  /// Largest number of links between two nodes.
  virtual int diameter() const = 0;
  /// Smallest number of links between two halves of the nodes. Halves of an odd number of rows or groups differ by one
  /// of them. Empty if unknown.
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
/// Whether the two ends of a row of nodes are connected.
enum class Ends : std::uint8_t { Open, Joined };
/// Dimension-order routing. With joined ends it takes the shorter direction; if both are equal, half of the pairs take
/// each.
std::unique_ptr<Topology> makeGrid(std::vector<std::int64_t> dimensions, std::vector<Ends> ends);
std::unique_ptr<Topology> makeTorus(std::vector<std::int64_t> dimensions);
/// Extended generalized fat tree XGFT(h; down; up) with d-mod-k routing. \pre up[0] is 1.
std::unique_ptr<Topology> makeFatTree(std::vector<std::int64_t> down, std::vector<std::int64_t> up);
/// Dragonfly: all groups are connected. A router is connected to its row and column of its group; in a group of one
/// row, to all routers. \pre \p nodes is a multiple of nodes_per_router * routers_per_group, with 2 to
/// routers_per_group * global_links + 1 groups; \p rows divides routers_per_group.
std::unique_ptr<Topology> makeDragonfly(std::int64_t nodes, std::int64_t nodes_per_router,
                                        std::int64_t routers_per_group, std::int64_t global_links,
                                        std::int64_t rows = 1);
/// Dragonfly+: groups of leaves and spines. Each leaf is connected to each spine of its group; spines connect the
/// groups. \pre \p nodes is a multiple of nodes_per_leaf * leaves, with 2 to spines * global_links + 1 groups.
std::unique_ptr<Topology> makeDragonflyPlus(std::int64_t nodes, std::int64_t nodes_per_leaf, std::int64_t leaves,
                                            std::int64_t spines, std::int64_t global_links);
/// Routers on a grid, each connected to all others of its rows and to \p nodes_per_router nodes.
std::unique_ptr<Topology> makeHyperX(std::vector<std::int64_t> dimensions, std::int64_t nodes_per_router);
/// Slim fly of McKay, Miller and Siran's graphs: 2 q^2 routers of diameter 2. \pre q is an odd prime.
std::unique_ptr<Topology> makeSlimFly(std::int64_t q, std::int64_t nodes_per_router);
/// Gamma network: log2(nodes) stages with links to the same position and to those 2^i away. \pre a power of 2.
std::unique_ptr<Topology> makeGamma(std::int64_t nodes);

/// Routers and links from a file. Unlike the others, it keeps tables; they grow with the square of the routers.
struct Graph {
  struct LinkPair {
    RouterId a;
    RouterId b;
  };
  std::vector<RouterId> router_of;  ///< By node.
  std::vector<LinkPair> link_pairs; ///< One link each way.
  std::int64_t routers = 0;
};
constexpr std::int64_t kMostGraphRouters = 8192;
/// Lines "node NUMBER ROUTER" and "link ROUTER ROUTER"; # begins a comment. \p filename is for messages.
/// Errors: unknown lines, numbers out of range, missing or repeated nodes, routers without a route.
sim::Result<Graph> parseGraph(std::string_view text, const std::string &filename);
std::unique_ptr<Topology> makeGraph(const Graph &graph);

/// \p count parallel links instead of each link between switches. A hash of both ends of the route and of the choice
/// selects one. \pre count > 1.
std::unique_ptr<Topology> makeParallelLinks(std::unique_ptr<Topology> topology, std::int64_t count);
/// The ports of nodes with several rails, as nodes of a topology. \p topology is that of one rail or, with shared
/// rails, that of all ports. \pre ports.rails > 1.
std::unique_ptr<Topology> makeRails(std::unique_ptr<Topology> topology, const Ports &ports);
/// The inside of nodes: each core is a node with a link to the memory of its socket, and all sockets of a node are
/// connected. Links are numbered memories first, then the connections.
std::unique_ptr<Topology> makeSockets(std::int64_t nodes, std::int64_t cores, std::int64_t sockets);

/// \p machine was checked by parseMachine(). Null without a topology. Its nodes are the ports of \p machine.
std::unique_ptr<Topology> makeTopology(const Machine &machine);

} // namespace maquette::models

#endif
