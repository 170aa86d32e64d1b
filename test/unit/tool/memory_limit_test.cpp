// test/unit/tool/memory_limit_test.cpp - will the ranks fit the host?
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/memory_limit.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

// Two ranks took 2 GiB, so 64 need 64 GiB; 2 are used and 30 left: 32 ranks fit.
TEST(MemoryLimit, RefusesWithNumbers) {
  EXPECT_EQ(memoryShortage(2 * kGiB, 2, 64, 30 * kGiB).value(),
            "64 ranks need about 64 GiB (the first 2 use 2 GiB), but this host has 30 GiB free [maquette-run-memory]\n"
            "  fix: run 32 ranks or fewer, a smaller problem, or the skeleton; or share data that ranks only read "
            "(--share)\n");
}

TEST(MemoryLimit, LetsPassWhatFits) { EXPECT_FALSE(memoryShortage(2 * kGiB, 2, 32, 30 * kGiB)); }

TEST(MemoryLimit, KnowsWhatIsLeft) { EXPECT_GT(availableBytes().value_or(1), 0u); }

} // namespace
} // namespace maquette::runtime
