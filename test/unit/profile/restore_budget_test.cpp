// test/unit/profile/restore_budget_test.cpp - how often caches are restored
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/restore_budget.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using Want = CacheRatio::Want;

constexpr double kSecond = 1e12; // Picoseconds.

int allowedOf(int spans, RestoreBudget &budget, Want want, double spent_ps, double at_stake) {
  int allowed = 0;
  for (int i = 0; i < spans; ++i)
    allowed += budget.allows(want, spent_ps, at_stake) ? 1 : 0;
  return allowed;
}

// 100 s of computing, of which the caches cost nothing: 1 + 3 s may go into restoring, half of the spans at a time.
TEST(RestoreBudget, AllowsDirectModeAShareOfTheComputing) {
  RestoreBudget budget(Mode::Direct);
  budget.addComputing(100 * kSecond);
  EXPECT_EQ(allowedOf(1000, budget, Want::Either, 0.9 * kSecond, 0), 1000);
  EXPECT_NEAR(allowedOf(1000, budget, Want::Either, 3.9 * kSecond, 0), 500, 60);
  EXPECT_EQ(allowedOf(1000, budget, Want::Either, 4.1 * kSecond, 0), 0);
}

// The caches cost 20 %: half of that.
TEST(RestoreBudget, AllowsMoreWhereMuchIsAtStake) {
  RestoreBudget budget(Mode::Direct);
  budget.addComputing(100 * kSecond);
  EXPECT_GT(allowedOf(100, budget, Want::Either, 10.9 * kSecond, 0.2), 0);
  EXPECT_EQ(allowedOf(100, budget, Want::Either, 11.1 * kSecond, 0.2), 0);
}

TEST(RestoreBudget, AllowsWhatHasToBeKnownAndLittleOfWhatDoesNotHelp) {
  RestoreBudget budget(Mode::Direct);
  budget.addComputing(kSecond);
  EXPECT_EQ(allowedOf(100, budget, Want::Restored, 5.9 * kSecond, 0), 100);
  EXPECT_EQ(allowedOf(100, budget, Want::Restored, 6.1 * kSecond, 0), 0);
  EXPECT_NEAR(allowedOf(1000, budget, Want::Rarely, 0, 0), 125, 40);
  EXPECT_NEAR(allowedOf(1000, budget, Want::Disturbed, 0, 0), 500, 60);
}

TEST(RestoreBudget, AllowsAProfileTenTimesTheComputing) {
  RestoreBudget budget(Mode::Profile);
  budget.addComputing(kSecond);
  EXPECT_EQ(allowedOf(100, budget, Want::Either, 10.9 * kSecond, 0), 100);
  EXPECT_EQ(allowedOf(100, budget, Want::Either, 11.1 * kSecond, 0), 0);
}

} // namespace
} // namespace maquette::runtime
