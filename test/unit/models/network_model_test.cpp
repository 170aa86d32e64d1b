// test/unit/models/network_model_test.cpp - what all network models promise, and single messages
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>

namespace maquette::models {
namespace {

using sim::SimDuration;
using sim::SimTime;
using test::machineWith;
using test::NetworkHarness;

const char *const kLogP = "model = \"logp\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\nmessage_gap = \"100 ns\"\n";
const char *const kRing = "model = \"flow-fair\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                          "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n";

const char *const kFifo = "model = \"flow-fifo\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                          "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n";
const char *const kSmpSim = "model = \"smp-sim\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\n"
                            "buffer_overhead = \"300 ns\"\n";
const char *const kHops = "model = \"hops\"\ntopology = \"clos\"\nnodes_per_leaf = 4\nspines = 2\nlatency = \"1 us\"\n"
                          "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n";
const char *const kInfiniBand =
    "model = \"infiniband\"\ntopology = \"clos\"\nnodes_per_leaf = 4\nspines = 2\n"
    "latency = \"1 us\"\nlink_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\nmtu = \"400 B\"\n"
    "packet_overhead = \"26 B\"\n";
const char *const kBuses = "model = \"buses\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\nbuses = 2\n"
                           "output_links = 1\ninput_links = 1\n";
const char *const kUgal =
    "model = \"flow-fair\"\ntopology = \"hyperx\"\ndimensions = [4, 2]\nnodes_per_router = 1\n"
    "routing = \"ugal-g\"\nlatency = \"1 us\"\nlink_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n";

const char *const kPacket = "model = \"packet\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                            "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\npacket_size = \"500 B\"\n"
                            "buffer_size = \"1000 B\"\narbitration = \"round-robin\"\n";
const char *const kPacketPar =
    "model = \"packet\"\ntopology = \"dragonfly\"\nnodes_per_router = 1\nrouters_per_group = 2\n"
    "global_links_per_router = 2\nrouting = \"par\"\n"
    "latency = \"1 us\"\nbandwidth = \"1 GB/s\"\nvirtual_channels = 8\n";

/// Messages between 8 nodes, all of which have arrived.
class Sent : public NetworkHarness {
public:
  struct Message {
    std::uint64_t cookie;
    int from, to;
    std::int64_t bytes, start_ps = 0;
  };
  Sent(const char *network, std::initializer_list<Message> messages) : NetworkHarness(machineWith(8, network)) {
    for (const Message &message : messages)
      send(message.cookie, message.from, message.to, message.bytes, SimTime::fromPs(message.start_ps));
    run();
  }
};

class EveryModel : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Models, EveryModel,
                         testing::Values(kLogP, kRing, kFifo, kSmpSim, kHops, kInfiniBand, kBuses, kUgal, kPacket,
                                         kPacketPar));
/// Of which an empty message takes the latency alone, and a message inside a node one copy.
class PlainModel : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Models, PlainModel, testing::Values(kLogP, kRing, kFifo, kSmpSim, kBuses, kPacket));

// 100 ns + 1000 B / (10 GB/s) = 200 ns.
TEST_P(PlainModel, InsideANodeMemoryCounts) {
  Sent harness(GetParam(), {{1, 3, 3, 1000}});
  EXPECT_EQ(harness.injected(1), 100'000);
  EXPECT_EQ(harness.delivered(1), 200'000);
}

// Up to 1,000 B as ever: 100 ns + 100 ns. Above, the data's latency is 5 times 100 ns and a quarter of the bandwidth:
// 2,000 B take 800 ns.
TEST_P(PlainModel, LargerMessagesInsideANodeHaveTimesOfTheirOwn) {
  Machine machine = machineWith(8, GetParam());
  machine.node.memory_steps.value = {{sim::Bytes{1000}, 5, 0.25}, {sim::Bytes{4000}, 0, 1}};
  NetworkHarness harness(machine, 1);
  const auto send = [&](std::uint64_t cookie, int node, std::int64_t bytes) {
    harness.send(cookie, node, node, bytes, SimTime());
  };
  send(1, 1, 1000);
  send(2, 2, 2000);
  send(3, 3, 8000);
  send(4, 4, 0);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 200'000);
  EXPECT_EQ(harness.injected(2), 800'000);
  EXPECT_EQ(harness.delivered(2), 1'300'000);
  EXPECT_EQ(harness.delivered(3), 800'000);
  EXPECT_EQ(harness.delivered(4), 100'000);
}

// Three copies of 100 ns by a core end one after the other, that of another core meanwhile; what comes long after does
// not wait, and what is told late but came between goes between: from 1,000 ns to 1,100 ns. What does not fit there is
// copied partly before and partly after: from 4,950 ns to 5,000 and from 5,100 to 5,150. An empty message, told for
// 7,000 ns, neither waits nor divides a copy of 2,000 ns from 6,000 ns on.
TEST_P(PlainModel, ACoreCopiesOneMessageAtATime) {
  Machine machine = machineWith(8, GetParam());
  machine.node.cores.value = 2;
  NetworkHarness harness(machine, 2);
  for (std::uint64_t i = 0; i < 3; ++i)
    harness.sendFrom(i, {3, 1}, 3, 1000);
  harness.sendFrom(3, {3, 0}, 3, 1000);
  harness.sendFrom(4, {3, 1}, 3, 1000, SimTime::fromPs(5'000'000));
  harness.sendFrom(5, {3, 1}, 3, 1000, SimTime::fromPs(1'000'000));
  harness.sendFrom(6, {3, 1}, 3, 1000, SimTime::fromPs(4'950'000));
  harness.sendFrom(7, {3, 1}, 3, 0, SimTime::fromPs(7'000'000));
  harness.sendFrom(8, {3, 1}, 3, 20000, SimTime::fromPs(6'000'000));
  harness.sendFrom(9, {3, 1}, 3, 0, SimTime::fromPs(6'500'000));
  harness.run();
  if (std::string_view(GetParam()) == kSmpSim) // Its equations know no one else.
    return;
  const std::int64_t injected[] = {100'000,   200'000,   300'000,   100'000,   5'100'000,
                                   1'100'000, 5'150'000, 7'000'000, 8'000'000, 6'500'000};
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(harness.injected(i), injected[i]) << i;
    EXPECT_EQ(harness.delivered(i), injected[i] + 100'000) << i;
  }
}

TEST_P(PlainModel, EmptyMessagesTakeTheLatency) {
  Sent harness(GetParam(), {{1, 0, 1, 0, 5}});
  EXPECT_EQ(harness.delivered(1), 5 + harness.network().minimumLatency().ps());
}

TEST_P(EveryModel, EveryTransferIsInjectedAndThenDelivered) {
  NetworkHarness harness(machineWith(8, GetParam()), 4);
  const sim::Random random(1, 1);
  for (std::uint64_t i = 0; i < 500; ++i)
    harness.send(i, static_cast<int>(random.below(3 * i, 8)), static_cast<int>(random.below(3 * i + 1, 8)),
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
    harness.send(i, static_cast<int>(random.below(2 * i, 8)), static_cast<int>(random.below(2 * i + 1, 8)), 4000,
                 SimTime::fromPs(static_cast<std::int64_t>(random.bits(i) % 50'000'000)));
  harness.run();
  for (std::uint64_t i = 0; i < 300; ++i)
    times.push_back(harness.delivered(i));
  return times;
}

TEST_P(EveryModel, GivesTheSameTwice) { EXPECT_EQ(timesOfRandomTraffic(GetParam()), timesOfRandomTraffic(GetParam())); }

TEST_P(EveryModel, NamesTheBusiestLink) {
  Sent harness(GetParam(), {{1, 2, 3, 1000}, {2, 2, 5, 500}});
  const auto links = harness.network().busiestLinks(1);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_TRUE(harness.network().isNic(links[0]));
  const LinkStatistics link = harness.network().statisticsOf(links[0]);
  EXPECT_EQ(link.name, "node 2 out");
  EXPECT_EQ(link.bytes, 1500u);
  EXPECT_EQ(link.busy, SimDuration::ns(1500));
}

// 1001 B: L + 1000 B * 1 ns/B = 2 us.
TEST(LogP, OneMessage) {
  Sent harness(kLogP, {{1, 0, 1, 1001}});
  EXPECT_EQ(harness.injected(1), 1'000'000);
  EXPECT_EQ(harness.delivered(1), 2'000'000);
}

// 1 us and 1 ns for each byte after the first, in whatever order sizes come.
TEST(LogP, SizesInTurnTakeTheirOwnTimes) {
  NetworkHarness harness(machineWith(8, kLogP));
  const std::int64_t sizes[] = {1001, 1, 1001, 501};
  for (std::uint64_t i = 0; i < 4; ++i)
    harness.send(i, static_cast<int>(2 * i), static_cast<int>(2 * i + 1), sizes[i]);
  harness.run();
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(harness.delivered(i), 1'000'000 + (sizes[i] - 1) * 1'000) << i;
}

// Two messages of 1001 B: the second waits g + 1000 G = 1.1 us at the sender.
TEST(LogP, SendsAreSerial) {
  Sent harness(kLogP, {{1, 0, 1, 1001}, {2, 0, 2, 1001}});
  EXPECT_EQ(harness.delivered(1), 2'000'000);
  EXPECT_EQ(harness.delivered(2), 3'100'000);
}

// Two senders, one receiver: the second message waits until the first is in and the gap is over, 1 us + 1000 ns + 100
// ns, and then takes 1 us.
TEST(LogP, ReceivesAreSerial) {
  Sent harness(kLogP, {{1, 0, 2, 1001}, {2, 1, 2, 1001}});
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

// An interface of twice a link's rate sends two messages of 1001 B at once but for 500 ns, and takes them as it sends
// them: each is 1 us under way on its link, and 1 us of latency.
TEST(LogP, AFastInterfaceHasSeveralMessages) {
  NetworkHarness harness(machineWith(8, "model = \"logp\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"1 us\"\n"
                                        "bandwidth = \"2 GB/s\"\nlink_bandwidth = \"1 GB/s\"\n"));
  harness.send(1, 0, 1, 1001);
  harness.send(2, 0, 7, 1001);
  harness.send(3, 4, 3, 1001);
  harness.send(4, 2, 3, 1001);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 2'000'000);
  EXPECT_EQ(harness.injected(2), 1'500'000);
  EXPECT_EQ(harness.delivered(2), 2'500'000);
  EXPECT_EQ(harness.delivered(3), 2'000'000);
  EXPECT_EQ(harness.delivered(4), 2'500'000);
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
  Sent harness(kRing, {{1, 0, 2, 1000}});
  EXPECT_EQ(harness.injected(1), 1'000'000);
  EXPECT_EQ(harness.delivered(1), 2'020'000);
}

// The second flow comes when the first is half done: from then on both have half. First: 0.5 + 1 us; second: by 1.5 us
// it has sent 500 B, then it has all: 2 us.
TEST(FlowFair, RatesChangeWhileFlowsRun) {
  Sent harness(kRing, {{1, 0, 1, 1000}, {2, 0, 7, 1000, 500'000}});
  EXPECT_EQ(harness.injected(1), 1'500'000);
  EXPECT_EQ(harness.injected(2), 2'000'000);
}

// Two flows between the same nodes share a bundle: by 2 us each has sent 1000 B and the first is done; the second's
// other 500 B are alone: 2.5 us.
TEST(FlowFair, EqualRoutesEndByTheirSizes) {
  Sent harness(kRing, {{2, 0, 1, 1500}, {1, 0, 1, 1000}});
  EXPECT_EQ(harness.injected(1), 2'000'000);
  EXPECT_EQ(harness.injected(2), 2'500'000);
}

// All start at once, in this order or the other: who shares a link gets the same, whoever came first.
TEST(FlowFair, TheOrderWithinAnInstantDoesNotMatter) {
  const auto timesIn = [](std::uint64_t count, bool backwards) {
    NetworkHarness harness(machineWith(8, kRing));
    const sim::Random random(3, 1);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t id = backwards ? count - 1 - i : i, source = random.below(3 * id, 8);
      harness.send(id, static_cast<int>(source), static_cast<int>((source + 1 + random.below(3 * id + 1, 7)) % 8),
                   1 + static_cast<std::int64_t>(random.below(3 * id + 2, 5000)));
    }
    harness.run();
    std::vector<std::int64_t> times;
    for (std::uint64_t id = 0; id < count; ++id)
      times.push_back(harness.delivered(id));
    return times;
  };
  for (const std::uint64_t count : {200u, 3'000u}) // Thousands are sorted first.
    EXPECT_EQ(timesIn(count, false), timesIn(count, true));
}

// Node 0 sends two messages of 1000 B to each of n others at once, through an interface of 1 B/ns: the first ends of
// all n are at n * 2 us, and so are the second. The last k messages, of 2000 B, go on alone: k * 1 us more.
TEST(FlowFair, MessagesOfAPairEndTogetherAmongManyPairs) {
  NetworkHarness harness(machineWith(16, "model = \"flow-fair\"\ntopology = \"crossbar\"\nlatency = \"1 us\"\n"
                                         "bandwidth = \"1 GB/s\"\n"));
  for (std::uint64_t i = 0; i < 30; ++i)
    harness.send(i, 0, static_cast<int>(1 + i % 15), i < 20 ? 1000 : 2000);
  harness.run();
  for (std::uint64_t i = 0; i < 30; ++i)
    EXPECT_NEAR(static_cast<double>(harness.delivered(i)), i < 20 ? 31e6 : 41e6, 100.0) << i;
  EXPECT_EQ(harness.network().linkBytes(LinkId{0}), 40'000u);
}

// The older flow has the interface of node 0 for itself; the younger one waits until it is done at 1 us, then takes 1
// us.
TEST(FlowFifo, TheOldestGoesFirst) {
  Sent harness(kFifo, {{1, 0, 1, 1000}, {2, 0, 7, 1000, 500'000}});
  EXPECT_EQ(harness.injected(1), 1'000'000);
  EXPECT_EQ(harness.injected(2), 2'000'000);
}

// Two buses: of three transfers between different nodes of 1 us each the third begins when one of the others ends.
TEST(Buses, ABusIsHeldForTheBytes) {
  Sent harness(kBuses, {{1, 0, 1, 1000}, {2, 2, 3, 1000}, {3, 4, 5, 1000}});
  EXPECT_EQ(harness.delivered(1), 2'000'000);
  EXPECT_EQ(harness.delivered(2), 2'000'000);
  EXPECT_EQ(harness.delivered(3), 3'000'000);
}

// The second transfer of node 0 waits for its output link, and does not keep the third, of another node, from the bus.
TEST(Buses, WhoCannotGoLetsOthersPass) {
  Sent harness(kBuses, {{1, 0, 1, 2000}, {2, 0, 2, 1000}, {3, 4, 5, 1000, 1}});
  EXPECT_EQ(harness.injected(1), 2'000'000);
  EXPECT_EQ(harness.injected(3), 1 + 1'000'000);
  EXPECT_EQ(harness.injected(2), 3'000'000);
}

// Three senders to node 0 with one input link: one after the other, in the order they asked.
TEST(Buses, AnInputLinkTakesOneAtATime) {
  NetworkHarness harness(machineWith(8, kBuses));
  for (int from : {3, 1, 2})
    harness.send(static_cast<std::uint64_t>(from), from, 0, 1000);
  harness.run();
  EXPECT_EQ(harness.injected(3), 1'000'000);
  EXPECT_EQ(harness.injected(1), 2'000'000);
  EXPECT_EQ(harness.injected(2), 3'000'000);
}

// Cut through: 1200 B in packets of 500 B follow each other without a gap, so 1200 ns, 3 links of 10 ns and 1 us.
TEST(Packet, AMessageAloneTakesItsBytesAndItsWay) {
  Sent harness(kPacket, {{1, 0, 3, 1200}});
  EXPECT_EQ(harness.injected(1), 1'200'000);
  EXPECT_EQ(harness.delivered(1), 1'200'000 + 30'000 + 1'000'000);
}

// Two messages of a node take turns; the first has lined up its second packet when the other comes: 1a 1b 2a 1c 2b 2c
// of 500 ns each.
TEST(Packet, MessagesOfANodeTakeTurns) {
  Sent harness(kPacket, {{1, 0, 1, 1500}, {2, 0, 7, 1500}});
  EXPECT_EQ(harness.injected(1), 2'000'000);
  EXPECT_EQ(harness.injected(2), 3'000'000);
}

// Nodes 1 and 2 send 4000 B each to node 3: the packets share the link 2 -> 3, 8000 ns in all. The buffer in front of
// it holds two packets of node 1, so node 1 is held back: its last packet leaves it two packets, or 1000 ns, and one
// that waits its turn, before the end or later.
TEST(Packet, FullBuffersHoldTheSourceBack) {
  Sent harness(kPacket, {{1, 1, 3, 4000}, {2, 2, 3, 4000}});
  const std::int64_t last = std::max(harness.delivered(1), harness.delivered(2)) - 1'000'000;
  EXPECT_GE(last, 8'000'000);
  EXPECT_LE(last, 8'100'000);
  EXPECT_GE(harness.injected(1), 5'000'000);
}

// An interface of four times a link's rate feeds both links of its router at once: 4000 B each way at 1 GB/s take 4000
// ns, and not the 8000 ns of one after the other. The packets come as 1a 1b 2a 1c 2b ..: 1b waits until 1a has left at
// 500 ns, and is out of the way of 2a another 125 ns later.
TEST(Packet, AFastInterfaceFeedsSeveralLinks) {
  NetworkHarness harness(machineWith(8,
                                     "model = \"packet\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"0 ns\"\n"
                                     "bandwidth = \"4 GB/s\"\nlink_bandwidth = \"1 GB/s\"\npacket_size = \"500 B\"\n"));
  harness.send(1, 0, 1, 4000);
  harness.send(2, 0, 7, 4000);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 4'000'000);
  EXPECT_EQ(harness.delivered(2), 4'000'000 + 625'000);
}

// From a slow interface onto a fast link a packet starts so late that it need not stop, at 500 ns, when both tails go
// together at 1000 ns; its head is at the slow interface at 510 ns: 1510 ns.
TEST(Packet, AFastLinkDoesNotRunDry) {
  NetworkHarness harness(machineWith(8,
                                     "model = \"packet\"\ntopology = \"torus\"\ndimensions = [8]\nlatency = \"0 ns\"\n"
                                     "link_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\n"
                                     "link_bandwidth = \"2 GB/s\"\n"));
  harness.send(1, 0, 1, 1000);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 1'510'000);
}

} // namespace
} // namespace maquette::models
