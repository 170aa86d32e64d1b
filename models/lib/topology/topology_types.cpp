//===- models/lib/topology/topology_types.cpp -------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/topology/topology_types.h"

#include "lib/routing/routing.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace maquette::models {
namespace {

using Problem = std::optional<ShapeProblem>;
using Made = std::unique_ptr<Topology>;
using Kind = ShapeKey::Kind;
constexpr std::int64_t kMostNodes = std::int64_t{1} << 30;

/// Product of the factors, or 0 when it leaves the possible number of nodes.
std::int64_t product(const std::vector<std::int64_t> &factors, std::int64_t times = 1) {
  std::int64_t result = times;
  for (std::int64_t factor : factors) {
    if (result > kMostNodes / factor)
      return 0;
    result *= factor;
  }
  return result;
}

Problem wantNodes(std::string_view key, const std::string &made_of, std::int64_t made, std::int64_t nodes) {
  if (made == nodes)
    return std::nullopt;
  return ShapeProblem{key,
                      fmt::format("'{}' makes {} = {} nodes, but node.count is {}", key, made_of,
                                  made == 0 ? "too many" : fmt::format("{}", made), nodes),
                      "change one of them"};
}

Problem anyShape(const Shape &, std::int64_t) { return std::nullopt; }
Made crossbar(const Shape &, std::int64_t nodes) { return makeCrossbar(nodes); }

// ---- Grids ----

Problem checkGrid(const Shape &shape, std::int64_t nodes) {
  const std::vector<std::int64_t> dimensions = shape.list("dimensions");
  for (std::int64_t open : shape.list("open_dimensions"))
    if (open > static_cast<std::int64_t>(dimensions.size()))
      return ShapeProblem{"open_dimensions",
                          fmt::format("dimension {} does not exist: there are {} dimensions", open, dimensions.size()),
                          "dimensions are numbered from 1"};
  return wantNodes("dimensions", fmt::format("{}", fmt::join(dimensions, " x ")), product(dimensions), nodes);
}
Made torus(const Shape &shape, std::int64_t) {
  std::vector<Ends> ends(shape.list("dimensions").size(), Ends::Joined);
  for (std::int64_t open : shape.list("open_dimensions"))
    ends[static_cast<std::size_t>(open - 1)] = Ends::Open;
  return makeGrid(shape.list("dimensions"), std::move(ends));
}
Made mesh(const Shape &shape, std::int64_t) {
  return makeGrid(shape.list("dimensions"), std::vector<Ends>(shape.list("dimensions").size(), Ends::Open));
}
Problem checkPowerOfTwo(const Shape &, std::int64_t nodes) {
  if (nodes >= 2 && (nodes & (nodes - 1)) == 0)
    return std::nullopt;
  return ShapeProblem{"", fmt::format("the number of nodes, {}, is not a power of two", nodes), "change node.count"};
}
Made hypercube(const Shape &, std::int64_t nodes) {
  std::size_t dimensions = 0;
  while ((std::int64_t{1} << dimensions) < nodes)
    ++dimensions;
  return makeGrid(std::vector<std::int64_t>(dimensions, 2), std::vector<Ends>(dimensions, Ends::Open));
}
Made gamma(const Shape &, std::int64_t nodes) { return makeGamma(nodes); }

// ---- Trees ----

Problem checkFatTree(const Shape &shape, std::int64_t nodes) {
  const std::vector<std::int64_t> down = shape.list("down"), up = shape.list("up");
  if (const Problem wrong = wantNodes("down", fmt::format("{}", fmt::join(down, " x ")), product(down), nodes))
    return wrong;
  if (up.size() != down.size())
    return ShapeProblem{"down", fmt::format("'down' has {} levels and 'up' has {}", down.size(), up.size()),
                        "give both one number per level, the lowest first"};
  if (up.front() != 1)
    return ShapeProblem{"up",
                        fmt::format("'up' begins with {}: nodes with several parents are not supported", up.front()),
                        "begin 'up' with 1"};
  if (product(up, nodes) == 0)
    return ShapeProblem{"up", "there are too many switches", "use fewer parents in 'up'"};
  return std::nullopt;
}
Made fatTree(const Shape &shape, std::int64_t) { return makeFatTree(shape.list("down"), shape.list("up")); }
Problem checkClos(const Shape &shape, std::int64_t nodes) {
  const std::int64_t leaf = shape.count("nodes_per_leaf");
  if (nodes % leaf == 0)
    return std::nullopt;
  return ShapeProblem{"nodes_per_leaf",
                      fmt::format("{1} nodes cannot be divided into leaves of {0} nodes", leaf, nodes),
                      "make node.count a multiple of nodes_per_leaf"};
}
Made clos(const Shape &shape, std::int64_t nodes) {
  const std::int64_t leaf = shape.count("nodes_per_leaf");
  return makeFatTree({leaf, nodes / leaf}, {1, shape.count("spines")});
}

// ---- Groups ----

/// Whole groups, at least two, and no more than each can reach directly.
Problem checkGroups(std::string_view key, std::int64_t per_router, std::int64_t routers, std::int64_t exits,
                    std::int64_t links, std::int64_t nodes) {
  const std::int64_t group = per_router * routers, ports = exits * links;
  if (nodes % group != 0 || nodes / group < 2)
    return ShapeProblem{key,
                        fmt::format("{3} nodes cannot be divided into two or more groups of {0} x {1} = {2} nodes",
                                    per_router, routers, group, nodes),
                        "make node.count a multiple of the group size, at least twice"};
  if (nodes / group > ports + 1)
    return ShapeProblem{key,
                        fmt::format("{} groups cannot all be connected: a group has {} x {} = {} global links",
                                    nodes / group, exits, links, ports),
                        "use fewer groups or more global links"};
  return std::nullopt;
}
Problem checkDragonfly(const Shape &shape, std::int64_t nodes) {
  const std::int64_t routers = shape.count("routers_per_group"), rows = shape.count("group_rows", 1);
  if (routers % rows != 0)
    return ShapeProblem{"group_rows", fmt::format("{} routers cannot be arranged in {} rows", routers, rows),
                        "make routers_per_group a multiple of group_rows"};
  return checkGroups("routers_per_group", shape.count("nodes_per_router"), routers, routers,
                     shape.count("global_links_per_router"), nodes);
}
Made dragonfly(const Shape &shape, std::int64_t nodes) {
  return makeDragonfly(nodes, shape.count("nodes_per_router"), shape.count("routers_per_group"),
                       shape.count("global_links_per_router"), shape.count("group_rows", 1));
}
Problem checkDragonflyPlus(const Shape &shape, std::int64_t nodes) {
  return checkGroups("leaves_per_group", shape.count("nodes_per_leaf"), shape.count("leaves_per_group"),
                     shape.count("spines_per_group"), shape.count("global_links_per_spine"), nodes);
}
Made dragonflyPlus(const Shape &shape, std::int64_t nodes) {
  return makeDragonflyPlus(nodes, shape.count("nodes_per_leaf"), shape.count("leaves_per_group"),
                           shape.count("spines_per_group"), shape.count("global_links_per_spine"));
}

// ---- Graphs of low diameter ----

Problem checkHyperX(const Shape &shape, std::int64_t nodes) {
  const std::vector<std::int64_t> dimensions = shape.list("dimensions");
  const std::int64_t per_router = shape.count("nodes_per_router");
  return wantNodes("dimensions", fmt::format("{} x {} a router", fmt::join(dimensions, " x "), per_router),
                   product(dimensions, per_router), nodes);
}
Made hyperx(const Shape &shape, std::int64_t) {
  return makeHyperX(shape.list("dimensions"), shape.count("nodes_per_router"));
}
Problem checkSlimFly(const Shape &shape, std::int64_t nodes) {
  const std::int64_t q = shape.count("q"), per_router = shape.count("nodes_per_router");
  bool prime = q > 2 && q < 1000;
  for (std::int64_t divisor = 2; prime && divisor * divisor <= q; ++divisor)
    prime = q % divisor != 0;
  if (!prime)
    return ShapeProblem{"q", fmt::format("'q' is {}, which is not an odd prime below 1000", q),
                        "use 5, 7, 11, 13, 17, 19, .."};
  return wantNodes("q", fmt::format("2 x {} x {} routers x {}", q, q, per_router), 2 * q * q * per_router, nodes);
}
Made slimFly(const Shape &shape, std::int64_t) {
  return makeSlimFly(shape.count("q"), shape.count("nodes_per_router"));
}
Problem checkGraph(const Shape &shape, std::int64_t nodes) {
  const auto listed = static_cast<std::int64_t>(shape.graph->router_of.size());
  if (listed == nodes)
    return std::nullopt;
  return ShapeProblem{"graph_file", fmt::format("'graph_file' has {} nodes, but node.count is {}", listed, nodes),
                      "change one of them"};
}
Made graph(const Shape &shape, std::int64_t) { return makeGraph(*shape.graph); }

constexpr ShapeKey kGrid[] = {{"dimensions", Kind::List}};
constexpr ShapeKey kTorus[] = {{"dimensions", Kind::List}, {"open_dimensions", Kind::OptionalList}};
constexpr ShapeKey kFatTree[] = {{"down", Kind::List}, {"up", Kind::List}};
constexpr ShapeKey kClos[] = {{"nodes_per_leaf", Kind::Count}, {"spines", Kind::Count}};
constexpr ShapeKey kDragonfly[] = {{"nodes_per_router", Kind::Count},
                                   {"routers_per_group", Kind::Count},
                                   {"global_links_per_router", Kind::Count},
                                   {"group_rows", Kind::OptionalCount}};
constexpr ShapeKey kDragonflyPlus[] = {{"nodes_per_leaf", Kind::Count},
                                       {"leaves_per_group", Kind::Count},
                                       {"spines_per_group", Kind::Count},
                                       {"global_links_per_spine", Kind::Count}};
constexpr ShapeKey kHyperX[] = {{"dimensions", Kind::List}, {"nodes_per_router", Kind::Count}};
constexpr ShapeKey kSlimFly[] = {{"q", Kind::Count}, {"nodes_per_router", Kind::Count}};
constexpr ShapeKey kGraph[] = {{"graph_file", Kind::File}};

constexpr unsigned kDetour = kMinimal | kDetours;
constexpr TopologyType kTypes[] = {
    {"crossbar", {}, kMinimal, "", anyShape, crossbar},
    {"torus", kTorus, kDetour, "dimension-order", checkGrid, torus},
    {"mesh", kGrid, kDetour, "dimension-order", checkGrid, mesh},
    {"hypercube", {}, kDetour, "dimension-order", checkPowerOfTwo, hypercube},
    {"fat-tree", kFatTree, kMinimal | kEqualCost, "d-mod-k", checkFatTree, fatTree},
    {"clos", kClos, kMinimal | kEqualCost, "d-mod-k", checkClos, clos},
    {"gamma", {}, kMinimal | kEqualCost, "", checkPowerOfTwo, gamma},
    {"dragonfly", kDragonfly, kDetour | kEqualCost | kProgressive, "", checkDragonfly, dragonfly},
    {"dragonfly-plus", kDragonflyPlus, kDetour | kEqualCost, "", checkDragonflyPlus, dragonflyPlus},
    {"hyperx", kHyperX, kDetour, "dimension-order", checkHyperX, hyperx},
    {"slim-fly", kSlimFly, kDetour | kEqualCost, "", checkSlimFly, slimFly},
    {"graph", kGraph, kDetour | kEqualCost, "", checkGraph, graph}};

} // namespace

std::span<const TopologyType> topologyTypes() { return kTypes; }

const TopologyType *findTopologyType(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const TopologyType &type) { return type.name == name; });
  return found == std::end(kTypes) ? nullptr : found;
}

std::unique_ptr<Topology> makeTopology(const Machine &machine) {
  const TopologyType *const type = findTopologyType(machine.network.topology);
  if (type == nullptr)
    return nullptr;
  const Ports ports = machine.ports();
  Made topology = type->make(machine.network.shape, ports.shared ? ports.count() : ports.nodes);
  if (machine.network.parallel_links.value > 1)
    topology = makeParallelLinks(std::move(topology), machine.network.parallel_links.value);
  return ports.rails > 1 ? makeRails(std::move(topology), ports) : std::move(topology);
}

} // namespace maquette::models
