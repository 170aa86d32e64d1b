// test/support/published_figures.h - the experiments behind SST/macro's figures 10 to 12 and Beihang's figure 4
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_SUPPORT_PUBLISHED_FIGURES_H
#define MAQUETTE_TEST_SUPPORT_PUBLISHED_FIGURES_H

#include "test/support/network_harness.h"

#include "maquette/sim/random.h"

#include <map>
#include <string>

namespace maquette::test::figures {

using models::Machine;

// ---- SST/macro's figure 10: ping-pong between random partners on a fat tree of 4 levels of radix 24 ----

/// Nodes 0 .. n - 1 send to a random partner each, all at once; the mean time in units of a lone message's.
inline double pingPongTime(int nodes, std::uint64_t seed) {
  constexpr std::int64_t kBytes = 100'000;
  test::NetworkHarness harness(test::machineWith(
      20736, "model = \"flow-fair\"\ntopology = \"fat-tree\"\ndown = [12, 12, 12, 12]\n"
             "up = [1, 12, 12, 12]\nrouting = \"ecmp\"\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n"));
  const sim::Permutation shuffled(static_cast<std::uint64_t>(nodes), seed);
  const auto at = [&](int i) { return static_cast<int>(shuffled(static_cast<std::uint64_t>(i))); };
  for (int i = 0; i < nodes; i += 2) {
    harness.send(static_cast<std::uint64_t>(i), at(i), at(i + 1), kBytes);
    harness.send(static_cast<std::uint64_t>(i) + 1, at(i + 1), at(i), kBytes);
  }
  harness.run();
  double sum = 0;
  for (int i = 0; i < nodes; ++i)
    sum += static_cast<double>(harness.delivered(static_cast<std::uint64_t>(i)));
  return sum / nodes / (static_cast<double>(kBytes) * 1000);
}

inline double meanPingPongTime(int nodes) {
  constexpr std::uint64_t kSeeds = 8;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    sum += pingPongTime(nodes, seed);
  return sum / kSeeds;
}

// ---- Its figures 11 and 12: an AMG-like pattern on 128 nodes ----

inline const std::map<std::string, std::string> kShapes = {
    {"torus", "topology = \"torus\"\ndimensions = [4, 4, 8]\n"},
    {"fat tree", "topology = \"fat-tree\"\ndown = [8, 16]\nup = [1, 8]\n"},
    {"crossbar", "topology = \"crossbar\"\n"}};

/// Cycles of levels: on each, a node computes, then exchanges with the nodes at distances of a power of two, smaller
/// messages on coarser levels; all wait for all. Seconds.
inline double amgTime(const std::string &shape, const std::string &latency, const std::string &bandwidth) {
  const Machine machine = test::machineWith(128, "model = \"flow-fair\"\n" + shape + "latency = \"" + latency +
                                                     "\"\nbandwidth = \"" + bandwidth + "\"\n");
  double total = 0;
  for (int level = 0; level < 6; ++level) {
    test::NetworkHarness harness(machine);
    std::uint64_t cookie = 0;
    for (int node = 0; node < 128; ++node)
      for (int distance : {1 << level, 128 - (1 << level), (1 << level) + 16})
        harness.send(cookie++, node, (node + distance) % 128, 64'000 >> level);
    harness.run();
    total += static_cast<double>(harness.lastDelivered()) * 1e-12 + 1e-3 / (1 << level);
  }
  return total;
}

// ---- Beihang's figure 4: mean time of 4 KiB between random nodes of an InfiniBand fat tree and a mesh ----

inline double meanTime(int nodes, const std::string &shape) {
  test::NetworkHarness harness(test::machineWith(nodes, "model = \"infiniband\"\n" + shape +
                                                            "latency = \"1 us\"\nlink_latency = \"200 ns\"\n"
                                                            "bandwidth = \"32 Gb/s\"\nmtu = \"2 KiB\"\n"));
  const sim::Random random(4, 0);
  double sum = 0;
  constexpr std::uint64_t kPairs = 500;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const auto from = static_cast<int>(random.below(2 * i, static_cast<std::uint64_t>(nodes)));
    const auto other = static_cast<int>(random.below(2 * i + 1, static_cast<std::uint64_t>(nodes - 1)));
    harness.send(i, from, other + (other >= from ? 1 : 0), 4096);
    sum += static_cast<double>(harness.delivered(i));
  }
  return sum / kPairs;
}

inline double meanTimeOnTree(int nodes) {
  return meanTime(nodes,
                  "topology = \"fat-tree\"\ndown = [4, 4, " + std::to_string(nodes / 16) + "]\nup = [1, 4, 4]\n");
}
inline double meanTimeOnMesh(int nodes, int rows) {
  return meanTime(nodes, "topology = \"mesh\"\ndimensions = [" + std::to_string(rows) + ", " +
                             std::to_string(nodes / rows) + "]\n");
}

} // namespace maquette::test::figures

#endif
