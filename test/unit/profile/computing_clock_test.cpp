//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using State = CacheDisturbance::Caches;

// Restored spans take 100 ps and others 150 ps: the caches are to blame for a third.
TEST(CacheDisturbance, ChargesDisturbedSpansByTheRatioOfTheMeans) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (std::uint64_t i = 0; i < CacheDisturbance::kEnough; ++i) {
    EXPECT_EQ(disturbance.charge(&place, State::Restored, 100), 100);
    disturbance.charge(&place, State::Disturbed, 150);
  }
  EXPECT_EQ(disturbance.charge(&place, State::Disturbed, 150), 100);
  // (3 + 1) * 150 measured, the last two of them charged 100; and the restored ones.
  EXPECT_NEAR(disturbance.slowdown(), (4 * 100 + 5 * 150) / (4 * 100 + 3 * 150 + 2 * 100.0), 1e-12);
}

TEST(CacheDisturbance, KeepsTheDifferenceBetweenSpans) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge(&place, State::Restored, 100);
    disturbance.charge(&place, State::Disturbed, 200);
  }
  // Nine disturbed spans of mean (8 * 200 + 400) / 9; one that is twice as long is charged twice as much.
  EXPECT_NEAR(static_cast<double>(disturbance.charge(&place, State::Disturbed, 400)), 400 * 100 / (2000.0 / 9), 0.5);
}

TEST(CacheDisturbance, PlacesAreJudgedApart) {
  CacheDisturbance disturbance;
  const int slow = 0, steady = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge(&slow, State::Restored, 100);
    disturbance.charge(&slow, State::Disturbed, 200);
  }
  EXPECT_TRUE(disturbance.wantsRestored(&steady));
  EXPECT_FALSE(disturbance.wantsRestored(&slow));
  EXPECT_EQ(disturbance.charge(&steady, State::Disturbed, 200), 200);
}

TEST(CacheDisturbance, NeverChargesMoreThanWasMeasured) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge(&place, State::Restored, 300);
    disturbance.charge(&place, State::Disturbed, 200);
  }
  EXPECT_EQ(disturbance.charge(&place, State::Disturbed, 200), 200);
}

TEST(ComputingClock, ASpanThatWasNotBegunTakesNothing) {
  ComputingClock clock(Mode::Direct, Caches::Restored, 2);
  EXPECT_EQ(clock.end(), sim::SimDuration{});
}

TEST(ComputingClock, OneRankIsDisturbedByNobody) {
  ComputingClock clock(Mode::Direct, Caches::Restored, 1);
  EXPECT_EQ(clock.workingSets(), nullptr);
  clock.begin(0, nullptr, {});
  EXPECT_GE(clock.end(), sim::SimDuration{});
  EXPECT_EQ(clock.slowdownByCaches(), 1);
}

} // namespace
} // namespace maquette::runtime
