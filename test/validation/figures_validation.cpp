// test/validation/figures_validation.cpp - shapes of published curves: SST/macro's figures 10 to 12, Beihang's figure 4
// SPDX-License-Identifier: Apache-2.0
#include "test/support/published_figures.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::models {
namespace {

using namespace test::figures;

// ---- Figure 10: ping-pong between random partners on a fat tree of 4 levels of radix 24 ----

// Up to 12 nodes share one switch, which never blocks; beyond, hashed routes meet on the links above it. (d-mod-k keeps
// two leaves apart: the 12 destinations of one differ modulo 12.)
TEST(PublishedFigures, PingPongHasItsKneeAtTwelveNodes) {
  for (int nodes : {2, 6, 12})
    EXPECT_NEAR(meanPingPongTime(nodes), 1, 1e-6) << nodes;
  double last = 1;
  for (int nodes : {24, 48, 144}) {
    const double time = meanPingPongTime(nodes);
    EXPECT_GT(time, 1.1) << nodes;
    last = time;
  }
  EXPECT_GT(last, 1.3);
}

// ---- Figures 11 and 12: an AMG-like pattern on 128 nodes ----

// Latencies up to 10 us hardly show; at 100 us they do, and beyond they rule.
TEST(PublishedFigures, LatencyIsFlatAndThenRises) {
  for (const auto &[name, shape] : kShapes) {
    const double least = amgTime(shape, "1 us", "1 GB/s");
    EXPECT_LT(amgTime(shape, "10 us", "1 GB/s"), 1.04 * least) << name;
    EXPECT_GT(amgTime(shape, "100 us", "1 GB/s"), 1.2 * least) << name;
    EXPECT_GT(amgTime(shape, "1 ms", "1 GB/s"), 3 * least) << name;
  }
}

// From 1 GB/s on bandwidth hardly shows, and the topologies are alike; at a hundredth of it they differ, the torus
// being the slowest.
TEST(PublishedFigures, BandwidthMattersBelowOneGigabyte) {
  std::map<std::string, double> slow;
  for (const auto &[name, shape] : kShapes) {
    const double fast = amgTime(shape, "3 us", "10 GB/s"), one = amgTime(shape, "3 us", "1 GB/s");
    EXPECT_LT(one, 1.6 * fast) << name;
    slow[name] = amgTime(shape, "3 us", "10 MB/s");
    EXPECT_GT(slow[name], 10 * one) << name;
  }
  EXPECT_GT(slow["torus"], slow["fat tree"]);
  EXPECT_GE(slow["fat tree"], slow["crossbar"] * (1 - 1e-9));
}

// ---- Beihang's figure 4: average communication time on a fat tree and on a square mesh of InfiniBand ----

// The mesh is slower at every size and grows with the root of the nodes, the tree hardly.
TEST(PublishedFigures, TheMeshFallsBehindTheFatTree) {
  double before = 0;
  for (const auto &[nodes, rows] : std::map<int, int>{{128, 8}, {256, 16}, {512, 16}, {1024, 32}}) {
    const double lag = meanTimeOnMesh(nodes, rows) - meanTimeOnTree(nodes);
    EXPECT_GT(lag, before) << nodes;
    before = lag;
  }
  EXPECT_LT(meanTimeOnTree(1024), 1.2 * meanTimeOnTree(32));
  EXPECT_GT(meanTimeOnMesh(1024, 32), 1.5 * meanTimeOnMesh(32, 4));
}

} // namespace
} // namespace maquette::models
