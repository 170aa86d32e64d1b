//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using State = CacheDisturbance::Caches;

TEST(SpanSample, HasTheMedianOfWhatItKeeps) {
  SpanSample sample;
  for (const double ps : {40, 10, 30})
    sample.add(ps);
  EXPECT_DOUBLE_EQ(sample.median(), 30);
  sample.add(20);
  EXPECT_DOUBLE_EQ(sample.median(), 25);
}

TEST(SpanSample, IsBounded) {
  SpanSample sample;
  for (int i = 0; i < 10000; ++i)
    sample.add(i);
  EXPECT_EQ(sample.count(), 10000u);
  EXPECT_NEAR(sample.median(), 5000, 1000); // 256 draws: standard error 312.
}

// Restored spans take 100 ps and others 150 ps: the caches are to blame for a third.
TEST(CacheDisturbance, ChargesDisturbedSpansByTheRatioOfTheMedians) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (std::uint64_t i = 0; i < CacheDisturbance::kEnough; ++i)
    EXPECT_EQ(disturbance.charge({&place, &place}, State::Restored, 100), 100);
  for (std::uint64_t i = 0; i < 2 * CacheDisturbance::kEnough; ++i)
    EXPECT_EQ(disturbance.charge({&place, &place}, State::Disturbed, 150), 100);
  EXPECT_DOUBLE_EQ(disturbance.slowdown(), (100 + 2 * 150) / 300.0);
}

// Eight disturbed spans of 200 and one of 600 have the median 200: half of each is the caches'.
TEST(CacheDisturbance, ALongSpanStaysLong) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge({&place, &place}, State::Restored, 100);
    disturbance.charge({&place, &place}, State::Disturbed, 200);
  }
  EXPECT_EQ(disturbance.charge({&place, &place}, State::Disturbed, 600), 300);
}

TEST(CacheDisturbance, PlacesAreJudgedApart) {
  CacheDisturbance disturbance;
  const int slow = 0, steady = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge({&slow, &slow}, State::Restored, 100);
    disturbance.charge({&slow, &slow}, State::Disturbed, 200);
  }
  EXPECT_TRUE(disturbance.wantsRestored(&steady));
  EXPECT_FALSE(disturbance.wantsRestored(&slow));
  EXPECT_EQ(disturbance.charge({&slow, &steady}, State::Disturbed, 200), 200);
}

TEST(CacheDisturbance, NeverChargesMoreThanWasMeasured) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge({&place, &place}, State::Restored, 300);
    disturbance.charge({&place, &place}, State::Disturbed, 200);
  }
  EXPECT_EQ(disturbance.charge({&place, &place}, State::Disturbed, 200), 200);
}

TEST(ComputingClock, ASpanThatWasNotBegunTakesNothing) {
  ComputingClock clock(Mode::Direct, Caches::Restored, 2);
  EXPECT_EQ(clock.end(nullptr), sim::SimDuration{});
}

TEST(ComputingClock, OneRankIsDisturbedByNobody) {
  ComputingClock clock(Mode::Direct, Caches::Restored, 1);
  EXPECT_EQ(clock.workingSets(), nullptr);
  clock.begin(0, nullptr, {});
  EXPECT_GE(clock.end(nullptr), sim::SimDuration{});
  EXPECT_EQ(clock.slowdownByCaches(), 1);
}

} // namespace
} // namespace maquette::runtime
