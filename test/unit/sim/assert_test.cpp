// test/unit/sim/assert_test.cpp - assertions, and the preconditions that they check
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/arena.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"
#include "maquette/sim/id_vector.h"
#include "maquette/sim/random.h"
#include "maquette/sim/result.h"
#include "maquette/sim/strong_id.h"
#include "maquette/sim/units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace maquette::sim {
namespace {

TEST(Assert, IsEvaluatedInBuildsWithAssertionsOnly) {
  int evaluated = 0;
  MAQUETTE_ASSERT(++evaluated == 1);
#ifdef MAQUETTE_ASSERTIONS
  EXPECT_EQ(evaluated, 1);
#else
  EXPECT_EQ(evaluated, 0);
#endif
}

#ifdef MAQUETTE_ASSERTIONS

using Apple = StrongId<struct AppleTag, std::int32_t>;

/// Ends with status 70 and names the condition.
void expectRefused(void (*broken)()) {
  EXPECT_EXIT(broken(), testing::ExitedWithCode(70), "error: assertion failed: .* \\[maquette-internal\\]");
}

TEST(Preconditions, OfRandomNumbers) {
  expectRefused([] { static_cast<void>(Random(1, 1).below(0, 0)); });
  expectRefused([] { static_cast<void>(Permutation(0, 1)); });
}

TEST(Preconditions, OfQuantities) {
  expectRefused([] { static_cast<void>(SimDuration::fromSeconds(1e7)); });
  expectRefused([] { static_cast<void>(transferTime(Bytes{1}, BitRate())); });
  expectRefused([] { static_cast<void>(transferTime(Bytes{-1}, BitRate::gbps(1))); });
  expectRefused([] { static_cast<void>(BitRate::gbps(1).scaled(0)); });
}

TEST(Preconditions, OfResults) {
  expectRefused([] { static_cast<void>(*Result<int>(Diagnostic{})); });
  expectRefused([] { static_cast<void>(Result<int>(1).error()); });
}

TEST(Preconditions, OfIds) {
  expectRefused([] { static_cast<void>(Apple(std::numeric_limits<std::int64_t>::max())); });
  expectRefused([] { static_cast<void>(Apple(-1).index()); });
  expectRefused([] { static_cast<void>(IdVector<Apple, int>(3)[Apple(3)]); });
}

TEST(Preconditions, OfMemoryAndEvents) {
  expectRefused([] { Arena().take(0); });
  expectRefused([] {
    Engine engine;
    engine.schedule(SimTime::fromPs(-1), [](void *, std::uint64_t) {}, nullptr, 0);
  });
}

#endif

} // namespace
} // namespace maquette::sim
