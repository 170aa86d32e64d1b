// test/unit/models/network_model_test.cpp - what all network models promise, and single messages
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

using sim::SimDuration;
using sim::SimTime;
using test::machineWith;
using test::NetworkHarness;

const char *const kLogP = "model = \"logp\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\nmessage_gap = \"100 ns\"\n";
const char *const kRing = "model = \"flow-fair\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                          "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n";

class EveryModel : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::Values(kLogP, kRing));

// 100 ns + 1000 B / (10 GB/s) = 200 ns.
TEST_P(EveryModel, InsideANodeMemoryCounts) {
  NetworkHarness harness(machineWith(8, GetParam()));
  harness.send(1, 3, 3, 1000);
  harness.run();
  EXPECT_EQ(harness.injected(1), 100'000);
  EXPECT_EQ(harness.delivered(1), 200'000);
}

TEST_P(EveryModel, EmptyMessagesTakeTheLatency) {
  NetworkHarness harness(machineWith(8, GetParam()));
  harness.send(1, 0, 1, 0, SimTime::fromPs(5));
  harness.run();
  EXPECT_EQ(harness.delivered(1), 5 + harness.network().minimumLatency().ps());
}

TEST_P(EveryModel, EveryTransferIsInjectedAndThenDelivered) {
  NetworkHarness harness(machineWith(8, GetParam()), 4);
  const sim::Random random(1, 1);
  for (std::uint64_t i = 0; i < 500; ++i)
    harness.send(i, static_cast<NodeId>(random.below(3 * i, 8)), static_cast<NodeId>(random.below(3 * i + 1, 8)),
                 static_cast<std::int64_t>(random.below(3 * i + 2, 5000)),
                 SimTime::fromPs(static_cast<std::int64_t>(random.bits(i) % 50'000'000)));
  harness.run();
  EXPECT_EQ(harness.deliveredCount(), 500u);
  for (std::uint64_t i = 0; i < 500; ++i)
    EXPECT_LE(harness.injected(i), harness.delivered(i));
}

std::vector<std::int64_t> timesOfRandomTraffic(const char *network) {
  NetworkHarness harness(machineWith(8, network), 4);
  const sim::Random random(2, 1);
  std::vector<std::int64_t> times;
  for (std::uint64_t i = 0; i < 300; ++i)
    harness.send(i, static_cast<NodeId>(random.below(2 * i, 8)), static_cast<NodeId>(random.below(2 * i + 1, 8)), 4000,
                 SimTime::fromPs(static_cast<std::int64_t>(random.bits(i) % 50'000'000)));
  harness.run();
  for (std::uint64_t i = 0; i < 300; ++i)
    times.push_back(harness.delivered(i));
  return times;
}

TEST_P(EveryModel, GivesTheSameTwice) { EXPECT_EQ(timesOfRandomTraffic(GetParam()), timesOfRandomTraffic(GetParam())); }

TEST_P(EveryModel, NamesTheBusiestLink) {
  NetworkHarness harness(machineWith(8, GetParam()));
  harness.send(1, 2, 3, 1000);
  harness.send(2, 2, 5, 500);
  harness.run();
  const auto links = harness.network().busiestLinks(1);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].name, "node 2 out");
  EXPECT_EQ(links[0].bytes, 1500u);
  EXPECT_EQ(links[0].busy, SimDuration::ns(1500));
}

// 1001 B: L + 1000 B * 1 ns/B = 2 us.
TEST(LogP, OneMessage) {
  NetworkHarness harness(machineWith(8, kLogP));
  harness.send(1, 0, 1, 1001);
  harness.run();
  EXPECT_EQ(harness.injected(1), 1'000'000);
  EXPECT_EQ(harness.delivered(1), 2'000'000);
}

// Two messages of 1001 B: the second waits g + 1000 G = 1.1 us at the sender.
TEST(LogP, SendsAreSerial) {
  NetworkHarness harness(machineWith(8, kLogP));
  harness.send(1, 0, 1, 1001);
  harness.send(2, 0, 2, 1001);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 2'000'000);
  EXPECT_EQ(harness.delivered(2), 3'100'000);
}

// Two senders, one receiver: the second message waits until the first is in and the gap is over, 1 us + 1000 ns + 100
// ns, and then takes 1 us.
TEST(LogP, ReceivesAreSerial) {
  NetworkHarness harness(machineWith(8, kLogP));
  harness.send(1, 0, 2, 1001);
  harness.send(2, 1, 2, 1001);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 2'000'000);
  EXPECT_EQ(harness.delivered(2), 3'100'000);
}

// Ranks that share a node start out of order; the earlier message goes first.
TEST(LogP, SharedInterfacesKeepTheOrderOfTime) {
  NetworkHarness harness(machineWith(8, kLogP), 2);
  harness.send(1, 0, 1, 1, SimTime::fromPs(10'000'000));
  harness.send(2, 0, 1, 1, SimTime::fromPs(1'000'000));
  harness.run();
  EXPECT_EQ(harness.delivered(2), 2'000'000);
  EXPECT_EQ(harness.delivered(1), 11'000'000);
}

// Latency 1 us and 3 links of 10 ns on the way.
TEST(LogP, CountsHopsWhereThereIsATopology) {
  NetworkHarness harness(machineWith(8, "model = \"logp\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                                        "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n"));
  harness.send(1, 0, 3, 1);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 1'030'000);
}

// 1000 B at 1 GB/s, then 1 us + 2 hops * 10 ns.
TEST(FlowFair, OneMessage) {
  NetworkHarness harness(machineWith(8, kRing));
  harness.send(1, 0, 2, 1000);
  harness.run();
  EXPECT_EQ(harness.injected(1), 1'000'000);
  EXPECT_EQ(harness.delivered(1), 2'020'000);
}

// The second flow comes when the first is half done: from then on both have half. First: 0.5 + 1 us; second: by 1.5 us
// it has sent 500 B, then it has all: 2 us.
TEST(FlowFair, RatesChangeWhileFlowsRun) {
  NetworkHarness harness(machineWith(8, kRing));
  harness.send(1, 0, 1, 1000);
  harness.send(2, 0, 7, 1000, SimTime::fromPs(500'000));
  harness.run();
  EXPECT_EQ(harness.injected(1), 1'500'000);
  EXPECT_EQ(harness.injected(2), 2'000'000);
}

// Two flows between the same nodes share a bundle: by 2 us each has sent 1000 B and the first is done; the second's
// other 500 B are alone: 2.5 us.
TEST(FlowFair, EqualRoutesEndByTheirSizes) {
  NetworkHarness harness(machineWith(8, kRing));
  harness.send(2, 0, 1, 1500);
  harness.send(1, 0, 1, 1000);
  harness.run();
  EXPECT_EQ(harness.injected(1), 2'000'000);
  EXPECT_EQ(harness.injected(2), 2'500'000);
}

} // namespace
} // namespace maquette::models
