// test/unit/tool/calibration_test.cpp - a machine file from measurements
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/calibration.h"

#include "maquette/models/machine.h"
#include "maquette/models/memory_times.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

// o_s = 100 ns, o_r = 200 ns, L = 300 ns, 10 GB/s, eager up to 8192 B:
// 8 B: 300 + 300 + 0.8 = 600.8 ns; 8192 B: 600 + 819.2 = 1419.2 ns;
// above: 300 + 3 * 300 = 1200 ns, so 65536 B: 1200 + 6553.6 = 7753.6 ns; 1 MB: 1200 + 104857.6 = 106057.6 ns.
constexpr const char *kMeasured = "pingpong 8 600.8e-9\npingpong 8192 1419.2e-9\npingpong 65536 7753.6e-9\n"
                                  "pingpong 1048576 106057.6e-9\nsend 100e-9\nreceive 200e-9\nblocks 4096 0\n"
                                  "blocks 8192 0\nblocks 16384 1\ncopy 5e9\n";

TEST(Calibration, FindsTheParametersOfExactTimes) {
  const sim::Result<Calibration> fit = fitCalibration(kMeasured, "test");
  ASSERT_TRUE(fit) << sim::toText(fit.error());
  EXPECT_NEAR(fit->latency_seconds, 300e-9, 1e-13);
  EXPECT_NEAR(fit->bytes_per_second, 10e9, 1e4);
  EXPECT_EQ(fit->eager_threshold, 8192);
  EXPECT_LT(fit->worst_error, 1e-6);
}

// One time of the four is 10 % too long: what is not fitted is said.
TEST(Calibration, KeepsTheResiduals) {
  std::string text = kMeasured;
  text.replace(text.find("1419.2"), 6, "1561.1");
  const sim::Result<Calibration> fit = fitCalibration(text, "test");
  ASSERT_TRUE(fit);
  EXPECT_GT(fit->worst_error, 0.02);
  EXPECT_LT(fit->worst_error, 0.1);
}

TEST(Calibration, WritesAMachineFileThatCanBeRead) {
  const std::string text = toMachineFile(*fitCalibration(kMeasured, "test"), "host", 2, "somewhere", "mpiexec");
  const auto machine = models::parseMachine(text, "host.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->coreCount(), 2);
  EXPECT_EQ(machine->node.memory_latency.value, sim::SimDuration::ns(300));
  EXPECT_EQ(machine->mpi.eager_threshold.value.count, 8192);
  EXPECT_EQ(machine->mpi.local_copy_bandwidth.value, sim::BitRate::gbps(40));
}

// o_s + o_r = 300 ns and L = 100 ns, 10 GB/s up to 8192 B, all of it sent eagerly but what is above: there 200 ns of
// asking, and data with 2 us and 4 GB/s. 8 B: 400.8 ns; 1024 B: 502.4; 8192 B: 1219.2; 16384 B: 500 + 2000 + 4096 =
// 6596; 65536 B: 2500 + 16384 = 18884; 1 MB: 2500 + 262144 = 264644.
constexpr const char *kTwoPieces =
    "pingpong 8 400.8e-9\npingpong 1024 502.4e-9\npingpong 8192 1219.2e-9\npingpong 16384 6596e-9\n"
    "pingpong 65536 18884e-9\npingpong 1048576 264644e-9\nsend 100e-9\nreceive 200e-9\nblocks 8192 0\n";

TEST(Calibration, LargerMessagesMayHaveALatencyAndABandwidthOfTheirOwn) {
  const sim::Result<Calibration> fit = fitCalibration(kTwoPieces, "test");
  ASSERT_TRUE(fit) << sim::toText(fit.error());
  EXPECT_LT(fit->worst_error, 1e-6);
  EXPECT_NEAR(fit->latency_seconds, 100e-9, 1e-13);
  EXPECT_NEAR(fit->bytes_per_second, 10e9, 1e4);
  ASSERT_EQ(fit->steps.size(), 1u);
  EXPECT_EQ(fit->steps[0].above, 8192);
  EXPECT_NEAR(fit->steps[0].latency_seconds, 2e-6, 1e-12);
  EXPECT_NEAR(fit->steps[0].bytes_per_second, 4e9, 1e4);
  const auto machine = models::parseMachine(toMachineFile(*fit, "host", 2, "somewhere", "mpiexec"), "host.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->node.memory_latency.value, sim::SimDuration::ns(100));
  EXPECT_EQ(machine->node.memory_bandwidth.value, sim::BitRate::gbps(32)); // Of the large ones.
  const models::MemoryTimes times(machine->node);
  EXPECT_EQ(times.time(sim::Bytes{0}), sim::SimDuration::ns(100));
  EXPECT_NEAR(static_cast<double>(times.time(sim::Bytes{8192}).ps()), 919'200, 1);
  EXPECT_NEAR(static_cast<double>(times.time(sim::Bytes{65536}).ps()), 18'384'000, 1);
}

// 1024 B are 128 doubles: 1 us longer, 3.90625 ns for each at each end; 65536 B 8192: 98.304 us longer, 6 ns. What took
// no longer than without gaps does not count.
TEST(Calibration, BlocksCostWhatMessagesWithGapsTakeLonger) {
  const auto fit =
      fitCalibration(std::string(kTwoPieces) + "gaps 1024 1502.4e-9\ngaps 65536 117188e-9\ngaps 8192 1e-6\n", "test");
  ASSERT_TRUE(fit) << sim::toText(fit.error());
  const auto machine = models::parseMachine(toMachineFile(*fit, "host", 2, "somewhere", "mpiexec"), "host.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->mpi.block_overhead.value, sim::SimDuration::ps(3910));
  EXPECT_EQ(machine->mpi.rendezvous_block_overhead.value, sim::SimDuration::ns(6));
}

TEST(Calibration, ANetworkHasOnePiece) {
  const sim::Result<Calibration> fit = fitCalibration(kTwoPieces, "test", MessagePieces::One);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->steps.empty());
  EXPECT_GT(fit->worst_error, 0.1);
}

// Between nodes L = 1 us and 5 GB/s, o_s = 150 ns, o_r = 250 ns, eager up to 4096 B, so 8 B: 1401.6 ns; 8192 B: 400 +
// 3000 + 1638.4 = 5038.4 ns; 65536 B: 3400 + 13107.2 = 16507.2 ns; 1 MB: 3400 + 209715.2 = 213115.2 ns. Inside, with
// these overheads and threshold: 8 B: 400 + L_mem + 0.8, measured 600.8; 8192 B: 400 + 3 L_mem + 819.2 = 1819.2 for
// L_mem = 200 ns.
TEST(Calibration, TwoNodesGiveTheNetwork) {
  const std::string network =
      "node n1\nnode n2\npingpong 8 1401.6e-9\npingpong 8192 5038.4e-9\npingpong 65536 16507.2e-9\n"
      "pingpong 1048576 213115.2e-9\nsend 150e-9\nreceive 250e-9\nblocks 4096 0\nblocks 8192 1\n";
  const std::string inside =
      "node n1\nnode n1\npingpong 8 600.8e-9\npingpong 8192 1819.2e-9\npingpong 65536 7553.6e-9\n"
      "pingpong 1048576 105857.6e-9\nsend 100e-9\nreceive 200e-9\nblocks 8192 0\ncopy 5e9\n";
  const auto between = fitCalibration(network, "test");
  ASSERT_TRUE(between) << sim::toText(between.error());
  const auto within = fitCalibration(withOverheadsOf(inside, network), "test");
  ASSERT_TRUE(within) << sim::toText(within.error());
  EXPECT_TRUE(checkNodes(*between, "n1,n2"));
  const auto machine = models::parseMachine(toMachineFile(*within, "pair", 4, "n1", "mpiexec", &*between), "pair.toml");
  ASSERT_TRUE(machine) << sim::toText(machine.error());
  EXPECT_EQ(machine->node.count.value, 2);
  EXPECT_EQ(machine->node.memory_latency.value, sim::SimDuration::ns(200));
  EXPECT_EQ(machine->network.latency.value, sim::SimDuration::ns(1000));
  EXPECT_NEAR(static_cast<double>(machine->network.bandwidth.value.bitsPerSecond()), 40e9, 1e6);
  EXPECT_EQ(machine->mpi.send_overhead.value, sim::SimDuration::ns(150));
  EXPECT_EQ(machine->mpi.eager_threshold.value.count, 4096);
  EXPECT_EQ(machine->network.latency.source.find("measured between n1 and n2: ping-pong of 4 sizes under mpiexec"), 0u);
}

TEST(Calibration, OneNodeIsNoNetwork) {
  const auto fit = fitCalibration("node n1\nnode n1\n" + std::string(kMeasured), "test");
  ASSERT_TRUE(fit);
  EXPECT_EQ(sim::toText(checkNodes(*fit, "n1,alias").error()),
            "n1,alias: error: both processes ran on n1: there is no network between them [maquette-calibration]\n"
            "  fix: name two nodes, and check where processes run: mpiexec -n 2 -machinefile FILE hostname\n");
}

// 64 B took a millisecond, 1 MB a tenth of that: the host was elsewhere.
TEST(Calibration, LeavesOutSizesThatTookLongerThanLargerOnes) {
  const sim::Result<Calibration> fit = fitCalibration(std::string(kMeasured) + "pingpong 64 1e-3\n", "test");
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->messages.size(), 4u);
  EXPECT_NEAR(fit->latency_seconds, 300e-9, 1e-13);
}

// A first run that was disturbed, then one that was not: the least of each time counts.
TEST(Calibration, TakesTheLeastOfSeveralRuns) {
  const std::string disturbed = "pingpong 8 1e-3\npingpong 8192 9e-4\npingpong 65536 8e-4\npingpong 1048576 7e-4\n"
                                "send 3e-6\nreceive 2e-6\nblocks 8192 1\ncopy 1e9\n";
  EXPECT_EQ(fitCalibration(disturbed, "test").error().diagnostics.front().fix,
            "calibrate again when the host does nothing else");
  const sim::Result<Calibration> fit = fitCalibration(disturbed + kMeasured, "test");
  ASSERT_TRUE(fit) << sim::toText(fit.error());
  EXPECT_NEAR(fit->latency_seconds, 300e-9, 1e-13);
  EXPECT_EQ(fit->eager_threshold, 8192);
  EXPECT_EQ(fit->copy_bytes_per_second, 5e9);
}

TEST(Calibration, RefusesHalfABenchmark) {
  EXPECT_EQ(sim::toText(fitCalibration("pingpong 8 1e-6\n", "the benchmark").error()),
            "the benchmark: error: the benchmark did not finish [maquette-calibration]\n"
            "  fix: check that this command works: mpiexec -n 2 hostname\n");
  EXPECT_FALSE(fitCalibration(std::string(kMeasured) + "pingpong 16 nan\n", "test"));
  EXPECT_FALSE(fitCalibration(std::string(kMeasured) + "pingpong 1e300 1\n", "test")); // No 64-bit size.
}

// Of five sizes only the last took no longer than all larger ones.
TEST(Calibration, SaysThatTheHostWasBusy) {
  EXPECT_EQ(
      sim::toText(
          fitCalibration("pingpong 8 5e-6\npingpong 16 4e-6\npingpong 32 3e-6\npingpong 64 2e-6\npingpong 128 1e-6\n",
                         "the benchmark")
              .error()),
      "the benchmark: error: the host was too busy: small messages took longer than large ones [maquette-calibration]\n"
      "  fix: calibrate again when the host does nothing else\n");
}

} // namespace
} // namespace maquette::runtime
