// test/unit/models/placement_test.cpp - ranks to nodes, and what a machine's numbers come to
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine_facts.h"
#include "maquette/models/topology.h"
#include "test/support/torus_machine.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace maquette::models {
namespace {

using test::errorsOf;

// 12 nodes in 3 groups of 4, 8 ranks: 3 a group (of 8 / 3), one on each node of it.
TEST(Placement, TwoStepSharesOutGroups) {
  const auto machine = test::torusMachine({"placement.mapping=two-step", "placement.groups=3"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->ranksPerNode(8), 1);
  std::vector<NodeId> nodes;
  for (std::int64_t rank = 0; rank < 8; ++rank)
    nodes.push_back(machine->nodeOf(rank, 8));
  EXPECT_EQ(nodes, (std::vector<NodeId>{0, 1, 2, 4, 5, 6, 8, 9}));
}

// Where all divides it is block: 24 ranks on 12 nodes of 2.
TEST(Placement, TwoStepIsBlockWhereAllDivides) {
  const auto machine = test::torusMachine({"placement.mapping=two-step", "placement.groups=3"});
  ASSERT_TRUE(machine);
  for (std::int64_t rank = 0; rank < 24; ++rank)
    EXPECT_EQ(machine->nodeOf(rank, 24), rank / 2);
}

// Each step from node to node of a torus with an even row is one hop: a snake.
TEST(Placement, GreedyGoesToTheNearestFreeNode) {
  const auto machine = test::torusMachine({"placement.mapping=greedy"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  const auto torus = makeTorus({4, 3});
  std::set<NodeId> used{machine->nodeOf(0, 24)};
  for (std::int64_t rank = 2; rank < 24; rank += 2) {
    EXPECT_EQ(torus->hops(machine->nodeOf(rank - 2, 24), machine->nodeOf(rank, 24)), 1) << rank;
    EXPECT_EQ(machine->nodeOf(rank, 24), machine->nodeOf(rank + 1, 24));
    used.insert(machine->nodeOf(rank, 24));
  }
  EXPECT_EQ(used.size(), 12u);
}

class PlacementFile : public testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / "maquette_placement_test";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  sim::Result<Machine> machineOf(const char *text) {
    std::ofstream(folder_ / "nodes.txt") << text;
    return test::torusMachine({"placement.mapping=file", "placement.file=nodes.txt"}, (folder_ / "m.toml").string());
  }
  std::filesystem::path folder_;
};

TEST_F(PlacementFile, NamesTheNodeOfEachRank) {
  const auto machine = machineOf("11 # the last\n3\n3 0\n");
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->nodeOf(0, 4), 11);
  EXPECT_EQ(machine->nodeOf(2, 4), 3);
  EXPECT_EQ(machine->nodeOf(3, 4), 0);
  EXPECT_EQ(machine->ranksPerNode(4), 2);
  EXPECT_TRUE(machine->checkPlacement(4));
  const sim::Status five = machine->checkPlacement(5);
  ASSERT_FALSE(five);
  EXPECT_EQ(five.error().diagnostics[0].what, "the placement's file names nodes for 4 ranks, not for 5");
}

TEST_F(PlacementFile, WrongNodesAreErrors) {
  EXPECT_NE(errorsOf(machineOf("0\n12\n")).find("nodes.txt:2: error: '12' is not a node of the machine [maquette-placement]"),
            std::string::npos);
  EXPECT_NE(errorsOf(machineOf("")).find("names no nodes"), std::string::npos);
}

TEST(Placement, WhatHasNoEffectIsAnError) {
  EXPECT_NE(errorsOf(test::torusMachine({"placement.groups=2"})).find("'groups' has no effect with mapping 'block'"),
            std::string::npos);
  EXPECT_NE(errorsOf(test::torusMachine({"placement.mapping=greedy", "network.model=logp"})).size(), 1u);
}

TEST(Override, AFactorScalesWhatTheFileSays) {
  const auto machine = test::torusMachine({"network.bandwidth=2x", "network.link_latency=0.5x", "mpi.eager_threshold=4x"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->network.bandwidth.value, sim::BitRate::gbps(160));
  EXPECT_EQ(machine->network.link_latency.value, sim::SimDuration::ns(50));
  EXPECT_EQ(machine->mpi.eager_threshold.value, sim::Bytes{32768});
  EXPECT_EQ(machine->network.bandwidth.source, "--set");
  EXPECT_NE(errorsOf(test::torusMachine({"network.bandwidth=-2x"})).find("'bandwidth': '-2x'"), std::string::npos);
}

std::map<std::string, double> numbersOf(const Machine &machine) {
  std::map<std::string, double> numbers;
  for (const MachineFact &fact : factsOf(machine).facts)
    numbers[fact.key] = fact.number;
  return numbers;
}

// A 4 x 3 torus: only the dimension of 4 halves: 2 * 12 / 4 = 6 links of 5 GB/s; half the nodes inject 60 GB/s, twice
// that. The farthest are 2 + 1 hops: 1 us + 3 * 100 ns.
TEST(MachineFacts, ComeFromTheShape) {
  const auto machine = test::torusMachine({});
  ASSERT_TRUE(machine);
  const auto numbers = numbersOf(*machine);
  EXPECT_EQ(numbers.at("diameter_hops"), 3);
  EXPECT_DOUBLE_EQ(numbers.at("bisection_bytes_per_second"), 30e9);
  EXPECT_DOUBLE_EQ(numbers.at("injection_to_bisection"), 2);
  EXPECT_NEAR(numbers.at("farthest_latency_seconds"), 1.3e-6, 1e-12);
  EXPECT_EQ(numbers.at("virtual_channels_needed"), 3);
  EXPECT_TRUE(factsOf(*machine).warnings.empty());
}

TEST(MachineFacts, WarnOfWhatLooksWrong) {
  const auto machine = test::torusMachine({"network.link_bandwidth=20 GB/s", "node.memory_latency=9 us"});
  ASSERT_TRUE(machine);
  const std::vector<std::string> warnings = factsOf(*machine).warnings;
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0], "links of 160 Gb/s are faster than the interface of 80 Gb/s, so one message never fills one");
  EXPECT_EQ(warnings[1], "a message inside a node has a longer latency, 9 us, than one between nodes, 1.1 us");
}

} // namespace
} // namespace maquette::models
