// test/validation/packet_validation.cpp - packets and flows on each topology against closed forms
// SPDX-License-Identifier: Apache-2.0
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
std::int64_t shiftTime(const Machine &machine, int shift) {
  test::NetworkHarness harness(machine);
  const auto nodes = static_cast<int>(machine.node.count.value);
  for (int from = 0; from < nodes; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, (from + shift) % nodes, kBytes);
  harness.run();
  return harness.lastDelivered();
}

// n messages into one node share its interface: n m/b.
TEST(PacketValidation, FlowsShareALink) {
  test::NetworkHarness harness(machineOf(kPackets, 8, "topology = \"crossbar\"\n"));
  for (int from = 1; from <= 5; ++from)
    harness.send(static_cast<std::uint64_t>(from), from, 0, kBytes);
  harness.run();
  for (int from = 1; from <= 5; ++from)
    expectNear(harness.delivered(static_cast<std::uint64_t>(from)), 5 * kAlone);
}

// Parking lot: a flow over L links and one on each link. Routers that let their buffers take turns give everybody b/2;
// those that prefer the oldest packet decide otherwise, but no link idles: all is done after 2 m/b.
TEST(PacketValidation, ParkingLotIsHalfAndHalf) {
  constexpr int kLinks = 7;
  for (const std::string arbitration : {"round-robin", "age"}) {
    test::NetworkHarness harness(machineOf(std::string(kPackets) + "arbitration = \"" + arbitration + "\"\n", 16,
                                           "topology = \"torus\"\ndimensions = [16]\n", "100 GB/s"));
    harness.send(100, 0, kLinks, kBytes);
    for (int i = 0; i < kLinks; ++i)
      harness.send(static_cast<std::uint64_t>(i), i, i + 1, kBytes);
    harness.run();
    expectNear(harness.lastDelivered(), 2 * kAlone);
    for (std::uint64_t i = 0; arbitration == "round-robin" && i < kLinks; ++i)
      expectNear(harness.delivered(i), 2 * kAlone);
  }
}

// All-to-all on a torus: not before N k m / (8 b), as for flows, which miss it by up to a third, because links go
// idle at the end. Of that, one buffer a channel takes 0.586 where many wait at the heads of others' lines.
TEST(PacketValidation, AllToAllOnATorusMeetsItsBound) {
  test::NetworkHarness harness(machineOf(kPackets, 16, "topology = \"torus\"\ndimensions = [4, 4]\n", "100 GB/s"));
  for (int from = 0; from < 16; ++from)
    for (int to = 0; to < 16; ++to)
      if (from != to)
        harness.send(static_cast<std::uint64_t>(from) * 1000 + static_cast<std::uint64_t>(to), from, to, kBytes);
  harness.run();
  const double bound = 16 * 4 * kAlone / 8;
  EXPECT_GE(static_cast<double>(harness.lastDelivered()), bound * (1 - kPacketTolerance));
  EXPECT_LE(static_cast<double>(harness.lastDelivered()), bound * 4 / 3 / 0.586);
}

// Tornado on a ring of k nodes: accepted 1 / (ceil(k/2) - 1), for k = 8 a third.
TEST(PacketValidation, TornadoOnARing) {
  expectNear(shiftTime(machineOf(kPackets, 8, "topology = \"torus\"\ndimensions = [8]\n", "100 GB/s"), 3), 3 * kAlone);
}

// Full bisection and d-mod-k: every shift is free of contention.
TEST(PacketValidation, ShiftsOnAFullFatTree) {
  for (int shift : {1, 5, 16, 37})
    expectNear(shiftTime(machineOf(kPackets, 64, "topology = \"fat-tree\"\ndown = [4, 4, 4]\nup = [1, 4, 4]\n"), shift),
               kAlone);
}

// Taper r: traffic that leaves all leaves is accepted at 1/r.
TEST(PacketValidation, TaperDividesTheCrossTreeBandwidth) {
  for (int taper : {2, 4})
    expectNear(
        shiftTime(machineOf(kPackets, 64,
                            "topology = \"fat-tree\"\ndown = [8, 8]\nup = [1, " + std::to_string(8 / taper) + "]\n"),
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

// Mesh of one row: of all pairs across the middle k^2/4 go each way over one link. Bit complement (i to k - 1 - i)
// loads it with k/2 messages.
TEST(PacketValidation, ComplementOnAMesh) {
  for (const char *model : {kPackets, kFlows}) {
    test::NetworkHarness harness(machineOf(model, 8, "topology = \"mesh\"\ndimensions = [8]\n", "100 GB/s"));
    for (int from = 0; from < 8; ++from)
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
    for (int from = 0; from < 16; ++from)
      harness.send(static_cast<std::uint64_t>(from), from, 15 - from, kBytes);
    harness.run();
    expectNear(harness.lastDelivered(), kAlone);
  }
}

} // namespace
} // namespace maquette::models
