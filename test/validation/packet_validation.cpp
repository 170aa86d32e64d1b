// test/validation/packet_validation.cpp - packets and flows on each topology against closed forms
// SPDX-License-Identifier: Apache-2.0
#include "test/support/load_curve.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

// No latency and 1 GB/s per link in all cases: a byte takes a nanosecond. Long messages in small packets, so that
// filling and draining the network hardly counts.
constexpr std::int64_t kBytes = 200'000;
constexpr double kAlone = static_cast<double>(kBytes) * 1000; // m/b in ps.
/// A packet waits for whole packets before it, and a drained network's last packets go alone.
constexpr double kPacketTolerance = 0.05;
const char *const kPackets = "model = \"packet\"\npacket_size = \"1000 B\"\nbuffer_size = \"16000 B\"\n";
const char *const kFlows = "model = \"flow-fair\"\n";

Machine machineOf(const std::string &model, std::int64_t nodes, const std::string &shape,
                  const std::string &interface = "1 GB/s") {
  return test::machineWith(nodes, model + shape + "latency = \"0 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"" +
                                      interface + "\"\n");
}

void expectNear(std::int64_t actual, double expected) {
  EXPECT_NEAR(static_cast<double>(actual), expected, expected * kPacketTolerance);
}

/// All nodes send one message to the node \p shift ahead; when the last arrived.
std::int64_t shiftTime(const Machine &machine, NodeId shift) {
  test::NetworkHarness harness(machine);
  const auto nodes = static_cast<NodeId>(machine.node.count.value);
  for (NodeId from = 0; from < nodes; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, (from + shift) % nodes, kBytes);
  harness.run();
  return harness.lastDelivered();
}

// n messages into one node share its interface: n m/b.
TEST(PacketValidation, FlowsShareALink) {
  test::NetworkHarness harness(machineOf(kPackets, 8, "topology = \"crossbar\"\n"));
  for (NodeId from = 1; from <= 5; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, 0, kBytes);
  harness.run();
  for (NodeId from = 1; from <= 5; ++from)
    expectNear(harness.delivered(static_cast<std::uint64_t>(from)), 5 * kAlone);
}

// Tornado on a ring of k nodes: accepted 1 / (ceil(k/2) - 1), for k = 8 a third.
TEST(PacketValidation, TornadoOnARing) {
  expectNear(shiftTime(machineOf(kPackets, 8, "topology = \"torus\"\ndimensions = [8]\n", "100 GB/s"), 3), 3 * kAlone);
}

// Full bisection and d-mod-k: every shift is free of contention.
TEST(PacketValidation, ShiftsOnAFullFatTree) {
  for (NodeId shift : {1, 5, 16, 37})
    expectNear(shiftTime(machineOf(kPackets, 64, "topology = \"fat-tree\"\ndown = [4, 4, 4]\nup = [1, 4, 4]\n"), shift),
               kAlone);
}

// Taper r: traffic that leaves all leaves is accepted at 1/r.
TEST(PacketValidation, TaperDividesTheCrossTreeBandwidth) {
  for (int taper : {2, 4})
    expectNear(shiftTime(machineOf(kPackets, 64,
                                   "topology = \"fat-tree\"\ndown = [8, 8]\nup = [1, " + std::to_string(8 / taper) +
                                       "]\n"),
                         8),
               taper * kAlone);
}

// HyperX of one row, S = 8 routers of T = 4 nodes, everybody to the next router: minimal routing has one link for T
// nodes, 1/T.
TEST(PacketValidation, SwitchShiftOnAHyperX) {
  for (const char *model : {kPackets, kFlows})
    expectNear(shiftTime(machineOf(model, 32, "topology = \"hyperx\"\ndimensions = [8]\nnodes_per_router = 4\n"), 4),
               4 * kAlone);
}

// Mesh of one row: of all pairs across the middle k^2/4 go each way over one link. Bit complement (i to k - 1 - i) loads
// it with k/2 messages.
TEST(PacketValidation, ComplementOnAMesh) {
  for (const char *model : {kPackets, kFlows}) {
    test::NetworkHarness harness(machineOf(model, 8, "topology = \"mesh\"\ndimensions = [8]\n", "100 GB/s"));
    for (NodeId from = 0; from < 8; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, 7 - from, kBytes);
    harness.run();
    expectNear(harness.lastDelivered(), 4 * kAlone);
  }
}

// Hypercube of 2^n nodes, complement: dimension order uses each link of each dimension once, so everybody has full rate
// from interfaces as fast as a link.
TEST(PacketValidation, ComplementOnAHypercube) {
  for (const char *model : {kPackets, kFlows}) {
    test::NetworkHarness harness(machineOf(model, 16, "topology = \"hypercube\"\n"));
    for (NodeId from = 0; from < 16; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, 15 - from, kBytes);
    harness.run();
    expectNear(harness.lastDelivered(), kAlone);
  }
}

// ---- Accepted load: messages of a packet, offered at random times ----

const char *const kSmallPackets = "model = \"packet\"\npacket_size = \"500 B\"\nbuffer_size = \"16000 B\"\n";
/// p = 2, a = 4, h = 2: all 9 groups.
Machine dragonflyOf(const std::string &routing) {
  return machineOf(kSmallPackets, 72,
                   "topology = \"dragonfly\"\nnodes_per_router = 2\nrouters_per_group = 4\nglobal_links_per_router = 2\n"
                   "routing = \"" +
                       routing + "\"\n");
}
double acceptedOn(const Machine &machine, const test::Pattern &pattern, double offered) {
  using sim::SimDuration;
  test::LoadCurve curve(machine, pattern, sim::Bytes{500}, sim::BitRate::bytesPerSecond(1'000'000'000),
                        {SimDuration::us(40), SimDuration::us(120)});
  return curve.accepted(offered);
}
constexpr std::int64_t kGroup = 8;

// Adversarial, everybody to the next group: minimal routing has one global link for a p = 8 nodes: 1/8.
TEST(LoadValidation, AdversarialMinimalOnADragonfly) {
  EXPECT_NEAR(acceptedOn(dragonflyOf("minimal"), test::shiftedTraffic(72, kGroup, kGroup), 0.4), 1.0 / 8, 0.05 / 8);
}

// Adversarial, Valiant: each message crosses two global links. Of the g = 9 groups drawn, two are its own ends, whose
// messages cross one, all of the same: with a p theta messages on the way, the direct link carries 2/9 of them and one
// in 9 of a group's and, as any of the other global links, those of the 7 detours, each way. So the direct link is the
// fullest: a p theta 2/9 <= b, or theta <= 9/16, and links to a detour a p theta (1/9 + 1/9) the same. 9 / 16 is h/(2p)
// = 1/2 times g / (g - 1) in the limit of many groups; half of it must at least be met, and it cannot be exceeded.
TEST(LoadValidation, AdversarialValiantOnADragonfly) {
  const double accepted = acceptedOn(dragonflyOf("valiant"), test::shiftedTraffic(72, kGroup, kGroup), 0.9);
  EXPECT_LE(accepted, 9.0 / 16 * 1.05);
  EXPECT_GE(accepted, 0.5 * 0.8);
}

// Uniform: at half load minimal routing accepts all; UGAL and progressive routing are within a tenth of the better of
// minimal and Valiant on both patterns.
TEST(LoadValidation, AdaptiveRoutingFollowsTheBetter) {
  EXPECT_NEAR(acceptedOn(dragonflyOf("minimal"), test::uniformTraffic(72), 0.5), 0.5, 0.5 * 0.05);
  const double valiant = acceptedOn(dragonflyOf("valiant"), test::shiftedTraffic(72, kGroup, kGroup), 0.4);
  for (const char *routing : {"ugal-l", "ugal-g", "par"}) {
    EXPECT_NEAR(acceptedOn(dragonflyOf(routing), test::uniformTraffic(72), 0.5), 0.5, 0.05) << routing;
    EXPECT_GE(acceptedOn(dragonflyOf(routing), test::shiftedTraffic(72, kGroup, kGroup), 0.4), 0.9 * valiant) << routing;
  }
}

// 1,056 nodes, p = 4, a = 8, h = 4, all 33 groups. Adversarial: minimal 1 / (a p) = 1/32; Valiant's bound is 33/32 of h / (2 p)
// = 1/2 (above), of which heads of line take an eighth. Uniform: minimal accepts what is offered. UGAL and progressive routing
// are within a tenth of the better of the two below, near and beyond saturation.
TEST(LoadValidation, AdaptiveRoutingFollowsTheBetterOn1056Nodes) {
  const auto accepted = [](const std::string &routing, const test::Pattern &pattern, double offered) {
    const Machine machine = machineOf(kSmallPackets, 1056,
                                      "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\n"
                                      "global_links_per_router = 4\nrouting = \"" + routing + "\"\n");
    using sim::SimDuration;
    test::LoadCurve curve(machine, pattern, sim::Bytes{500}, sim::BitRate::bytesPerSecond(1'000'000'000),
                          {SimDuration::us(40), SimDuration::us(80)});
    return curve.accepted(offered);
  };
  const test::Pattern uniform = test::uniformTraffic(1056), adversarial = test::shiftedTraffic(1056, 32, 32);
  EXPECT_NEAR(accepted("minimal", adversarial, 0.4), 1.0 / 32, 0.05 / 32);
  EXPECT_NEAR(accepted("minimal", uniform, 0.4), 0.4, 0.02);
  const double minimal = accepted("minimal", uniform, 0.9);
  for (double offered : {0.4, 0.9}) {
    const double valiant = accepted("valiant", adversarial, offered);
    EXPECT_LE(valiant, 33.0 / 64 * 1.05);
    EXPECT_GE(valiant, 0.85 * std::min(offered, 0.5));
    for (const char *routing : {"ugal-l", "ugal-g", "par"}) {
      EXPECT_GE(accepted(routing, adversarial, offered), 0.9 * valiant) << routing << " at " << offered;
      EXPECT_GE(accepted(routing, uniform, offered), 0.9 * std::min(offered, minimal)) << routing << " at " << offered;
    }
  }
}

// HyperX of S = 8 routers of T = 4: Valiant spreads the switch shift over all links: at most (S - 1) / (2 T) = 0.875;
// minimal 1/4.
TEST(LoadValidation, SwitchShiftOnAHyperX) {
  const auto machine = [](const char *routing) {
    return machineOf(kSmallPackets, 32,
                     std::string("topology = \"hyperx\"\ndimensions = [8]\nnodes_per_router = 4\nrouting = \"") + routing + "\"\n");
  };
  EXPECT_NEAR(acceptedOn(machine("minimal"), test::shiftedTraffic(32, 4, 4), 0.6), 0.25, 0.25 * 0.05);
  const double valiant = acceptedOn(machine("valiant"), test::shiftedTraffic(32, 4, 4), 0.95);
  EXPECT_LE(valiant, 0.875 * 1.05);
  EXPECT_GE(valiant, 0.875 * 0.7);
}

// Ring of k = 8, tornado: minimal 1/3; Valiant at most 4/k = 1/2.
TEST(LoadValidation, TornadoOnARing) {
  const auto machine = [](const char *routing) {
    return machineOf(kSmallPackets, 8, std::string("topology = \"torus\"\ndimensions = [8]\nrouting = \"") + routing + "\"\n",
                     "10 GB/s");
  };
  EXPECT_NEAR(acceptedOn(machine("minimal"), test::shiftedTraffic(8, 3), 0.8), 1.0 / 3, 0.05 / 3);
  const double valiant = acceptedOn(machine("valiant"), test::shiftedTraffic(8, 3), 0.9);
  EXPECT_LE(valiant, 0.5 * 1.05 * 8 / 7); // Drawn at either end, the detour is none.
  EXPECT_GE(valiant, 0.5 * 0.75);
}

// Torus of k = 4 in each of two dimensions: uniform traffic at most 8/k = 2, bound by interfaces long before: at 0.9 of an
// interface as fast as a link all is accepted.
TEST(LoadValidation, UniformOnATorus) {
  const Machine torus = machineOf(kSmallPackets, 16, "topology = \"torus\"\ndimensions = [4, 4]\n", "1 GB/s");
  EXPECT_NEAR(acceptedOn(torus, test::uniformTraffic(16), 0.8), 0.8, 0.8 * 0.05);
}

} // namespace
} // namespace maquette::models
