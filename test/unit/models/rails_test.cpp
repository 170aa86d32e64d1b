// test/unit/models/rails_test.cpp - several interfaces of a node, cables side by side, message rates
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <set>

namespace maquette::models {
namespace {

using test::machineWith;
using test::NetworkHarness;

constexpr std::int64_t kBytes = 100'000;
constexpr std::int64_t kAlone = kBytes * 1000; // At 1 GB/s, in ps.

/// 1 GB/s a rail and no latency.
std::string onClos(const std::string &model, const std::string &rails) {
  return "model = \"" + model + "\"\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n" + rails +
         (model == "logp" ? "" : "topology = \"clos\"\nnodes_per_leaf = 4\nspines = 4\n");
}

class EveryRailModel : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Models, EveryRailModel, testing::Values("logp", "flow-fair", "flow-fifo", "packet"));

/// When the last of so many messages from node 0 to nodes 1, 2, .. is there.
std::int64_t timeOfFan(const Machine &machine, int messages) {
  NetworkHarness harness(machine);
  for (int to = 1; to <= messages; ++to)
    harness.send(static_cast<std::uint64_t>(to), 0, to, kBytes);
  harness.run();
  EXPECT_EQ(harness.deliveredCount(), static_cast<std::size_t>(messages));
  return harness.lastDelivered();
}

// Four messages on one interface take 4 m/b, on two 2 m/b, on four m/b. logp's first byte takes no time: tolerance.
TEST_P(EveryRailModel, TurnsUseAllRails) {
  for (int rails : {1, 2, 4}) {
    const Machine machine =
        machineWith(8, onClos(GetParam(), rails == 1 ? "" : "rails = " + std::to_string(rails) + "\n"));
    EXPECT_NEAR(static_cast<double>(timeOfFan(machine, 4)), 4.0 / rails * kAlone, 0.03 * kAlone) << rails;
  }
}

// One message in four parts of a quarter; small ones go whole.
TEST_P(EveryRailModel, AStripedMessageTakesAShareOfTheTime) {
  const Machine machine = machineWith(8, onClos(GetParam(), "rails = 4\nrail_choice = \"stripe\"\n"));
  EXPECT_NEAR(static_cast<double>(timeOfFan(machine, 1)), kAlone / 4.0, 0.03 * kAlone);
  NetworkHarness harness(machine);
  harness.send(1, 0, 5, 1000);
  harness.run();
  EXPECT_NEAR(static_cast<double>(harness.delivered(1)), 1'000'000, 1001);
  Transfer whole;
  whole.destination = NodeId{1};
  whole.size = sim::Bytes{kBytes};
  EXPECT_NEAR(static_cast<double>(harness.network().timeAlone(whole).ps()), kAlone / 4.0, 0.03 * kAlone);
}

// Of 3 messages of node 0 the first two meet, the third comes after; that of node 4 is alone, and small ones do not
// count.
TEST_P(EveryRailModel, BytesOfOneRailAtATimeAreCounted) {
  for (const auto &[choice, lone] :
       {std::pair("round-robin", 2 * kBytes), std::pair("pair", 2 * kBytes), std::pair("stripe", 0 * kBytes)}) {
    NetworkHarness harness(
        machineWith(8, onClos(GetParam(), "rails = 2\nrail_choice = \"" + std::string(choice) + "\"\n")));
    harness.send(1, 0, 1, kBytes);
    harness.send(2, 0, 2, kBytes);
    harness.send(3, 4, 5, kBytes);
    harness.send(4, 4, 5, 100);
    harness.send(5, 0, 3, kBytes, sim::SimTime::fromPs(5 * kAlone));
    harness.run();
    EXPECT_EQ(static_cast<std::int64_t>(loneRailBytes(harness.network())), lone) << choice;
  }
}

// By pair, messages between the same two nodes share one rail.
TEST_P(EveryRailModel, APairKeepsItsRail) {
  NetworkHarness harness(machineWith(8, onClos(GetParam(), "rails = 2\nrail_choice = \"pair\"\n")));
  for (std::uint64_t i = 0; i < 4; ++i)
    harness.send(i, 0, 1, kBytes);
  harness.run();
  EXPECT_NEAR(static_cast<double>(harness.lastDelivered()), 4.0 * kAlone, 0.03 * kAlone);
}

// All four nodes of a leaf send four ahead, over one spine in each of two planes: two pairs on each.
TEST_P(EveryRailModel, PairsThatSendAsFarTakeRailsInTurn) {
  if (std::string(GetParam()) == "logp")
    return; // Knows no spines.
  NetworkHarness harness(
      machineWith(8, "model = \"" + std::string(GetParam()) +
                         "\"\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\nrails = 2\n"
                         "rail_choice = \"pair\"\ntopology = \"clos\"\nnodes_per_leaf = 4\nspines = 1\n"));
  for (int node = 0; node < 4; ++node)
    harness.send(static_cast<std::uint64_t>(node), node, node + 4, kBytes);
  harness.run();
  EXPECT_NEAR(static_cast<double>(harness.lastDelivered()), 2.0 * kAlone, 0.03 * kAlone);
}

// By core, cores 0 and 1 of four have the first of two rails: their messages share it, those of cores 0 and 2 do not.
TEST_P(EveryRailModel, ACoreKeepsItsRail) {
  for (const auto &[core, time] : {std::pair(1, 2), std::pair(2, 1)}) {
    Machine machine = machineWith(8, onClos(GetParam(), "rails = 2\n"));
    machine.node.cores.value = 4;
    machine.network.rail_choice = "core";
    NetworkHarness harness(machine, 4);
    harness.sendFrom(1, {0, 0}, 1, kBytes);
    harness.sendFrom(2, {0, static_cast<std::uint16_t>(core)}, 2, kBytes);
    harness.run();
    EXPECT_NEAR(static_cast<double>(harness.lastDelivered()), static_cast<double>(time * kAlone), 0.03 * kAlone)
        << core;
  }
}

// Inside a node no rail counts: 100 ns + 1000 B / (10 GB/s).
TEST_P(EveryRailModel, InsideANodeMemoryCounts) {
  NetworkHarness harness(machineWith(8, onClos(GetParam(), "rails = 2\n")));
  harness.send(1, 3, 3, 1000);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 200'000);
}

// Empty messages, a gap of 1 us: the fourth leaves after 3 us; with two rails each takes two, the last after 1 us.
TEST_P(EveryRailModel, TheMessageRateIsThatOfEachInterface) {
  for (const auto &[rails, last] : {std::pair(1, 3'000'000), std::pair(2, 1'000'000)}) {
    NetworkHarness harness(
        machineWith(8, onClos(GetParam(), "message_gap = \"1 us\"\n" +
                                              (rails == 1 ? "" : "rails = " + std::to_string(rails) + "\n"))));
    for (int to = 1; to <= 4; ++to)
      harness.send(static_cast<std::uint64_t>(to), 0, to, 0);
    harness.run();
    EXPECT_EQ(harness.lastDelivered(), last) << rails;
  }
}

// Two planes of 8 nodes are two networks; in one network 8 nodes have 16 ports.
TEST(Rails, NamesAndCountsOfBothLayouts) {
  for (const char *layout : {"planes", "shared"}) {
    const Machine machine =
        machineWith(8, onClos("flow-fair", "rails = 2\nrail_layout = \"" + std::string(layout) + "\"\n"));
    const auto topology = makeTopology(machine);
    EXPECT_EQ(topology->nodeCount(), 16);
    const NodeId port = machine.ports().of(NodeId{3}, 1);
    EXPECT_EQ(topology->linkName(Topology::injection(port)), "node 3 rail 1 out");
    EXPECT_EQ(machine.ports().nodeOf(port), NodeId{3});
    EXPECT_EQ(machine.ports().railOf(port), 1);
    std::set<std::string> names;
    for (LinkId link; link < LinkId{topology->linkCount()}; ++link)
      names.insert(topology->linkName(link));
    EXPECT_EQ(static_cast<std::int64_t>(names.size()), topology->linkCount()) << layout;
  }
}

// No way leads from one plane into the other.
TEST(Rails, PlanesAreApart) {
  const auto topology = makeTopology(machineWith(8, onClos("flow-fair", "rails = 2\n")));
  std::set<LinkId> used[2];
  Route route;
  for (int rail : {0, 1})
    for (int from = 0; from < 8; ++from)
      for (int to = 0; to < 8; ++to)
        if (from != to) {
          topology->route(NodeId{8 * rail + from}, NodeId{8 * rail + to}, route);
          used[rail].insert(route.links().begin(), route.links().end());
        }
  for (LinkId link : used[0])
    EXPECT_EQ(used[1].count(link), 0u);
  EXPECT_EQ(used[0].size(), used[1].size());
}

// A ring of 4: the one cable between two routers becomes three. All three are used, each by about a third of many
// choices.
TEST(ParallelLinks, AHashSpreadsOverThem) {
  const auto ring = makeParallelLinks(makeTorus({4}), 3);
  EXPECT_EQ(ring->linkCount(), 8 + 3 * 8);
  EXPECT_EQ(ring->bisectionLinks(), 3 * 2);
  std::map<LinkId, int> uses;
  for (std::uint64_t choice = 0; choice < 300; ++choice) {
    Route route;
    ring->connect(RouterId{0}, RouterId{1}, choice, route);
    ASSERT_EQ(route.links().size(), 1u);
    EXPECT_EQ(ring->linkName(route.links()[0]).substr(0, 21), "node 0 -> node 1 (+x)");
    ++uses[route.links()[0]];
  }
  EXPECT_EQ(uses.size(), 3u);
  for (const auto &[link, count] : uses)
    EXPECT_NEAR(count, 100, 30);
}

// Leaves of 8 nodes with one spine: all to the next leaf share one cable, 8 m/b; eight cables side by side carry it in
// the time of the fullest, which a hash makes less than 8 and more than 1.
TEST(ParallelLinks, WidenTheWay) {
  const auto time = [](int links) {
    NetworkHarness harness(machineWith(16, "model = \"flow-fair\"\nlatency = \"0 ns\"\nbandwidth = \"1 "
                                           "GB/s\"\ntopology = \"clos\"\nnodes_per_leaf = 8\nspines = 1\n"
                                           "parallel_links = " +
                                               std::to_string(links) + "\n"));
    for (int from = 0; from < 8; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, from + 8, kBytes);
    harness.run();
    return harness.lastDelivered();
  };
  EXPECT_EQ(time(1), 8 * kAlone);
  EXPECT_LE(time(8), 4 * kAlone);
  EXPECT_GE(time(8), kAlone);
}

} // namespace
} // namespace maquette::models
