// test/unit/models/every_shape_test.cpp - what holds on every topology: packets in the smallest buffers come through,
// a message alone takes its time, and messages come in order where a model says so
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/routing/routing.h"
#include "models/lib/topology/topology_types.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

namespace maquette::models {
namespace {

struct Shape {
  const char *topology;
  std::int64_t nodes;
  const char *keys;
};
void PrintTo(const Shape &shape, std::ostream *out) { *out << shape.topology; }
const Shape kShapes[] = {
    {"crossbar", 6, ""},
    {"torus", 20, "dimensions = [4, 5]\n"},
    {"mesh", 12, "dimensions = [4, 3]\n"},
    {"hypercube", 16, ""},
    {"fat-tree", 16, "down = [4, 4]\nup = [1, 2]\n"},
    {"clos", 12, "nodes_per_leaf = 4\nspines = 2\n"},
    {"gamma", 16, ""},
    {"dragonfly", 24, "nodes_per_router = 1\nrouters_per_group = 4\nglobal_links_per_router = 2\n"},
    {"dragonfly-plus", 20,
     "nodes_per_leaf = 2\nleaves_per_group = 2\nspines_per_group = 2\nglobal_links_per_spine = 2\n"},
    {"hyperx", 24, "dimensions = [4, 3]\nnodes_per_router = 2\n"},
    {"slim-fly", 18, "q = 3\nnodes_per_router = 1\n"},
    {"graph", 6, ""}};

/// The topology's own keys; for "graph" the file is written, too: a ring of 5 routers with a sixth hung on, a node on
/// each.
std::string keysOf(const Shape &shape) {
  if (std::string_view(shape.topology) != "graph")
    return shape.keys;
  const std::string path =
      testing::TempDir() + "every_shape." + std::to_string(getpid()) + ".graph"; // Tests run side by side.
  std::ofstream(path) << "node 0 0\nnode 1 1\nnode 2 2\nnode 3 3\nnode 4 4\nnode 5 5\n"
                         "link 0 1\nlink 1 2\nlink 2 3\nlink 3 4\nlink 4 0\nlink 0 5\n";
  return "graph_file = \"" + path + "\"\n";
}

class EveryShape : public testing::TestWithParam<Shape> {};
std::string nameOf(const testing::TestParamInfo<Shape> &info) {
  std::string name = info.param.topology;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Topologies, EveryShape, testing::ValuesIn(kShapes), nameOf);

// Everybody sends to everybody at once, and every buffer has room for one packet: were there a circle of buffers that
// wait for each other, messages would never come. Interfaces as fast as links, and four times as fast, where several
// packets leave a buffer at once.
TEST_P(EveryShape, AllPacketsCome) {
  const Shape &shape = GetParam();
  for (const RoutingName &routing : routingNames()) {
    if ((findTopologyType(shape.topology)->routings & routing.use) == 0)
      continue;
    for (const char *interface : {"1 GB/s", "4 GB/s"}) {
      test::NetworkHarness harness(test::machineWith(
          shape.nodes,
          std::string("model = \"packet\"\npacket_size = \"100 B\"\nbuffer_size = \"100 B\"\nlatency = \"10 ns\"\n"
                      "link_latency = \"5 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"") +
              interface + "\"\ntopology = \"" + shape.topology + "\"\nrouting = \"" + std::string(routing.name) +
              "\"\n" + keysOf(shape)));
      std::uint64_t cookie = 0;
      for (int from = 0; from < shape.nodes; ++from)
        for (int to = 0; to < shape.nodes; ++to)
          if (from != to)
            harness.send(cookie++, from, to, 1050);
      harness.run();
      EXPECT_EQ(harness.deliveredCount(), cookie) << routing.name << " at " << interface;
    }
  }
}

// Alone on the minimal way: latency + hops * link_latency + bytes at the slowest rate, be interfaces slower or faster
// than links. Behind a slow interface (2 ns a byte) a packet of up to 2 KiB begins late to cross a faster link (1 ns),
// so that this need not stop: 1 ns a byte.
TEST_P(EveryShape, AMessageAloneTakesTheTimeAlone) {
  const Shape &shape = GetParam();
  for (const char *model : {"logp", "flow-fair", "flow-fifo", "packet"})
    for (const char *interface : {"500 MB/s", "1 GB/s", "3 GB/s"})
      for (std::int64_t bytes : {1, 1000, 50'000}) {
        test::NetworkHarness harness(test::machineWith(
            shape.nodes,
            std::string("latency = \"1 us\"\nlink_latency = \"50 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"") +
                interface + "\"\nmodel = \"" + model + "\"\ntopology = \"" + shape.topology + "\"\n" + keysOf(shape)));
        for (int to = 1; to < shape.nodes; ++to) {
          const sim::SimTime start = harness.engine().now() + sim::SimDuration::us(1);
          const auto cookie = static_cast<std::uint64_t>(to);
          harness.send(cookie, 0, to, bytes, start);
          harness.run();
          const Transfer transfer{NodeId{0}, NodeId{to}, sim::Bytes{bytes}, start, cookie, NotifyInjected::No, 0};
          const bool late = std::string(model) == "packet" && std::string(interface) == "500 MB/s";
          EXPECT_NEAR(static_cast<double>(harness.delivered(cookie) - start.ps()),
                      static_cast<double>(harness.network().timeAlone(transfer).ps()),
                      100 + (late ? 1000.0 * static_cast<double>(std::min<std::int64_t>(bytes, 2048)) : 0))
              << model << ", interface " << interface << ", " << bytes << " B to " << to;
        }
      }
}

// Of a core's messages to one node none is delivered before an earlier one, if the model says that it keeps the order:
// whatever their sizes (0 to 64 KiB), at once or after one another, on one rail or on several, with links as fast as
// interfaces or slower.
TEST_P(EveryShape, MessagesComeInOrderWhereTheModelSaysSo) {
  const Shape &shape = GetParam();
  std::mt19937_64 random(7);
  int keeping = 0, others = 0;
  for (const char *model : {"logp", "flow-fair", "flow-fifo", "packet"})
    for (const char *interface : {"1 GB/s", "4 GB/s"})
      for (const char *rails :
           {"", "rails = 2\n", "rails = 2\nrail_choice = \"pair\"\n", "rails = 2\nrail_choice = \"stripe\"\n"}) {
        test::NetworkHarness harness(test::machineWith(
            shape.nodes,
            std::string("latency = \"1 us\"\nlink_latency = \"50 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"") +
                interface + "\"\nmodel = \"" + model + "\"\ntopology = \"" + shape.topology + "\"\n" + rails +
                keysOf(shape)));
        if (!harness.network().keepsOrder()) {
          ++others;
          continue;
        }
        ++keeping;
        sim::SimTime start;
        constexpr std::uint64_t kMessages = 200;
        for (std::uint64_t cookie = 0; cookie < kMessages; ++cookie) {
          start += sim::SimDuration::ns(static_cast<std::int64_t>(random() % 3 * 500));
          harness.send(cookie, 0, static_cast<int>(shape.nodes - 1),
                       static_cast<std::int64_t>(random() % 65536 >> random() % 17), start);
        }
        harness.run();
        for (std::uint64_t cookie = 1; cookie < kMessages; ++cookie)
          EXPECT_LE(harness.delivered(cookie - 1), harness.delivered(cookie))
              << model << ", interface " << interface << ", " << rails << cookie;
      }
  EXPECT_GT(keeping, 0);
  EXPECT_GT(others, 0);
}

} // namespace
} // namespace maquette::models
