// test/validation/closed_form_validation.cpp - models that are equations against those of the papers, to the picosecond
// SPDX-License-Identifier: Apache-2.0
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

using sim::SimDuration;
using sim::SimTime;
using test::machineWith;
using test::NetworkHarness;

const char *const kSmpSim = "model = \"smp-sim\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\n"
                            "buffer_overhead = \"300 ns\"\n";
const char *const kInfiniBand =
    "model = \"infiniband\"\ntopology = \"clos\"\nnodes_per_leaf = 4\nspines = 2\n"
    "latency = \"1 us\"\nlink_latency = \"10 ns\"\nbandwidth = \"1 GB/s\"\nmtu = \"400 B\"\n"
    "packet_overhead = \"26 B\"\n";

// B_mem = 10 GB/s, B_net = 1 GB/s, L_net = 1 us, O_a = 300 ns, m = 1000 B, started when the call's overhead is over.
// Equations 2 and 3: t_safe = 300 + 100 ns; t_arrive = 300 + 1000 + 1000 ns.
TEST(SmpSimValidation, BufferedSendBetweenNodes) {
  NetworkHarness harness(machineWith(8, kSmpSim));
  harness.send(1, 0, 1, 1000, SimTime::fromPs(7));
  harness.run();
  EXPECT_EQ(harness.injected(1), 7 + 400'000);
  EXPECT_EQ(harness.delivered(1), 7 + 2'300'000);
}

// Equations 5 and 6 with L_mem = 100 ns: t_safe = 100 ns, t_arrive = 100 + 100 ns.
TEST(SmpSimValidation, BufferedSendInsideANode) {
  NetworkHarness harness(machineWith(8, kSmpSim));
  harness.send(1, 4, 4, 1000);
  harness.run();
  EXPECT_EQ(harness.injected(1), 100'000);
  EXPECT_EQ(harness.delivered(1), 200'000);
}

// Equations 7 to 10 where the receive was there before the request: REQ and ACK take L_net each, and the data, above
// the eager threshold of 8 KiB, no buffer: t_safe = 2 L_net + m / B_mem = 3 us, t_arrive = 3 L_net + m / B_net = 13 us.
TEST(SmpSimValidation, SynchronousSendAsksFirst) {
  NetworkHarness harness(machineWith(8, kSmpSim));
  harness.send(1, 0, 1, 0);
  harness.run();
  EXPECT_EQ(harness.delivered(1), 1'000'000);
  harness.send(2, 1, 0, 0, SimTime::fromPs(harness.delivered(1)));
  harness.run();
  harness.send(3, 0, 1, 10'000, SimTime::fromPs(harness.delivered(2)));
  harness.run();
  EXPECT_EQ(harness.injected(3), 3'000'000);
  EXPECT_EQ(harness.delivered(3), 13'000'000);
}

// VACED-SIM's own numbers: B_mem = 6.38 GB/s, B_net = 4.16 GB/s, l(h) = 15 us + h 0.6 us, and 3 hops inside a switching
// board, where a fat tree has 2 cables: so latency = 15 us + 0.6 us. For s = 319,000 B: t_r = 50 us;
// s / B_net = 76.682692307.. us, up to a ps; l(3) = 16.8 us; l(5) = 18 us; inside a node s / B_mem again.
TEST(HopsValidation, VacedSimEquations3To5) {
  Machine machine = machineWith(32, "model = \"hops\"\ntopology = \"clos\"\nnodes_per_leaf = 16\nspines = 8\n"
                                    "latency = \"15.6 us\"\nlink_latency = \"0.6 us\"\nbandwidth = \"4.16 GB/s\"\n");
  machine.node.memory_bandwidth.value = sim::BitRate::bytesPerSecond(6'380'000'000);
  machine.node.memory_latency.value = SimDuration();
  NetworkHarness harness(machine);
  harness.send(1, 0, 15, 319'000);
  harness.send(2, 0, 16, 319'000);
  harness.send(3, 5, 5, 319'000);
  harness.run();
  EXPECT_EQ(harness.injected(1), 50'000'000);
  EXPECT_EQ(harness.delivered(1), 50'000'000 + 76'682'693 + 16'800'000);
  EXPECT_EQ(harness.delivered(2), 50'000'000 + 76'682'693 + 18'000'000);
  EXPECT_EQ(harness.injected(3), 50'000'000);
  EXPECT_EQ(harness.delivered(3), 100'000'000);
}

// 1000 B are three packets of at most 400 B with 26 B of headers each: 1078 ns; then 1 us and 4 cables of 10 ns to the
// other leaf. An empty message is one packet of 26 B.
TEST(InfiniBandValidation, PacketsCarryHeaders) {
  NetworkHarness harness(machineWith(8, kInfiniBand));
  harness.send(1, 0, 7, 1000);
  harness.send(2, 0, 1, 0);
  harness.run();
  EXPECT_EQ(harness.injected(1), 1'078'000);
  EXPECT_EQ(harness.delivered(1), 1'078'000 + 1'040'000);
  EXPECT_EQ(harness.delivered(2), 26'000 + 1'020'000);
}

} // namespace
} // namespace maquette::models
