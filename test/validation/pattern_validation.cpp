// test/validation/pattern_validation.cpp - permutations and neighbours on each topology, flows and packets against
// counts of links SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace maquette::models {
namespace {

// No latency and 1 GB/s per link: a byte takes a nanosecond. All nodes send at once. Where n messages need the fullest
// link and nothing slows them elsewhere, the last arrives after n m/b.
struct Model {
  const char *name;
  const char *keys;
  double tolerance; ///< Packets wait for whole packets before them, and the last ones go alone.
};
void PrintTo(const Model &model, std::ostream *out) { *out << model.name; }
constexpr Model kFlow{"flow-fair", "", 1e-6}, kFifo{"flow-fifo", "", 1e-6},
    kPacket{"packet", "packet_size = \"1000 B\"\nbuffer_size = \"16000 B\"\n", 0.05};

class Pattern : public testing::TestWithParam<Model> {
protected:
  static constexpr std::int64_t kBytes = 200'000;
  using Destination = std::function<int(int)>;
  static Machine machineOf(std::int64_t nodes, const std::string &shape, const std::string &interface = "1 GB/s") {
    return test::machineWith(nodes, std::string("model = \"") + GetParam().name + "\"\n" + GetParam().keys + shape +
                                        "latency = \"0 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"" + interface +
                                        "\"\n");
  }
  /// When the last of all arrived, in m/b. Who would send to itself sends nothing.
  static double timeOf(const Machine &machine, const std::vector<Destination> &destinations) {
    test::NetworkHarness harness(machine);
    std::uint64_t cookie = 0;
    for (const Destination &destination : destinations)
      for (int from = 0; from < machine.node.count.value; ++from)
        if (const int to = destination(from); to != from)
          harness.send(cookie++, from, to, kBytes);
    harness.run();
    return static_cast<double>(harness.lastDelivered()) / (kBytes * 1000.0);
  }
  static void expectTime(const Machine &machine, const std::vector<Destination> &destinations, double expected) {
    EXPECT_NEAR(timeOf(machine, destinations), expected, expected * GetParam().tolerance);
  }
};
std::string nameOf(const testing::TestParamInfo<Model> &info) {
  std::string name = info.param.name;
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Models, Pattern, testing::Values(kFlow, kFifo, kPacket), nameOf);

// Transpose of a mesh of k x k, first along x: all k - 1 others of row 0 come to (0, 0) over its one link, and go up
// from there: k - 1.
TEST_P(Pattern, TransposeOnAMesh) {
  constexpr int k = 6;
  expectTime(machineOf(k * k, "topology = \"mesh\"\ndimensions = [6, 6]\n", "100 GB/s"),
             {[](int i) { return i % k * k + i / k; }}, k - 1);
}

// Transpose of a hypercube of 2^n nodes (h, l) to (l, h), lowest bits first: the 2^(n/2) nodes of one h meet at (h, h);
// half of them differ in the lowest bit of the upper half: 2^(n/2 - 1) messages cross that link. Packets for it stand
// behind others: up to a quarter more.
TEST_P(Pattern, TransposeOnAHypercube) {
  const double time =
      timeOf(machineOf(64, "topology = \"hypercube\"\n", "100 GB/s"), {[](int i) { return i % 8 * 8 + i / 8; }});
  EXPECT_GE(time, 4 * (1 - GetParam().tolerance));
  EXPECT_LE(time, GetParam().name == kPacket.name ? 5 : 4 * (1 + GetParam().tolerance));
}

// Neighbours on a torus, all six at once: a link each, so m/b where interfaces carry all six, and six times that from
// one interface as fast as a link.
TEST_P(Pattern, NeighboursOnATorus) {
  std::vector<Destination> neighbours;
  for (const int stride : {1, 4, 16})
    for (const int step : {1, 3})
      neighbours.push_back([=](int i) { return i - i / stride % 4 * stride + (i / stride + step) % 4 * stride; });
  const std::string shape = "topology = \"torus\"\ndimensions = [4, 4, 4]\n";
  expectTime(machineOf(64, shape, "100 GB/s"), neighbours, 1);
  expectTime(machineOf(64, shape), neighbours, 6);
}

// d-mod-k takes the way up by the destination: the 7 nodes 1 to 7 of leaf 0 send to the first nodes of 7 other leaves,
// all multiples of 8, and all by the same of 8 links up.
TEST_P(Pattern, DestinationsOfOneColumnMeetOnATree) {
  expectTime(machineOf(64, "topology = \"fat-tree\"\ndown = [8, 8]\nup = [1, 8]\n"),
             {[](int i) { return i < 8 ? i * 8 : i; }}, 7);
}

// A gamma network takes all shifts at once: those of one distance add the same digit in each column, so different nodes
// never meet.
TEST_P(Pattern, ShiftsOnAGammaNetwork) {
  for (const int shift : {1, 5, 8, 11})
    expectTime(machineOf(16, "topology = \"gamma\"\n"), {[=](int i) { return (i + shift) % 16; }}, 1);
}

// Dragonfly+ of groups of 4 leaves with 4 nodes, 4 spines with 2 links each, g = 5 groups: floor(8 / 4) = 2 links
// between two groups. Everybody to the next group: 16 nodes share 2 links. To the next leaf of the group: each of a
// leaf's 4 has a spine of its own.
TEST_P(Pattern, ShiftsOnADragonflyPlus) {
  const Machine machine = machineOf(80, "topology = \"dragonfly-plus\"\nnodes_per_leaf = 4\nleaves_per_group = "
                                        "4\nspines_per_group = 4\nglobal_links_per_spine = 2\n");
  expectTime(machine, {[](int i) { return (i + 16) % 80; }}, 8);
  expectTime(machine, {[](int i) { return i / 16 * 16 + (i + 4) % 16; }}, 1);
}

// Dragonfly of p = 4, a = 8, h = 4 with 9 of 33 groups: floor(32 / 8) = 4 links between two groups, so the 32 nodes of
// a group that send to the next are 8 on each. All to one node of the next group: bound by that node's interface, 32.
TEST_P(Pattern, GroupsSideBySideOnADragonfly) {
  const Machine machine = machineOf(
      288, "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\nglobal_links_per_router = 4\n");
  expectTime(machine, {[](int i) { return (i + 32) % 288; }}, 8);
  expectTime(machine, {[](int i) { return i < 32 ? 40 : i; }}, 32);
}

// A HyperX of 4 routers with 8 nodes and 4 cables to each other: of the 8 messages to the next router not all take the
// same cable.
TEST_P(Pattern, CablesSideBySideOnAHyperX) {
  const double time =
      timeOf(machineOf(32, "topology = \"hyperx\"\ndimensions = [4]\nnodes_per_router = 8\nparallel_links = 4\n"),
             {[](int i) { return (i + 8) % 32; }});
  EXPECT_GE(time, 2);
  EXPECT_LE(time, 4 * (1 + GetParam().tolerance));
}

// HyperX of 4 x 4 routers of 3 nodes, router (x, y) to (x + 1, y + 1): first along x, then y, each over a link of its
// own: the 3 nodes of a router share both.
TEST_P(Pattern, DiagonalOnAHyperX) {
  expectTime(machineOf(48, "topology = \"hyperx\"\ndimensions = [4, 4]\nnodes_per_router = 3\n"), {[](int i) {
               const int router = i / 3, x = (router + 1) % 4, y = (router / 4 + 1) % 4;
               return (y * 4 + x) * 3 + i % 3;
             }},
             3);
}

} // namespace
} // namespace maquette::models
