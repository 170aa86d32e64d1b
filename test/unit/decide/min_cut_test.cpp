// test/unit/decide/min_cut_test.cpp - the cheapest cut, against all cuts there are
// SPDX-License-Identifier: Apache-2.0
#include "skeletonizer/decide/lib/min_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace maquette::skeletonizer {
namespace {

struct Edge {
  int from, to;
  double capacity;
};

double costOf(const std::vector<Edge> &edges, const std::vector<char> &side) {
  double cost = 0;
  for (const Edge &edge : edges)
    if (side[edge.from] && !side[edge.to])
      cost += edge.capacity;
  return cost;
}

/// Of all sets of nodes with the first and without the last.
double cheapest(const std::vector<Edge> &edges, int nodes) {
  double least = -1;
  for (unsigned set = 0; set < 1u << (nodes - 2); ++set) {
    std::vector<char> side(nodes, 0);
    side[0] = 1;
    for (int node = 1; node < nodes - 1; ++node)
      side[node] = static_cast<char>(set >> (node - 1) & 1);
    const double cost = costOf(edges, side);
    least = least < 0 ? cost : std::min(least, cost);
  }
  return least;
}

// Graphs of nine nodes, with few uncuttable edges and with many, cycles of them among these.
TEST(MinCut, IsTheCheapestOfAll) {
  constexpr int kNodes = 9;
  std::mt19937 random(17);
  for (int graph = 0; graph < 500; ++graph) {
    std::vector<Edge> edges;
    MinCut cut(kNodes);
    for (int i = 0; i < 8 + graph % 20; ++i) {
      const int from = static_cast<int>(random() % kNodes), to = static_cast<int>(random() % kNodes);
      const double capacity = random() % 10 < static_cast<unsigned>(graph % 6) ? MinCut::kUncuttable
                                                                               : static_cast<double>(1 + random() % 9);
      edges.push_back({from, to, capacity});
      cut.edge(from, to, capacity);
    }
    const double expected = cheapest(edges, kNodes);
    const std::vector<char> side = cut.sourceSide(0, kNodes - 1);
    ASSERT_TRUE(side[0]);
    if (expected >= MinCut::kUncuttable)
      continue; // The sink hangs on the source: there is no cut.
    ASSERT_FALSE(side[kNodes - 1]) << graph;
    ASSERT_EQ(costOf(edges, side), expected) << graph;
  }
}

} // namespace
} // namespace maquette::skeletonizer
