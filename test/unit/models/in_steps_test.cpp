// test/unit/models/in_steps_test.cpp - every item takes every step, in order
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/network/in_steps.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace maquette::models {
namespace {

class InSteps : public testing::TestWithParam<std::size_t> {};

TEST_P(InSteps, EachItemTakesTheStepsInTurnAndTheLastInItsOrder) {
  const std::size_t count = GetParam();
  std::vector<int> taken(count, 0);
  std::vector<std::size_t> last;
  inSteps(
      count, [&](std::size_t i) { EXPECT_EQ(taken[i]++, 0); }, [&](std::size_t i) { EXPECT_EQ(taken[i]++, 1); },
      [&](std::size_t i) {
        EXPECT_EQ(taken[i]++, 2);
        last.push_back(i);
      });
  ASSERT_EQ(last.size(), count);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ(last[i], i);
}

// Between the first step and the last there are never more items than three steps need places.
TEST_P(InSteps, FewAreUnderWayAtATime) {
  std::set<std::size_t> under_way;
  inSteps(
      GetParam(), [&](std::size_t i) { under_way.insert(i); },
      [&](std::size_t) { EXPECT_LE(under_way.size(), 3 * kBetweenSteps); }, [&](std::size_t i) { under_way.erase(i); });
  EXPECT_TRUE(under_way.empty());
}

INSTANTIATE_TEST_SUITE_P(Counts, InSteps,
                         testing::Values(0, 1, kBetweenSteps, kBetweenSteps + 1, 3 * kBetweenSteps, 100));

} // namespace
} // namespace maquette::models
