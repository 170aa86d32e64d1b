// test/unit/models/packet_drain_test.cpp - packets in the smallest buffers come through on every topology under every routing
// SPDX-License-Identifier: Apache-2.0
#include "lib/routing/routing.h"
#include "lib/topology/topology_types.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

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
    {"dragonfly-plus", 20, "nodes_per_leaf = 2\nleaves_per_group = 2\nspines_per_group = 2\nglobal_links_per_spine = 2\n"},
    {"hyperx", 24, "dimensions = [4, 3]\nnodes_per_router = 2\n"},
    {"slim-fly", 18, "q = 3\nnodes_per_router = 1\n"},
    {"graph", 6, "graph_file = \"drain.graph\"\n"}};

class PacketDrain : public testing::TestWithParam<Shape> {};
std::string nameOf(const testing::TestParamInfo<Shape> &info) {
  std::string name = info.param.topology;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Topologies, PacketDrain, testing::ValuesIn(kShapes), nameOf);

/// A ring of 5 routers with a sixth hung on, a node on each; written where machineWith() looks for it.
void writeGraph() {
  std::ofstream("drain.graph") << "node 0 0\nnode 1 1\nnode 2 2\nnode 3 3\nnode 4 4\nnode 5 5\n"
                                  "link 0 1\nlink 1 2\nlink 2 3\nlink 3 4\nlink 4 0\nlink 0 5\n";
}

// Everybody sends to everybody at once, and every buffer has room for one packet: were there a circle of buffers that wait for
// each other, messages would never come. Interfaces as fast as links, and four times as fast, where several packets leave a buffer
// at once.
TEST_P(PacketDrain, AllMessagesCome) {
  const Shape &shape = GetParam();
  writeGraph();
  for (const RoutingName &routing : routingNames()) {
    if ((findTopologyType(shape.topology)->routings & routing.use) == 0)
      continue;
    for (const char *interface : {"1 GB/s", "4 GB/s"}) {
      test::NetworkHarness harness(test::machineWith(
          shape.nodes, std::string("model = \"packet\"\npacket_size = \"100 B\"\nbuffer_size = \"100 B\"\nlatency = \"10 ns\"\n"
                                   "link_latency = \"5 ns\"\nlink_bandwidth = \"1 GB/s\"\nbandwidth = \"") +
                           interface + "\"\ntopology = \"" + shape.topology + "\"\nrouting = \"" + std::string(routing.name) + "\"\n" +
                           shape.keys));
      std::uint64_t cookie = 0;
      for (NodeId from = 0; from < shape.nodes; ++from)
        for (NodeId to = 0; to < shape.nodes; ++to)
          if (from != to)
            harness.send(cookie++, from, to, 1050);
      harness.run();
      EXPECT_EQ(harness.deliveredCount(), cookie) << routing.name << " at " << interface;
    }
  }
}

} // namespace
} // namespace maquette::models
