// test/unit/models/preconditions_test.cpp - what builds with assertions refuse
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/topology.h"
#include "models/lib/network/id_allocator.h"
#include "models/lib/network/pair_table.h"
#include "test/support/network_harness.h"

#include <gtest/gtest.h>

#include <limits>

namespace maquette::models {
namespace {

// A node from 0 and one that is just as far as an id goes.
TEST(NodeId, HoldsTheLargestNode) {
  constexpr auto kLargest = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(Topology::nodeOfNic(Topology::ejection(NodeId{kLargest})), NodeId{kLargest});
  EXPECT_TRUE(Topology::isInjection(Topology::injection(NodeId{kLargest})));
  EXPECT_FALSE(Topology::isInjection(Topology::ejection(NodeId{kLargest})));
}

#ifdef MAQUETTE_ASSERTIONS

/// Ends with status 70 and names the condition.
void expectRefused(void (*broken)()) {
  EXPECT_EXIT(broken(), testing::ExitedWithCode(70), "error: assertion failed: .* \\[maquette-internal\\]");
}

TEST(Preconditions, OfShapes) {
  expectRefused([] { static_cast<void>(makeFatTree({4}, {2})); });
  expectRefused([] { static_cast<void>(makeDragonfly(63, 2, 4, 2)); });       // No whole routers.
  expectRefused([] { static_cast<void>(makeDragonfly(80, 2, 4, 2)); });       // 10 groups, with 8 links each.
  expectRefused([] { static_cast<void>(makeDragonfly(64, 2, 4, 2, 3)); });    // Rows do not divide a group.
  expectRefused([] { static_cast<void>(makeDragonflyPlus(8, 2, 4, 2, 2)); }); // One group.
  expectRefused([] { static_cast<void>(makeSlimFly(9, 1)); });
  expectRefused([] { static_cast<void>(makeGamma(12)); });
  expectRefused([] { static_cast<void>(makeParallelLinks(makeTorus({4}), 1)); });
}

TEST(Preconditions, OfRoutes) {
  expectRefused([] { static_cast<void>(makeTorus({4})->hops(NodeId{1}, NodeId{1})); });
  expectRefused([] {
    Route route;
    makeTorus({4})->route(NodeId{1}, NodeId{1}, route);
  });
  expectRefused([] {
    Route route;
    makeSockets(2, 4, 2)->connect(RouterId{0}, RouterId{2}, 0, route); // Of two nodes.
  });
}

TEST(Preconditions, OfTransfers) {
  expectRefused([] {
    test::NetworkHarness harness(
        test::machineWith(4, "model = \"logp\"\nlatency = \"1 us\"\nbandwidth = \"1 GB/s\"\n"));
    harness.send(1, 0, 1, 1000, sim::SimTime::fromPs(-1));
  });
}

TEST(Preconditions, OfTables) {
  expectRefused([] { PairTable().erase(NodeId{0}, NodeId{1}); });
  expectRefused([] { IdAllocator().takeLeast(); });
  expectRefused([] {
    IdAllocator ids;
    ids.add(3);
    ids.add(3);
  });
}

#endif

} // namespace
} // namespace maquette::models
