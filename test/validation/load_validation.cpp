// test/validation/load_validation.cpp - accepted loads of torus, mesh, dragonfly and HyperX against their bounds
// SPDX-License-Identifier: Apache-2.0
#include "test/support/load_curve.h"
#include "test/support/network_harness.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

// No latency and 1 GB/s per link in all cases: a byte takes a nanosecond. Messages of one packet of 500 B, offered at
// random times. Loads are shares of a link's rate.
struct Model {
  const char *name;
  double tolerance; ///< Of what theory says exactly: packets wait for whole packets before them.
  bool queues;      ///< Offered more than it takes, it delivers what it takes. Flows that pile up share, and few end.
};
void PrintTo(const Model &model, std::ostream *out) { *out << model.name; }

class Load : public testing::TestWithParam<Model> {
protected:
  static Machine machineOf(std::int64_t nodes, const std::string &shape, const std::string &interface = "1 GB/s") {
    const std::string model = GetParam().name;
    return test::machineWith(
        nodes, "model = \"" + model + "\"\n" +
                   (model == "packet" ? "packet_size = \"500 B\"\nbuffer_size = \"16000 B\"\n" : "") + shape +
                   "latency = \"0 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"" + interface + "\"\n");
  }
  /// p = 2, a = 4, h = 2: all 9 groups.
  static Machine dragonfly(const std::string &routing) {
    return machineOf(
        72, "topology = \"dragonfly\"\nnodes_per_router = 2\nrouters_per_group = 4\nglobal_links_per_router = 2\n"
            "routing = \"" +
                routing + "\"\n");
  }
  static double accepted(const Machine &machine, const test::Pattern &pattern, double offered,
                         test::LoadCurve::Times times = {sim::SimDuration::us(40), sim::SimDuration::us(120)}) {
    return test::LoadCurve(machine, pattern, sim::Bytes{500}, sim::BitRate::bytesPerSecond(1'000'000'000), times)
        .accepted(offered);
  }
  /// Offered \p part of the bound, all is accepted (but for what is on its way); offered more, never more than the
  /// bound, and where there are queues at least \p least of it.
  static void expectBound(const Machine &machine, const test::Pattern &pattern, double bound, double part, double least,
                          test::LoadCurve::Times times = {sim::SimDuration::us(40), sim::SimDuration::us(120)}) {
    EXPECT_NEAR(accepted(machine, pattern, part * bound, times), part * bound, part * bound * 0.05);
    const double most = accepted(machine, pattern, 1.3 * bound, times);
    EXPECT_LE(most, bound * (1 + GetParam().tolerance));
    if (GetParam().queues) {
      EXPECT_GE(most, bound * least * (1 - GetParam().tolerance));
    }
  }
};
constexpr Model kPacket{"packet", 0.05, true}, kFlow{"flow-fair", 0.02, false};
std::string nameOf(const testing::TestParamInfo<Model> &info) { return std::string(info.param.name).substr(0, 4); }
INSTANTIATE_TEST_SUITE_P(Models, Load, testing::Values(kPacket, kFlow), nameOf);
/// Beyond saturation.
class LoadBeyond : public Load {};
INSTANTIATE_TEST_SUITE_P(Models, LoadBeyond, testing::Values(kPacket), nameOf);

constexpr std::int64_t kGroup = 8;

// ---- Torus and mesh ----

// Ring of k: to others uniformly N / (N - 1) * k/4 links on average, two links a node: theta <= 8/k * (N - 1) / N.
TEST_P(Load, UniformOnATorus) {
  expectBound(machineOf(16, "topology = \"torus\"\ndimensions = [16]\n", "10 GB/s"), test::uniformTraffic(16),
              8.0 / 16 * 15 / 16, 0.8, 0.8);
  // Of k = 4 in each of two dimensions 8/k = 2: bound by interfaces long before, so 0.8 of these is accepted.
  const Machine square = machineOf(16, "topology = \"torus\"\ndimensions = [4, 4]\n");
  EXPECT_NEAR(accepted(square, test::uniformTraffic(16), 0.8), 0.8, 0.8 * 0.05);
}

// A row of k: k/2 nodes send k/2 of k - 1 messages over the link in the middle: theta <= 4 (k - 1) / k^2, half the
// torus.
TEST_P(Load, UniformOnAMesh) {
  expectBound(machineOf(8, "topology = \"mesh\"\ndimensions = [8]\n", "10 GB/s"), test::uniformTraffic(8), 4.0 * 7 / 64,
              0.8, 0.8);
}

// Ring of k = 8, tornado: minimal 1 / (k/2 - 1) = 1/3; Valiant 4/k = 1/2: k/4 links to a detour drawn from all, and as
// many from it.
TEST_P(Load, TornadoOnARing) {
  const auto machine = [](const char *routing) {
    return machineOf(8, std::string("topology = \"torus\"\ndimensions = [8]\nrouting = \"") + routing + "\"\n",
                     "10 GB/s");
  };
  expectBound(machine("minimal"), test::shiftedTraffic(8, 3), 1.0 / 3, 0.9, 1);
  expectBound(machine("valiant"), test::shiftedTraffic(8, 3), 0.5, 0.8, 0.7);
}

// ---- Dragonfly ----

// p = 4, a = 8, h = 2, 17 groups: of N - 1 others N - a p are in other groups, and a p nodes share a h global links:
// theta <= h/p * (N - 1) / (N - a p). (Links inside groups carry less.)
TEST_P(Load, UniformMinimalOnADragonfly) {
  const Machine machine = machineOf(544, "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\n"
                                         "global_links_per_router = 2\n");
  expectBound(machine, test::uniformTraffic(544), 2.0 / 4 * 543 / 512, 0.8, 0.8,
              {sim::SimDuration::us(20), sim::SimDuration::us(40)});
}

// Adversarial, everybody to the next group: minimal routing has one global link for a p = 8 nodes: 1/8.
TEST_P(Load, AdversarialMinimalOnADragonfly) {
  expectBound(dragonfly("minimal"), test::shiftedTraffic(72, kGroup, kGroup), 1.0 / 8, 0.9, 1);
}

// Adversarial, Valiant: of the g - 1 = 8 groups drawn, each has a p theta / (g - 1) on its way there, and as much
// passes through on its way to the next group; the direct link has its own only. So theta <= (g - 1) / (2 a p) = h / (2
// p) = 1/2.
TEST_P(Load, AdversarialValiantOnADragonfly) {
  expectBound(dragonfly("valiant"), test::shiftedTraffic(72, kGroup, kGroup), 0.5, 0.8, 0.7);
}

// Uniform: at half load minimal routing accepts all; UGAL and progressive routing are within a tenth of the better of
// minimal and Valiant on both patterns.
TEST_P(Load, AdaptiveRoutingFollowsTheBetter) {
  EXPECT_NEAR(accepted(dragonfly("minimal"), test::uniformTraffic(72), 0.5), 0.5, 0.5 * 0.05);
  const double valiant = accepted(dragonfly("valiant"), test::shiftedTraffic(72, kGroup, kGroup), 0.4);
  for (const char *routing : {"ugal-l", "ugal-g", "par"}) {
    EXPECT_NEAR(accepted(dragonfly(routing), test::uniformTraffic(72), 0.5), 0.5, 0.05) << routing;
    EXPECT_GE(accepted(dragonfly(routing), test::shiftedTraffic(72, kGroup, kGroup), 0.4), 0.9 * valiant) << routing;
  }
}

// 1,056 nodes, p = 4, a = 8, h = 4, all 33 groups. Adversarial: minimal 1 / (a p) = 1/32; Valiant's bound is h / (2 p)
// = 1/2 (above), of which heads of line take an eighth. Uniform: minimal accepts what is offered. UGAL and progressive
// routing are within a tenth of the better of the two below, near and beyond saturation.
TEST_P(LoadBeyond, AdaptiveRoutingFollowsTheBetterOn1056Nodes) {
  const auto acceptedOn = [](const std::string &routing, const test::Pattern &pattern, double offered) {
    const Machine machine = machineOf(1056, "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\n"
                                            "global_links_per_router = 4\nrouting = \"" +
                                                routing + "\"\n");
    return accepted(machine, pattern, offered, {sim::SimDuration::us(40), sim::SimDuration::us(80)});
  };
  const test::Pattern uniform = test::uniformTraffic(1056), adversarial = test::shiftedTraffic(1056, 32, 32);
  EXPECT_NEAR(acceptedOn("minimal", adversarial, 0.4), 1.0 / 32, 0.05 / 32);
  EXPECT_NEAR(acceptedOn("minimal", uniform, 0.4), 0.4, 0.02);
  const double minimal = acceptedOn("minimal", uniform, 0.9);
  for (double offered : {0.4, 0.9}) {
    const double valiant = acceptedOn("valiant", adversarial, offered);
    EXPECT_LE(valiant, 0.5 * 1.05);
    EXPECT_GE(valiant, 0.85 * std::min(offered, 0.5));
    for (const char *routing : {"ugal-l", "ugal-g", "par"}) {
      EXPECT_GE(acceptedOn(routing, adversarial, offered), 0.9 * valiant) << routing << " at " << offered;
      EXPECT_GE(acceptedOn(routing, uniform, offered), 0.9 * std::min(offered, minimal))
          << routing << " at " << offered;
    }
  }
}

// All 1,056 nodes send one large message at once. To the next group, minimal: the a p = 32 of a group share one link,
// so all take 32 times as long as one alone; adaptive routing is within 15 % of Valiant in the mean. To any node,
// interfaces that several send to are the bottleneck: flows are within 15 % of minimal; packets that wait for these
// look like a queue that a detour would avoid, and some take it: within 30 %.
TEST_P(Load, AdaptiveRoutingFollowsTheBetterInABurst) {
  constexpr int kNodes = 1056, kNext = 32;
  constexpr std::int64_t kLarge = 64'000;
  const auto meanTime = [](const std::string &routing, const auto &destination) {
    test::NetworkHarness harness(
        machineOf(kNodes, "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\n"
                          "global_links_per_router = 4\nrouting = \"" +
                              routing + "\"\n"));
    for (int node = 0; node < kNodes; ++node)
      harness.send(static_cast<std::uint64_t>(node), node, destination(node), kLarge);
    harness.run();
    double sum = 0;
    for (int node = 0; node < kNodes; ++node)
      sum += static_cast<double>(harness.delivered(static_cast<std::uint64_t>(node)));
    return sum / kNodes / (kLarge * 1000.0);
  };
  const auto next_group = [](int node) { return (node + kNext) % kNodes; };
  const auto any = [](int node) {
    const auto ahead = sim::Random(7, 1).below(static_cast<std::uint64_t>(node), kNodes - 1);
    return static_cast<int>((node + 1 + static_cast<int>(ahead)) % kNodes);
  };
  const double adversarial = meanTime("valiant", next_group), uniform = meanTime("minimal", any);
  EXPECT_NEAR(meanTime("minimal", next_group), 32, 32 * 0.05);
  EXPECT_LT(adversarial, 4);
  for (const char *routing : {"ugal-l", "ugal-g", "par"}) {
    EXPECT_LE(meanTime(routing, next_group), 1.15 * adversarial) << routing;
    EXPECT_LE(meanTime(routing, any), (GetParam().queues ? 1.3 : 1.15) * uniform) << routing;
  }
}

// Four times the virtual channels leave few heads of line to wait behind: Valiant takes nearly h / (2 p) = 1/2, uniform
// traffic nearly nine tenths of h / p = 1.
TEST_P(LoadBeyond, VirtualChannelsComeNearTheBounds) {
  const auto acceptedOn = [](const std::string &routing, const test::Pattern &pattern) {
    const Machine machine = machineOf(1056, "topology = \"dragonfly\"\nnodes_per_router = 4\nrouters_per_group = 8\n"
                                            "global_links_per_router = 4\nvirtual_channels = 12\nrouting = \"" +
                                                routing + "\"\n");
    return accepted(machine, pattern, 0.9, {sim::SimDuration::us(40), sim::SimDuration::us(80)});
  };
  EXPECT_NEAR(acceptedOn("valiant", test::shiftedTraffic(1056, 32, 32)), 0.5, 0.05 * 0.5);
  EXPECT_GE(acceptedOn("minimal", test::uniformTraffic(1056)), 0.8);
}

// HyperX of S = 8 routers of T = 4: Valiant spreads the switch shift over all links: at most (S - 1) / (2 T) = 0.875;
// minimal 1/4.
TEST_P(Load, SwitchShiftOnAHyperX) {
  const auto machine = [](const char *routing) {
    return machineOf(32, std::string("topology = \"hyperx\"\ndimensions = [8]\nnodes_per_router = 4\nrouting = \"") +
                             routing + "\"\n");
  };
  expectBound(machine("minimal"), test::shiftedTraffic(32, 4, 4), 0.25, 0.9, 1);
  expectBound(machine("valiant"), test::shiftedTraffic(32, 4, 4), 0.875, 0.7, 0.7);
}

} // namespace
} // namespace maquette::models
