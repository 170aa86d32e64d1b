// test/unit/models/topology_test.cpp - routes
// SPDX-License-Identifier: Apache-2.0
#include "test/support/every_topology.h"

#include "maquette/models/topology.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace maquette::models {
namespace {

template <class A>
concept HasRoutes = requires(const Topology &topology, A a, Route &route) { topology.route(a, a, route); };
template <class A>
concept HasLinkName = requires(const Topology &topology, A a) { topology.linkName(a); };

TEST(Topologies, NodesLinksAndRoutersDoNotMix) {
  EXPECT_TRUE(HasRoutes<NodeId>);
  EXPECT_FALSE(HasRoutes<RouterId>);
  EXPECT_FALSE(HasRoutes<int>);
  EXPECT_TRUE(HasLinkName<LinkId>);
  EXPECT_FALSE(HasLinkName<NodeId>);
}

std::vector<std::string> namesOf(const Topology &topology, NodeId from, NodeId to) {
  Route route;
  topology.route(from, to, route);
  std::vector<std::string> names;
  for (LinkId link : route.links())
    names.push_back(topology.linkName(link));
  return names;
}

TEST(Crossbar, RouteIsTheTwoInterfaces) {
  EXPECT_EQ(namesOf(*makeCrossbar(4), NodeId{1}, NodeId{3}), (std::vector<std::string>{"node 1 out", "node 3 in"}));
}

// Node (x, y) of a 4 x 3 torus is x + 4y. From (3, 0) to (1, 2): x wraps 3 -> 0 -> 1 (2 steps, against 2 backward: a
// tie), y goes backward 0 -> 2 (1 step, against 2).
TEST(Torus, GoesDimensionByDimensionTheShorterWay) {
  const auto torus = makeTorus({4, 3});
  EXPECT_EQ(namesOf(*torus, NodeId{0}, NodeId{9}),
            (std::vector<std::string>{"node 0 out", "node 0 -> node 1 (+x)", "node 1 -> node 9 (-y)", "node 9 in"}));
  EXPECT_EQ(torus->hops(NodeId{3}, NodeId{9}), 3);
  EXPECT_EQ(torus->hops(NodeId{0}, NodeId{9}), 2);
}

class EveryTopology : public testing::TestWithParam<test::NamedTopology> {
protected:
  /// Calls \p check with every pair of nodes and its static route.
  template <class Check> void forAllRoutes(const Topology &topology, Check check) {
    Route route;
    const NodeId end{topology.nodeCount()};
    for (NodeId from; from < end; ++from)
      for (NodeId to; to < end; ++to)
        if (from != to) {
          topology.route(from, to, route);
          check(from, to, route.links());
        }
  }
};
INSTANTIATE_TEST_SUITE_P(Small, EveryTopology, testing::ValuesIn(test::kEveryTopology), test::nameOf);

// The links of a route are distinct, exist, and are as many as the hops say, of which the diameter is the most.
TEST_P(EveryTopology, RoutesAreWellFormed) {
  const auto topology = GetParam().make();
  const std::size_t cables_in_interfaces = topology->nicIsLink() ? 2 : 0;
  int longest = 0;
  forAllRoutes(*topology, [&](NodeId from, NodeId to, std::span<const LinkId> links) {
    ASSERT_EQ(links.front(), Topology::injection(from));
    ASSERT_EQ(links.back(), Topology::ejection(to));
    const int hops = topology->hops(from, to);
    ASSERT_EQ(links.size() - 2 + cables_in_interfaces, static_cast<std::size_t>(hops))
        << from.value() << " to " << to.value();
    const std::set<LinkId> distinct(links.begin(), links.end());
    ASSERT_EQ(distinct.size(), links.size());
    ASSERT_LT(distinct.rbegin()->value(), topology->linkCount());
    longest = std::max(longest, hops);
  });
  EXPECT_EQ(longest, topology->diameter());
}

// Consecutive links of a route must meet: the names say "a -> b", and each b is the next a.
TEST_P(EveryTopology, RoutesAreConnected) {
  const auto topology = GetParam().make();
  forAllRoutes(*topology, [&](NodeId from, NodeId to, std::span<const LinkId>) {
    const auto names = namesOf(*topology, from, to);
    std::string at;
    for (std::size_t i = 1; i + 1 < names.size(); ++i) {
      const std::size_t arrow = names[i].find(" -> ");
      ASSERT_NE(arrow, std::string::npos);
      if (i > 1) {
        ASSERT_EQ(names[i].substr(0, arrow), at) << from.value() << " to " << to.value();
      }
      at = names[i].substr(arrow + 4, names[i].find(" (") - arrow - 4);
    }
  });
}

// A detour's way begins and ends where the direct one does.
TEST_P(EveryTopology, DetoursLeadToTheSameRouter) {
  const auto topology = GetParam().make();
  if (std::string(GetParam().type) == "gamma" || std::string(GetParam().type) == "fat-tree")
    return; // They cannot be routed so.
  Route direct, detour;
  const RouterId from{0};
  for (RouterId to{1}; to < RouterId{topology->routerCount()}; ++to)
    for (std::int64_t via = 0; via < topology->detourCount(); ++via) {
      direct.clear();
      detour.clear();
      topology->connect(from, to, 1, direct);
      topology->connectVia(from, to, via, 1, detour);
      const auto endOf = [&](const Route &route) {
        const std::string name = topology->linkName(route.links().back());
        return name.substr(name.find(" -> "), name.find(" (") - name.find(" -> "));
      };
      ASSERT_EQ(endOf(direct), endOf(detour)) << "to " << to.value() << " via " << via;
    }
}

// All pairs of a 4 x 4 torus: N * k/4 hops a dimension on average; each link of a dimension carries N^2 * (k/4) / (2N)
// = 8 routes.
TEST(Torus, SpreadsTiesEvenly) {
  const auto torus = makeTorus({4, 4});
  std::map<LinkId, int> load;
  Route route;
  for (NodeId from; from < NodeId{16}; ++from)
    for (NodeId to; to < NodeId{16}; ++to)
      if (from != to) {
        torus->route(from, to, route);
        for (LinkId link : route.links())
          if (!torus->isNic(link))
            ++load[link];
      }
  EXPECT_EQ(load.size(), 64u);
  for (const auto &[link, count] : load)
    EXPECT_EQ(count, 8) << torus->linkName(link);
}

TEST(Topologies, AMillionNodesNeedNoTable) {
  const auto torus = makeTorus({128, 128, 64});
  const auto tree = makeFatTree({16, 16, 16, 16, 16}, {1, 16, 16, 16, 16});
  EXPECT_EQ(torus->nodeCount(), 1'048'576);
  EXPECT_EQ(tree->nodeCount(), 1'048'576);
  const NodeId first{0}, last{1'048'575};
  EXPECT_EQ(torus->hops(first, last), 3);
  EXPECT_EQ(tree->hops(first, last), 10);
  EXPECT_EQ(namesOf(*tree, first, last).size(), 10u);
}

// Every router of a slim fly has (3 q - delta) / 2 neighbours, q = 4 w + delta, and any two are at most two hops apart.
TEST(SlimFly, HasDiameterTwo) {
  for (std::int64_t q : {3, 5, 7, 11, 13}) {
    const auto fly = makeSlimFly(q, 1);
    const std::int64_t delta = q % 4 == 1 ? 1 : -1;
    EXPECT_EQ(fly->linkCount(), 2 * fly->nodeCount() + fly->routerCount() * (3 * q - delta) / 2);
    for (RouterId to{1}; to < RouterId{fly->routerCount()}; ++to) {
      Route route;
      fly->connect(RouterId{0}, to, 0, route);
      ASSERT_LE(route.links().size(), 2u) << "q = " << q << " to " << to.value();
    }
  }
}

// k-ary n-cube, k even: 2 N / k links cross the middle each way, of a mesh half of them; a hypercube N / 2; a full tree
// N / 2; a dragonfly of g groups g^2 / 4; a HyperX of S routers in a row S^2 / 4 a row.
TEST(Topologies, BisectionsAreThoseOfTheBook) {
  EXPECT_EQ(makeTorus({8, 8})->bisectionLinks(), 16);
  EXPECT_EQ(makeGrid({8, 8}, {Ends::Open, Ends::Open})->bisectionLinks(), 8);
  EXPECT_EQ(makeGrid({2, 2, 2}, {Ends::Open, Ends::Open, Ends::Open})->bisectionLinks(), 4);
  EXPECT_EQ(makeFatTree({4, 4}, {1, 4})->bisectionLinks(), 8);
  EXPECT_EQ(makeFatTree({4, 4}, {1, 2})->bisectionLinks(), 4);
  EXPECT_EQ(makeDragonfly(64, 2, 4, 2)->bisectionLinks(), 16);
  EXPECT_EQ(makeHyperX({4, 6}, 2)->bisectionLinks(), 6 * 4);
  // Odd rows and groups, halved as nearly as they can be.
  EXPECT_EQ(makeTorus({3, 4, 5})->bisectionLinks(), 3 * 4 * 2);
  EXPECT_EQ(makeGrid({5, 3}, {Ends::Open, Ends::Open})->bisectionLinks(), 3);
  EXPECT_EQ(makeFatTree({4, 3}, {1, 2})->bisectionLinks(), 2);
  EXPECT_EQ(makeDragonfly(72, 2, 4, 2)->bisectionLinks(), 4 * 5);
  EXPECT_EQ(makeHyperX({3, 5, 4}, 3)->bisectionLinks(), 20 * 2);
  EXPECT_FALSE(makeSlimFly(5, 3)->bisectionLinks());
}

TEST(ParseGraph, SaysWhatIsWrongAndWhere) {
  const auto textOf = [](const char *text) {
    const auto graph = parseGraph(text, "g.txt");
    return graph ? std::string() : sim::toText(graph.error());
  };
  EXPECT_EQ(textOf("node 0 0\nlonk 0 1\n"), "g.txt:2: error: 'lonk 0 1' is neither a node nor a link [maquette-graph]\n"
                                            "  fix: write node NUMBER ROUTER or link ROUTER ROUTER\n");
  EXPECT_NE(textOf("node 1 0\n").find("node 1 is listed where node 0 is expected"), std::string::npos);
  EXPECT_EQ(textOf("node 0 0\nnode 1 2\nlink 0 1\n"), "g.txt: error: no route leads from router 0 to router 2 "
                                                      "[maquette-graph]\n  fix: add links until all are connected\n");
  EXPECT_NE(textOf("link 0 1\n").find("there are no nodes"), std::string::npos);
  EXPECT_NE(textOf("node 0 9999\n").find("there is no room for router 9999"), std::string::npos);
}

} // namespace
} // namespace maquette::models
