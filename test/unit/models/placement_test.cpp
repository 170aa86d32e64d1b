// test/unit/models/placement_test.cpp - ranks to nodes
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "test/support/torus_machine.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace maquette::models {
namespace {

using test::errorsOf;

// 12 nodes in 3 groups of 4, 8 ranks: 3 a group (of 8 / 3), one on each node of it.
TEST(Placement, TwoStepSharesOutGroups) {
  const auto machine = test::torusMachine({"placement.mapping=two-step", "placement.groups=3"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->ranksPerNode(8), 1);
  std::vector<std::int32_t> nodes;
  for (std::int64_t rank = 0; rank < 8; ++rank)
    nodes.push_back(machine->nodeOf(rank, 8).value());
  EXPECT_EQ(nodes, (std::vector<std::int32_t>{0, 1, 2, 4, 5, 6, 8, 9}));
}

// Where all divides it is block: 24 ranks on 12 nodes of 2.
TEST(Placement, TwoStepIsBlockWhereAllDivides) {
  const auto machine = test::torusMachine({"placement.mapping=two-step", "placement.groups=3"});
  ASSERT_TRUE(machine);
  for (std::int64_t rank = 0; rank < 24; ++rank)
    EXPECT_EQ(machine->nodeOf(rank, 24), NodeId{rank / 2});
}

// 5 groups of 2, 2, 3, 2 and 3 nodes: each gets the ranks that its cores take, and the last node is not passed.
TEST(Placement, TwoStepFillsUnequalGroups) {
  const auto machine = test::torusMachine({"placement.mapping=two-step", "placement.groups=5"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->ranksPerNode(24), 2);
  for (std::int64_t rank = 0; rank < 24; ++rank) {
    EXPECT_EQ(machine->nodeOf(rank, 24), NodeId{rank / 2});
    EXPECT_EQ(machine->coreOf(rank, 24), rank % 2);
  }
  EXPECT_NE(errorsOf(test::torusMachine({"placement.mapping=two-step", "placement.groups=13"}))
                .find("13 groups are too many for 12 nodes"),
            std::string::npos);
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

// More nodes than are looked at for each: still all are used once, and few steps are not to a neighbour.
TEST(Placement, GreedyUsesAllNodesOfALargeMachine) {
  const auto machine =
      test::torusMachine({"placement.mapping=greedy", "node.count=8192", "network.dimensions=[16, 16, 32]"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  const auto torus = makeTorus({16, 16, 32});
  std::set<NodeId> used{machine->nodeOf(0, 16384)};
  std::int64_t hops = 0;
  for (std::int64_t rank = 2; rank < 16384; rank += 2) {
    used.insert(machine->nodeOf(rank, 16384));
    hops += torus->hops(machine->nodeOf(rank - 2, 16384), machine->nodeOf(rank, 16384));
  }
  EXPECT_EQ(used.size(), 8192u);
  EXPECT_LT(hops, 8191 * 102 / 100);
}

class PlacementFile : public testing::Test {
protected:
  void SetUp() override {
    const testing::TestInfo &test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("maquette_placement_") + test.name()); // Tests run side by side.
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
  EXPECT_EQ(machine->nodeOf(0, 4), NodeId{11});
  EXPECT_EQ(machine->nodeOf(2, 4), NodeId{3});
  EXPECT_EQ(machine->nodeOf(3, 4), NodeId{0});
  EXPECT_EQ(machine->ranksPerNode(4), 2);
  EXPECT_TRUE(machine->checkPlacement(4));
  const sim::Status five = machine->checkPlacement(5);
  ASSERT_FALSE(five);
  EXPECT_EQ(five.error().diagnostics[0].what, "the placement file has nodes for 4 ranks, but the run has 5");
}

// Ranks get the cores of their node in the order of the file: here node 1 has ranks 0, 2 and 3, of which the third
// begins again with the first of two cores.
TEST_F(PlacementFile, CoresAreTakenInTheOrderOfTheFile) {
  const auto machine = machineOf("1 0 1 1 0\n");
  ASSERT_TRUE(machine) << errorsOf(machine);
  std::vector<std::int64_t> cores;
  for (std::int64_t rank = 0; rank < 5; ++rank)
    cores.push_back(machine->coreOf(rank, 5));
  EXPECT_EQ(cores, (std::vector<std::int64_t>{0, 0, 1, 0, 1}));
}

TEST_F(PlacementFile, WrongNodesAreErrors) {
  EXPECT_NE(
      errorsOf(machineOf("0\n12\n")).find("nodes.txt:2: error: '12' is not a node of the machine [maquette-placement]"),
      std::string::npos);
  EXPECT_NE(errorsOf(machineOf("")).find("contains no nodes"), std::string::npos);
}

TEST(Placement, WhatHasNoEffectIsAnError) {
  EXPECT_NE(errorsOf(test::torusMachine({"placement.groups=2"})).find("'groups' has no effect with mapping 'block'"),
            std::string::npos);
  EXPECT_NE(errorsOf(test::torusMachine({"placement.mapping=greedy", "network.model=logp"})).size(), 1u);
}

} // namespace
} // namespace maquette::models
