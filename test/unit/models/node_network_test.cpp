// test/unit/models/node_network_test.cpp - sockets, their memories and joints; what an observer sees
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/network_observer.h"
#include "maquette/models/traffic.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <numeric>

namespace maquette::models {
namespace {

using sim::SimDuration;
using sim::SimTime;

constexpr std::int64_t kBytes = 100'000;

/// Two nodes of 8 cores; a transfer alone has 10 GB/s and 100 ns, a socket's memory 20 GB/s, a joint 10 GB/s and 50 ns.
Machine machineOf(const std::vector<std::string> &overrides) {
  const auto machine = parseMachine(R"(name = "m"
[node]
source = "test"
count = 2
cores = 8
memory_bandwidth = "10 GB/s"
memory_latency = "100 ns"
[network]
source = "test"
model = "logp"
latency = "1 us"
bandwidth = "1 GB/s"
)",
                                    "m.toml", overrides);
  EXPECT_TRUE(machine) << (machine ? "" : sim::toText(machine.error()));
  return machine ? *machine : Machine{};
}
const std::vector<std::string> kSockets = {"node.sockets=2", "node.socket_memory_bandwidth=20 GB/s",
                                           "node.socket_link_bandwidth=10 GB/s", "node.socket_link_latency=50 ns"};

/// Transfers inside node 1, all at once, from core to core; when each is there.
std::vector<std::int64_t> timesInside(const Machine &machine, const std::vector<std::pair<int, int>> &cores) {
  struct Listener final : TransferListener {
    void transferInjected(std::uint64_t) override {}
    void transferDelivered(std::uint64_t cookie) override { times[cookie] = engine->now().ps(); }
    std::vector<std::int64_t> times;
    sim::Engine *engine = nullptr;
  } listener;
  sim::Engine engine;
  listener.engine = &engine;
  listener.times.resize(cores.size());
  const auto network = makeNetwork(machine, 8, engine, listener);
  EXPECT_TRUE(network);
  for (std::size_t i = 0; i < cores.size(); ++i) {
    Transfer transfer{NodeId{1}, NodeId{1}, sim::Bytes{kBytes}, SimTime(), i, NotifyInjected::No};
    transfer.source_core = static_cast<std::uint16_t>(cores[i].first);
    transfer.destination_core = static_cast<std::uint16_t>(cores[i].second);
    if (const Started started = (*network)->start(transfer); started.delivered)
      listener.times[i] = started.delivered->ps();
  }
  engine.run();
  return listener.times;
}

// 100 kB at 10 GB/s = 10 us and 100 ns; to the other socket 50 ns more.
TEST(NodeNetwork, ATransferAloneHasTheWholeMemory) {
  EXPECT_EQ(timesInside(machineOf(kSockets), {{0, 1}}), (std::vector<std::int64_t>{10'100'000}));
  EXPECT_EQ(timesInside(machineOf(kSockets), {{0, 5}}), (std::vector<std::int64_t>{10'150'000}));
}

// Four in a socket of 20 GB/s get 5 GB/s each: 20 us. Those in the other socket do not count.
TEST(NodeNetwork, ASocketsMemoryIsShared) {
  const auto times = timesInside(machineOf(kSockets), {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}});
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(times[i], 20'100'000);
  EXPECT_EQ(times[4], 10'100'000);
}

// Two from socket 0 to socket 1 share the joint of 10 GB/s; the way back is another.
TEST(NodeNetwork, AJointIsShared) {
  EXPECT_EQ(timesInside(machineOf(kSockets), {{0, 4}, {1, 5}, {6, 2}}),
            (std::vector<std::int64_t>{20'150'000, 20'150'000, 10'150'000}));
}

// One socket of 20 GB/s: eight transfers get 2.5 GB/s each, 40 us. Without the key everybody has all of it.
TEST(NodeNetwork, OneSocketSharesToo) {
  std::vector<std::pair<int, int>> ring;
  for (int core = 0; core < 8; ++core)
    ring.emplace_back(core, (core + 1) % 8);
  EXPECT_EQ(timesInside(machineOf({"node.socket_memory_bandwidth=20 GB/s"}), ring),
            std::vector<std::int64_t>(8, 40'100'000));
  EXPECT_EQ(timesInside(machineOf({}), ring), std::vector<std::int64_t>(8, 10'100'000));
}

// 8 ranks on a node of two sockets of 4: block fills a socket, scatter goes round.
TEST(CoreMapping, BlockFillsASocketAndScatterGoesRound) {
  const auto coresOf = [](std::vector<std::string> overrides) {
    overrides.insert(overrides.end(), kSockets.begin(), kSockets.end());
    const Machine machine = machineOf(overrides);
    std::vector<std::int64_t> cores;
    for (std::int64_t rank = 8; rank < 13; ++rank)
      cores.push_back(machine.coreOf(rank, 16));
    return cores;
  };
  EXPECT_EQ(coresOf({}), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(coresOf({"placement.cores=scatter"}), (std::vector<std::int64_t>{0, 4, 1, 5, 2}));
  EXPECT_EQ(coresOf({"placement.mapping=cyclic"}), (std::vector<std::int64_t>{4, 4, 5, 5, 6}));
}

TEST(NodeParts, BadOnesAreRefused) {
  const auto errorOf = [](const std::vector<std::string> &overrides) {
    const auto machine =
        parseMachine("name = \"m\"\n[node]\nsource = \"t\"\ncount = 2\ncores = 8\nmemory_bandwidth = \"10 GB/s\"\n"
                     "memory_latency = \"1 ns\"\n[network]\nsource = \"t\"\nmodel = \"logp\"\nlatency = \"1 us\"\n"
                     "bandwidth = \"1 GB/s\"\n",
                     "m.toml", overrides);
    return machine ? std::string() : sim::toText(machine.error());
  };
  EXPECT_EQ(errorOf({"node.sockets=3"}),
            "--set node.sockets=3: error: 8 cores cannot be divided into 3 equal sockets [maquette-config-shape]\n"
            "  fix: change one of them\n");
  EXPECT_EQ(errorOf({"node.socket_link_latency=1 ns"}),
            "--set node.socket_link_latency=1 ns: error: 'socket_link_latency' has no effect with one socket "
            "[maquette-config-no-effect]\n  fix: remove it, or give 'sockets'\n");
  EXPECT_EQ(errorOf({"node.socket_memory_bandwidth=5 GB/s"}),
            "--set node.socket_memory_bandwidth=5 GB/s: error: 'socket_memory_bandwidth' of 40 Gb/s is less than the "
            "bandwidth of one transfer, "
            "80 Gb/s [maquette-config-range]\n  fix: lower 'memory_bandwidth': it is the bandwidth of one transfer\n");
  EXPECT_EQ(errorOf({"placement.cores=scatter"}),
            "--set placement.cores=scatter: error: 'cores' has no effect with one socket [maquette-config-no-effect]\n"
            "  fix: remove it, or give 'sockets' of the node\n");
  EXPECT_EQ(errorOf({"network.rails=65"}),
            "--set network.rails=65: error: 'rails' is 65, but the maximum is 64 [maquette-config-range]\n"
            "  fix: lower it\n");
  EXPECT_EQ(errorOf({"network.rails=16", "network.rail_choice=core"}),
            "--set network.rails=16: error: 'rails' is 16, but rail_choice 'core' uses at most one rail per core, and "
            "a node has 8 cores "
            "[maquette-config-range]\n"
            "  fix: choose another 'rail_choice', or fewer rails\n");
  EXPECT_EQ(
      errorOf({"network.rail_choice=pair"}),
      "--set network.rail_choice=pair: error: 'rail_choice' has no effect with one rail [maquette-config-no-effect]\n"
      "  fix: remove it, or give 'rails'\n");
  EXPECT_EQ(errorOf({"network.rails=2", "network.rail_layout=shared"}),
            "--set network.rail_layout=shared: error: 'rail_layout' has no effect without a topology "
            "[maquette-config-no-effect]\n"
            "  fix: remove it, or give 'topology'\n");
  EXPECT_EQ(errorOf({"network.model=buses", "network.rails=2"}),
            "--set network.rails=2: error: 'rails' has no effect with model 'buses' [maquette-config-no-effect]\n"
            "  fix: remove it, or choose model 'flow-fair'\n");
  EXPECT_EQ(errorOf({"network.model=flow-fair", "network.topology=crossbar", "network.parallel_links=2"}),
            "--set network.parallel_links=2: error: 'parallel_links' has no effect with topology 'crossbar' "
            "[maquette-config-no-effect]\n  fix: remove it: a crossbar has no links but the NICs\n");
}

// ---- The observer ----

std::uint64_t sumOf(const std::vector<std::uint64_t> &windows) {
  return std::accumulate(windows.begin(), windows.end(), std::uint64_t{0});
}

// Windows double until the last byte fits; no byte is lost. 1000 B over the 500 ns from 500 ns on: all in the second
// half.
TEST(NetworkObserver, SpreadsBytesOverWindows) {
  NetworkObserver observer;
  observer.crossed(LinkId{7}, SimTime::fromPs(500'000), SimTime::fromPs(1'000'000), 1000);
  EXPECT_EQ(observer.windowLength(), SimDuration::ns(16));
  const auto windows = observer.windowsOf(LinkId{7});
  ASSERT_EQ(windows.size(), NetworkObserver::kWindows);
  EXPECT_EQ(sumOf(windows), 1000u);
  EXPECT_EQ(windows[30], 0u);  // Ends at 496 ns.
  EXPECT_EQ(windows[31], 24u); // 12 of its 16 ns at 2 B/ns.
  EXPECT_EQ(windows[40], 32u);
  EXPECT_EQ(windows[62], 16u); // From 992 to 1000 ns.
  EXPECT_TRUE(observer.windowsOf(LinkId{8}).empty());
}

class ObservedModel : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Models, ObservedModel,
                         testing::Values("model = \"logp\"\n",
                                         "model = \"flow-fair\"\ntopology = \"torus\"\ndimensions = [8]\n",
                                         "model = \"flow-fifo\"\ntopology = \"torus\"\ndimensions = [8]\n",
                                         "model = \"packet\"\ntopology = \"torus\"\ndimensions = [8]\n",
                                         "model = \"buses\"\n", "model = \"smp-sim\"\n",
                                         "model = \"infiniband\"\ntopology = \"torus\"\ndimensions = [8]\n"));

/// In no window more bytes than the link's rate makes of its length, but for rounding to whole bytes.
void expectNoLinkOverfull(const NetworkObserver &observer, const NetworkModel &network) {
  for (LinkId link; link < LinkId{network.linkCount()}; ++link)
    for (std::uint64_t bytes : observer.windowsOf(link))
      EXPECT_LE(static_cast<double>(bytes),
                static_cast<double>(network.linkRate(link).bitsPerSecond()) / 8 * observer.windowLength().seconds() + 2)
          << network.linkName(link);
}

/// Messages from some nodes to node 0, all at once.
NetworkObserver observed(const char *network, int senders) {
  struct Ignore final : TransferListener {
    void transferInjected(std::uint64_t) override {}
    void transferDelivered(std::uint64_t) override {}
    Transfer transferOf(std::uint64_t) const override { return {}; } // The observer is in between.
  } listener;
  sim::Engine engine;
  NetworkObserver observer;
  const auto made =
      makeNetwork(test::machineWith(8, std::string(network) + "latency = \"1 us\"\nbandwidth = \"1 GB/s\"\n"), 1,
                  engine, listener, &observer);
  EXPECT_TRUE(made);
  for (int from = 1; from <= senders; ++from) {
    Transfer transfer{NodeId{from}, NodeId{0}, sim::Bytes{kBytes}, SimTime(), static_cast<std::uint64_t>(from)};
    transfer.label = 5;
    (*made)->start(transfer);
  }
  engine.run();
  for (LinkId link; link < LinkId{(*made)->linkCount()}; ++link)
    EXPECT_EQ(sumOf(observer.windowsOf(link)), (*made)->linkBytes(link)) << (*made)->linkName(link);
  // Of the closed forms each message has the link for itself.
  const std::string model = network;
  if (model.find("smp-sim") == std::string::npos && model.find("infiniband") == std::string::npos)
    expectNoLinkOverfull(observer, **made);
  return observer;
}

TEST_P(ObservedModel, SeesTheBytesOfAllLinksAndNoCongestionOfOneMessage) {
  const NetworkObserver observer = observed(GetParam(), 1);
  ASSERT_EQ(observer.sums().size(), 6u);
  EXPECT_EQ(observer.sums()[5].count, 1u);
  EXPECT_EQ(static_cast<std::int64_t>(observer.sums()[5].beyond_ps), 0);
}

// Three at once into one interface: it is the bottleneck where others count at all.
TEST_P(ObservedModel, SeesCongestionWhereTheModelKnowsIt) {
  const NetworkObserver observer = observed(GetParam(), 3);
  const std::string model = GetParam();
  const bool knows = model.find("smp-sim") == std::string::npos && model.find("infiniband") == std::string::npos;
  const double share =
      static_cast<double>(observer.sums()[5].beyond_ps) / static_cast<double>(observer.sums()[5].time_ps);
  EXPECT_EQ(share > 0.3, knows) << share;
}

// ---- Traffic without a program ----

/// A crossbar of 1 GB/s with this traffic between all nodes, stopped after 10 ms.
struct TrafficRun final : TransferListener {
  TrafficRun(const std::string &pattern, int nodes, SimDuration interval)
      : network(std::move(*makeNetwork(
            test::machineWith(
                nodes, "model = \"flow-fair\"\ntopology = \"crossbar\"\nlatency = \"0 ns\"\nbandwidth = \"1 GB/s\"\n"),
            1, engine, *this))),
        traffic(optionsOf(pattern, nodes, interval), engine, *network) {
    traffic.goOn();
    engine.run();
  }
  static Traffic::Options optionsOf(const std::string &pattern, int nodes, SimDuration interval) {
    Traffic::Options options;
    options.pattern = pattern == "uniform" ? "uniform"
                      : pattern == "halo"  ? "halo"
                      : pattern == "shift" ? "shift"
                                           : "alltoall";
    for (int node = 0; node < nodes; ++node)
      options.nodes.push_back(NodeId{node});
    options.size = sim::Bytes{10'000};
    options.interval = interval;
    return options;
  }
  void transferInjected(std::uint64_t) override {}
  void transferDelivered(std::uint64_t cookie) override { traffic.delivered(cookie); }
  sim::Engine engine;
  std::unique_ptr<NetworkModel> network;
  Traffic traffic;
};

// A shift on a crossbar meets nobody: a message of 10 us every 25 us; after a thousand a node rests.
TEST(Traffic, KeepsItsIntervalAndThenRests) {
  const TrafficRun run("shift", 8, SimDuration::us(25));
  EXPECT_EQ(run.traffic.messages(), 8u * Traffic::kMessagesAhead);
  EXPECT_EQ(run.traffic.sumOfTimes(), SimDuration::us(10) * static_cast<std::int64_t>(run.traffic.messages()));
  EXPECT_EQ(run.traffic.lastDelivered(), SimTime() + SimDuration::us(25) * 999 + SimDuration::us(10));
}

// Asked for more than an interface takes, each message waits for the one before: none takes less than 10 us.
TEST(Traffic, WaitsForDelivery) {
  for (const char *pattern : {"uniform", "shift", "alltoall", "halo"}) {
    const TrafficRun run(pattern, 12, SimDuration::ns(1));
    EXPECT_EQ(run.traffic.messages(), 12u * Traffic::kMessagesAhead) << pattern;
    EXPECT_GE(run.traffic.lastDelivered(), SimTime() + SimDuration::us(10) * 1000) << pattern;
  }
}

} // namespace
} // namespace maquette::models
