// test/validation/flow_fair_validation.cpp - max-min fair flows on torus and fat tree against closed forms
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace maquette::models {
namespace {

// No latency and 1 GB/s per link in all cases: a byte takes a nanosecond. Rates are rounded down to a bit/s and times
// up to a picosecond, which is below the tolerance of one part in 10^6.
constexpr std::int64_t kBytes = 1'000'000;
constexpr std::int64_t kAlone = kBytes * 1000; // m/b in ps.

void expectTime(std::int64_t actual, double expected) {
  EXPECT_NEAR(static_cast<double>(actual), expected, expected * 1e-6);
}

Machine crossbar(std::int64_t nodes) {
  return test::machineWith(nodes, "model = \"flow-fair\"\ntopology = \"crossbar\"\nlatency = \"0 ns\"\n"
                                  "bandwidth = \"1 GB/s\"\n");
}

/// Interfaces faster than all links of a node together, so that only links can be short.
Machine torus(std::int64_t nodes, const std::string &dimensions) {
  return test::machineWith(nodes, "model = \"flow-fair\"\ntopology = \"torus\"\ndimensions = " + dimensions +
                                      "\nlatency = \"0 ns\"\nbandwidth = \"100 GB/s\"\nlink_bandwidth = \"1 GB/s\"\n");
}

Machine fatTree(std::int64_t nodes, const std::string &down, const std::string &up) {
  return test::machineWith(nodes, "model = \"flow-fair\"\ntopology = \"fat-tree\"\ndown = " + down + "\nup = " + up +
                                      "\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n");
}

// n flows of m bytes on one link get b/n each, so all end at n m/b.
TEST(FlowFairValidation, FlowsShareALinkEqually) {
  for (int n : {1, 2, 7, 31}) {
    test::NetworkHarness harness(crossbar(32));
    for (int from = 1; from <= n; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, 0, kBytes);
    harness.run();
    for (int from = 1; from <= n; ++from)
      expectTime(harness.delivered(static_cast<std::uint64_t>(from)), static_cast<double>(n * kAlone));
  }
}

// Flows of 1, 2, .., n times m on one link: the k-th shortest ends when all have sent k m, or are done: the sum over i
// <= k of (n - i + 1) m/b.
TEST(FlowFairValidation, SharesGrowWhenFlowsEnd) {
  constexpr int kFlows = 8;
  test::NetworkHarness harness(crossbar(kFlows + 1));
  for (int from = 1; from <= kFlows; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, 0, from * kBytes);
  harness.run();
  double expected = 0;
  for (int k = 1; k <= kFlows; ++k) {
    expected += static_cast<double>((kFlows - k + 1) * kAlone);
    expectTime(harness.delivered(static_cast<std::uint64_t>(k)), expected);
  }
}

// Parking lot: a flow over L links and one on each link. Everybody gets b/2.
TEST(FlowFairValidation, ParkingLotIsHalfAndHalf) {
  constexpr int kLinks = 7;
  test::NetworkHarness harness(torus(16, "[16]"));
  harness.send(100, 0, kLinks, kBytes);
  for (int i = 0; i < kLinks; ++i)
    harness.send(static_cast<std::uint64_t>(i), i, i + 1, kBytes);
  harness.run();
  expectTime(harness.delivered(100), 2.0 * kAlone);
  for (int i = 0; i < kLinks; ++i)
    expectTime(harness.delivered(static_cast<std::uint64_t>(i)), 2.0 * kAlone);
}

// Two bottlenecks: n flows share link A, one of them goes on over link B with one other. It gets b/n, the other b (1 -
// 1/n).
TEST(FlowFairValidation, WhatABottleneckLeavesOthersUse) {
  constexpr int kOnA = 4;
  test::NetworkHarness harness(crossbar(16));
  for (int i = 0; i < kOnA; ++i)
    harness.send(static_cast<std::uint64_t>(i), 0, static_cast<int>(1 + i), kBytes);
  harness.send(50, 9, 1, 3 * kBytes); // Together with flow 0 at node 1.
  harness.run();
  for (int i = 0; i < kOnA; ++i)
    expectTime(harness.delivered(static_cast<std::uint64_t>(i)), kOnA * static_cast<double>(kAlone));
  expectTime(harness.delivered(50), 3.0 * kAlone / (1 - 1.0 / kOnA));
}

// Tornado on a ring of k nodes: everybody sends ceil(k/2) - 1 nodes ahead, so each forward link carries as many flows
// and the backward ones none: accepted load 1 / (ceil(k/2) - 1).
TEST(FlowFairValidation, TornadoOnARing) {
  for (int k : {5, 8, 16}) {
    const int distance = (k + 1) / 2 - 1;
    test::NetworkHarness harness(torus(k, "[" + std::to_string(k) + "]"));
    for (int from = 0; from < k; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, (from + distance) % k, kBytes);
    harness.run();
    expectTime(harness.lastDelivered(), static_cast<double>(distance * kAlone));
  }
}

// All-to-all of m bytes a pair on a torus with even k in each dimension: N^2 routes have on average k/4 links in a
// dimension, which has 2N links: N k / 8 routes a link, so nothing can end before N k m / (8 b). Long routes are slower
// than short ones, so links go idle at the end; with the ties spread evenly the bound is missed by less than a third on
// these tori.
TEST(FlowFairValidation, AllToAllOnATorusMeetsItsBound) {
  struct Case {
    int nodes;
    std::int64_t k;
    const char *dimensions;
  };
  for (const Case &c : {Case{16, 4, "[4, 4]"}, Case{64, 4, "[4, 4, 4]"}, Case{64, 8, "[8, 8]"}}) {
    test::NetworkHarness harness(torus(c.nodes, c.dimensions));
    for (int from = 0; from < c.nodes; ++from)
      for (int to = 0; to < c.nodes; ++to)
        if (from != to)
          harness.send(static_cast<std::uint64_t>(from) * 1000 + to, from, to, kBytes);
    harness.run();
    const double bound = static_cast<double>(c.nodes * c.k * kAlone) / 8;
    EXPECT_GE(static_cast<double>(harness.lastDelivered()), bound * (1 - 1e-6)) << c.dimensions;
    EXPECT_LE(static_cast<double>(harness.lastDelivered()), bound * 4 / 3) << c.dimensions;
  }
}

// Full bisection (as many parents as children) and d-mod-k: every shift permutation is free of contention, so each flow
// takes m/b.
TEST(FlowFairValidation, ShiftsOnAFullFatTreeAreFreeOfContention) {
  constexpr int kNodes = 64;
  for (int shift = 1; shift < kNodes; ++shift) {
    test::NetworkHarness harness(fatTree(kNodes, "[4, 4, 4]", "[1, 4, 4]"));
    for (int from = 0; from < kNodes; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, (from + shift) % kNodes, kBytes);
    harness.run();
    EXPECT_EQ(harness.lastDelivered(), kAlone) << "shift " << shift;
  }
}

// A leaf of m nodes with m/r uplinks: when all send to other leaves, each uplink carries r flows: accepted load 1/r.
TEST(FlowFairValidation, TaperDividesTheCrossTreeBandwidth) {
  for (int taper : {1, 2, 4, 8}) {
    test::NetworkHarness harness(fatTree(64, "[8, 8]", "[1, " + std::to_string(8 / taper) + "]"));
    for (int from = 0; from < 64; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, (from + 8) % 64, kBytes);
    harness.run();
    expectTime(harness.lastDelivered(), static_cast<double>(taper * kAlone));
  }
}

// Dragonfly with p = 2, a = 4, h = 2 and all 9 groups: when every node sends to the next group, its a p = 8 nodes share
// the one global link: accepted load 1 / (a p).
TEST(FlowFairValidation, AdversarialTrafficOnADragonfly) {
  constexpr int kNodes = 72, kGroup = 8;
  test::NetworkHarness harness(test::machineWith(
      kNodes, "model = \"flow-fair\"\ntopology = \"dragonfly\"\nnodes_per_router = 2\nrouters_per_group = 4\n"
              "global_links_per_router = 2\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n"));
  for (int from = 0; from < kNodes; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, (from + kGroup) % kNodes, kBytes);
  harness.run();
  for (int from = 0; from < kNodes; ++from)
    expectTime(harness.delivered(static_cast<std::uint64_t>(from)), static_cast<double>(kGroup * kAlone));
}

} // namespace
} // namespace maquette::models
