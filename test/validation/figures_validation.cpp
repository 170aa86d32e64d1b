// test/validation/figures_validation.cpp - shapes of published curves: SST/macro's figures 10 to 12, Beihang's figure 4
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <map>

namespace maquette::models {
namespace {

// ---- Figure 10: ping-pong between random partners on a fat tree of 4 levels of radix 24 ----

/// Nodes 0 .. n - 1 send to a random partner each, all at once; the mean time in units of a lone message's.
double pingPongTime(NodeId nodes, std::uint64_t seed) {
  constexpr std::int64_t kBytes = 100'000;
  test::NetworkHarness harness(
      test::machineWith(20736, "model = \"flow-fair\"\ntopology = \"fat-tree\"\ndown = [12, 12, 12, 12]\n"
                               "up = [1, 12, 12, 12]\nrouting = \"ecmp\"\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n"));
  const sim::Permutation shuffled(static_cast<std::uint64_t>(nodes), seed);
  const auto at = [&](NodeId i) { return static_cast<NodeId>(shuffled(static_cast<std::uint64_t>(i))); };
  for (NodeId i = 0; i < nodes; i += 2) {
    harness.send(static_cast<std::uint64_t>(i), at(i), at(i + 1), kBytes);
    harness.send(static_cast<std::uint64_t>(i) + 1, at(i + 1), at(i), kBytes);
  }
  harness.run();
  double sum = 0;
  for (NodeId i = 0; i < nodes; ++i)
    sum += static_cast<double>(harness.delivered(static_cast<std::uint64_t>(i)));
  return sum / nodes / (static_cast<double>(kBytes) * 1000);
}

double meanPingPongTime(NodeId nodes) {
  constexpr std::uint64_t kSeeds = 8;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    sum += pingPongTime(nodes, seed);
  return sum / kSeeds;
}

// Up to 12 nodes share one switch, which never blocks; beyond, hashed routes meet on the links above it. (d-mod-k keeps two
// leaves apart: the 12 destinations of one differ modulo 12.)
TEST(PublishedFigures, PingPongHasItsKneeAtTwelveNodes) {
  for (NodeId nodes : {2, 6, 12})
    EXPECT_NEAR(meanPingPongTime(nodes), 1, 1e-6) << nodes;
  double last = 1;
  for (NodeId nodes : {24, 48, 144}) {
    const double time = meanPingPongTime(nodes);
    EXPECT_GT(time, 1.1) << nodes;
    last = time;
  }
  EXPECT_GT(last, 1.3);
}

// ---- Figures 11 and 12: an AMG-like pattern on 128 nodes ----

const std::map<std::string, std::string> kShapes = {
    {"torus", "topology = \"torus\"\ndimensions = [4, 4, 8]\n"},
    {"fat tree", "topology = \"fat-tree\"\ndown = [8, 16]\nup = [1, 8]\n"},
    {"crossbar", "topology = \"crossbar\"\n"}};

/// Cycles of levels: on each, a node computes, then exchanges with the nodes at distances of a power of two, smaller
/// messages on coarser levels; all wait for all. Seconds.
double amgTime(const std::string &shape, const std::string &latency, const std::string &bandwidth) {
  const Machine machine = test::machineWith(128, "model = \"flow-fair\"\n" + shape + "latency = \"" + latency +
                                                     "\"\nbandwidth = \"" + bandwidth + "\"\n");
  double total = 0;
  for (int level = 0; level < 6; ++level) {
    test::NetworkHarness harness(machine);
    std::uint64_t cookie = 0;
    for (NodeId node = 0; node < 128; ++node)
      for (NodeId distance : {1 << level, 128 - (1 << level), (1 << level) + 16})
        harness.send(cookie++, node, (node + distance) % 128, 64'000 >> level);
    harness.run();
    total += static_cast<double>(harness.lastDelivered()) * 1e-12 + 1e-3 / (1 << level);
  }
  return total;
}

// Latencies up to 10 us hardly show; at 100 us they do, and beyond they rule.
TEST(PublishedFigures, LatencyIsFlatAndThenRises) {
  for (const auto &[name, shape] : kShapes) {
    const double least = amgTime(shape, "1 us", "1 GB/s");
    EXPECT_LT(amgTime(shape, "10 us", "1 GB/s"), 1.04 * least) << name;
    EXPECT_GT(amgTime(shape, "100 us", "1 GB/s"), 1.2 * least) << name;
    EXPECT_GT(amgTime(shape, "1 ms", "1 GB/s"), 3 * least) << name;
  }
}

// From 1 GB/s on bandwidth hardly shows, and the topologies are alike; at a hundredth of it they differ, the torus being
// the slowest.
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

double meanTime(NodeId nodes, const std::string &shape) {
  test::NetworkHarness harness(
      test::machineWith(nodes, "model = \"infiniband\"\n" + shape + "latency = \"1 us\"\nlink_latency = \"200 ns\"\n"
                                                                    "bandwidth = \"32 Gb/s\"\nmtu = \"2 KiB\"\n"));
  const sim::Random random(4, 0);
  double sum = 0;
  constexpr std::uint64_t kPairs = 500;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const auto from = static_cast<NodeId>(random.below(2 * i, static_cast<std::uint64_t>(nodes)));
    const auto other = static_cast<NodeId>(random.below(2 * i + 1, static_cast<std::uint64_t>(nodes - 1)));
    harness.send(i, from, other + (other >= from ? 1 : 0), 4096);
    sum += static_cast<double>(harness.delivered(i));
  }
  return sum / kPairs;
}

// The mesh is slower at every size and grows with the root of the nodes, the tree hardly.
TEST(PublishedFigures, TheMeshFallsBehindTheFatTree) {
  const auto tree = [](NodeId nodes) {
    return meanTime(nodes, "topology = \"fat-tree\"\ndown = [4, 4, " + std::to_string(nodes / 16) + "]\nup = [1, 4, 4]\n");
  };
  const auto mesh = [](NodeId nodes, NodeId rows) {
    return meanTime(nodes, "topology = \"mesh\"\ndimensions = [" + std::to_string(rows) + ", " +
                               std::to_string(nodes / rows) + "]\n");
  };
  double before = 0;
  for (const auto &[nodes, rows] : std::map<NodeId, NodeId>{{128, 8}, {256, 16}, {512, 16}, {1024, 32}}) {
    const double lag = mesh(nodes, rows) - tree(nodes);
    EXPECT_GT(lag, before) << nodes;
    before = lag;
  }
  EXPECT_LT(tree(1024), 1.2 * tree(32));
  EXPECT_GT(mesh(1024, 32), 1.5 * mesh(32, 4));
}

} // namespace
} // namespace maquette::models
