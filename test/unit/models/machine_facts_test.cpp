// test/unit/models/machine_facts_test.cpp - what a machine's numbers come to, and factors of them
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine_facts.h"
#include "test/support/torus_machine.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace maquette::models {
namespace {

using test::errorsOf;

TEST(Override, AFactorScalesWhatTheFileSays) {
  const auto machine =
      test::torusMachine({"network.bandwidth=2x", "network.link_latency=0.5x", "mpi.eager_threshold=4x"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(machine->network.bandwidth.value, sim::BitRate::gbps(160));
  EXPECT_EQ(machine->network.link_latency.value, sim::SimDuration::ns(50));
  EXPECT_EQ(machine->mpi.eager_threshold.value, sim::Bytes{32768});
  EXPECT_EQ(machine->network.bandwidth.source, "--set");
  EXPECT_NE(errorsOf(test::torusMachine({"network.bandwidth=-2x"})).find("'bandwidth': '-2x'"), std::string::npos);
  EXPECT_NE(errorsOf(test::torusMachine({"network.bandwidth=1e300x"}))
                .find("'bandwidth' is too large after scaling [maquette-config-range]"),
            std::string::npos);
}

std::map<std::string, double> numbersOf(const Machine &machine) {
  std::map<std::string, double> numbers;
  for (const MachineFact &fact : factsOf(machine).facts)
    numbers[fact.key] = fact.number;
  return numbers;
}

// A 4 x 3 torus: across the dimension of 4 2 * 12 / 4 = 6 links of 5 GB/s, across that of 3 8; half the nodes inject 60
// GB/s, twice that. The farthest are 2 + 1 hops: 1 us + 3 * 100 ns.
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

// Leaves of 4 nodes with 2 parents and 2 cables to each: as many up as down. Of 3 leaves the nearest halves are 1 and
// 2: 4 cables.
TEST(MachineFacts, CablesSideBySideCountForTheTaper) {
  const auto machine = test::torusMachine(
      {"network.topology=fat-tree", "network.down=[4, 3]", "network.up=[1, 2]", "network.parallel_links=2"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  const auto numbers = numbersOf(*machine);
  EXPECT_DOUBLE_EQ(numbers.at("largest_taper"), 1);
  EXPECT_DOUBLE_EQ(numbers.at("bisection_bytes_per_second"), 4 * 5e9);
}

TEST(MachineFacts, SaysWhereTheBisectionIsNotKnown) {
  const auto machine =
      test::torusMachine({"network.topology=slim-fly", "node.count=18", "network.q=3", "network.nodes_per_router=1"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(numbersOf(*machine).at("bisection_known"), 0);
}

// 12 nodes of 1e18 b/s inject 1.2e19 b/s, which a rate cannot hold.
TEST(MachineFacts, SumsMayBeLargerThanARate) {
  const auto machine = test::torusMachine({"network.bandwidth=1000000 Tb/s"});
  ASSERT_TRUE(machine);
  EXPECT_EQ(factsOf(*machine).facts[1].text, "injection: 1000000 Tb/s per node, 1.2e+07 Tb/s in total");
}

// Up to 9 different distances are told one by one, more in ranges: 0 to 15 hops of a ring of 30 in eights.
TEST(MachineFacts, ManyDistancesAreToldInRanges) {
  const auto machine = test::torusMachine({"node.count=30", "network.dimensions=[30]"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  std::string text;
  for (const MachineFact &fact : factsOf(*machine).facts)
    if (std::string_view(fact.key) == "farthest_latency_seconds")
      text = fact.text;
  EXPECT_EQ(text.substr(0, 43), "latency by hops: 0-1: 1 us to 1.1 us (7.1 %") << text;
  EXPECT_NE(text.find(" 14-15: 2.4 us to 2.5 us ("), std::string::npos) << text;
}

// Switches of 3 nodes with 2 parents, of which each has 2 children and 1 parent.
TEST(MachineFacts, TellTheTaperOfEachLevel) {
  const auto machine =
      test::torusMachine({"network.topology=fat-tree", "network.down=[3, 2, 2]", "network.up=[1, 2, 1]"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  std::string text;
  for (const MachineFact &fact : factsOf(*machine).facts)
    if (std::string_view(fact.key) == "largest_taper")
      text = fact.text;
  EXPECT_EQ(text, "taper: 1.50 : 1 above level 1, 2.00 : 1 above level 2");
}

TEST(MachineFacts, WarnOfWhatLooksWrong) {
  const auto machine = test::torusMachine({"network.link_bandwidth=20 GB/s", "node.memory_latency=9 us"});
  ASSERT_TRUE(machine);
  const std::vector<std::string> warnings = factsOf(*machine).warnings;
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0], "links of 160 Gb/s are faster than the NIC of 80 Gb/s: one message never fills a link");
  EXPECT_EQ(warnings[1], "the latency inside a node, 9 us, is longer than between nodes, 1.1 us");
}

// 5 GB/s * 100 ns = 500 B are under way, and a packet of 500 B is still leaving: room for one packet fills half of a
// link.
TEST(MachineFacts, WarnOfBuffersThatDoNotFillALink) {
  const auto machine =
      test::torusMachine({"network.model=packet", "network.packet_size=500 B", "network.buffer_size=500 B"});
  ASSERT_TRUE(machine) << errorsOf(machine);
  EXPECT_EQ(factsOf(*machine).warnings,
            std::vector<std::string>{"buffers of 500 B are too small to fill a link, which needs 1000 B: one virtual "
                                     "channel uses 50.0 % of it"});
}

} // namespace
} // namespace maquette::models
