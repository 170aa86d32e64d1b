// test/unit/models/topology_test.cpp - routes
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace maquette::models {
namespace {

std::vector<std::string> namesOf(const Topology &topology, NodeId from, NodeId to) {
  Route route;
  topology.route(from, to, route);
  std::vector<std::string> names;
  for (LinkId link : route.links())
    names.push_back(topology.linkName(link));
  return names;
}

TEST(Crossbar, RouteIsTheTwoInterfaces) {
  EXPECT_EQ(namesOf(*makeCrossbar(4), 1, 3), (std::vector<std::string>{"node 1 out", "node 3 in"}));
}

// Node (x, y) of a 4 x 3 torus is x + 4y. From (3, 0) to (1, 2): x wraps 3 -> 0 -> 1 (2 steps, against 2 backward: a
// tie), y goes backward 0 -> 2 (1 step, against 2).
TEST(Torus, GoesDimensionByDimensionTheShorterWay) {
  const auto torus = makeTorus({4, 3});
  EXPECT_EQ(namesOf(*torus, 0, 9),
            (std::vector<std::string>{"node 0 out", "node 0 -> node 1 (+x)", "node 1 -> node 9 (-y)", "node 9 in"}));
  EXPECT_EQ(torus->hops(3, 9), 3);
  EXPECT_EQ(torus->hops(0, 9), 2);
}

// Checks every pair: the links of a route are distinct, exist, and are as many as the hops say.
void checkRoutes(const Topology &topology, std::size_t cables_in_interfaces) {
  Route route;
  for (NodeId from = 0; from < topology.nodeCount(); ++from)
    for (NodeId to = 0; to < topology.nodeCount(); ++to) {
      if (from == to)
        continue;
      topology.route(from, to, route);
      ASSERT_EQ(route.links().front(), Topology::injection(from));
      ASSERT_EQ(route.links().back(), Topology::ejection(to));
      ASSERT_EQ(route.links().size() - 2 + cables_in_interfaces, static_cast<std::size_t>(topology.hops(from, to)));
      const std::set<LinkId> distinct(route.links().begin(), route.links().end());
      ASSERT_EQ(distinct.size(), route.links().size());
      ASSERT_LT(*distinct.rbegin(), topology.linkCount());
    }
}

TEST(Torus, RoutesAreWellFormed) {
  checkRoutes(*makeTorus({4, 3, 2}), 0);
  checkRoutes(*makeTorus({5}), 0);
  checkRoutes(*makeTorus({1, 6}), 0);
}

TEST(FatTree, RoutesAreWellFormed) {
  checkRoutes(*makeFatTree({4, 4, 2}, {1, 4, 4}), 2);
  checkRoutes(*makeFatTree({3, 4}, {1, 2}), 2);
  checkRoutes(*makeFatTree({6}, {1}), 2);
}

// Groups of 4 routers of 2 nodes with 2 global links each: 9 groups at most, here 9, 5 (two links a pair) and 2.
TEST(Dragonfly, RoutesAreWellFormed) {
  checkRoutes(*makeDragonfly(72, 2, 4, 2), 2);
  checkRoutes(*makeDragonfly(40, 2, 4, 2), 2);
  checkRoutes(*makeDragonfly(16, 2, 4, 2), 2);
}

// Consecutive links of a route must meet: the names say "a -> b", and each b is the next a.
void checkConnected(const Topology &topology) {
  for (NodeId from = 0; from < topology.nodeCount(); ++from)
    for (NodeId to = 0; to < topology.nodeCount(); ++to) {
      if (from == to)
        continue;
      const auto names = namesOf(topology, from, to);
      std::string at;
      for (std::size_t i = 1; i + 1 < names.size(); ++i) {
        const std::size_t arrow = names[i].find(" -> ");
        ASSERT_NE(arrow, std::string::npos);
        if (i > 1) {
          ASSERT_EQ(names[i].substr(0, arrow), at) << from << " to " << to;
        }
        at = names[i].substr(arrow + 4, names[i].find(" (") - arrow - 4);
      }
    }
}

TEST(Topologies, RoutesAreConnected) {
  checkConnected(*makeTorus({4, 3, 2}));
  checkConnected(*makeDragonfly(72, 2, 4, 2));
  checkConnected(*makeDragonfly(40, 2, 4, 2));
  checkConnected(*makeFatTree({4, 4, 2}, {1, 4, 2}));
  checkConnected(*makeFatTree({2, 3, 2, 2}, {1, 3, 2, 2}));
}

// All pairs of a 4 x 4 torus: N * k/4 hops a dimension on average; each link of a dimension carries N^2 * (k/4) / (2N)
// = 8 routes.
TEST(Torus, SpreadsTiesEvenly) {
  const auto torus = makeTorus({4, 4});
  std::map<LinkId, int> load;
  Route route;
  for (NodeId from = 0; from < 16; ++from)
    for (NodeId to = 0; to < 16; ++to)
      if (from != to) {
        torus->route(from, to, route);
        for (LinkId link : route.links())
          if (!torus->isInterface(link))
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
  EXPECT_EQ(torus->hops(0, 1'048'575), 3);
  EXPECT_EQ(tree->hops(0, 1'048'575), 10);
  EXPECT_EQ(namesOf(*tree, 0, 1'048'575).size(), 10u);
}

} // namespace
} // namespace maquette::models
