//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using State = CacheDisturbance::Caches;

// 10, 20, 30, 40: half a step in front of each.
TEST(SpanSample, OrderAndLengthAreInverse) {
  SpanSample sample;
  for (const double ps : {40, 10, 30, 20})
    sample.add(ps);
  EXPECT_DOUBLE_EQ(sample.orderOf(10), 0.125);
  EXPECT_DOUBLE_EQ(sample.orderOf(40), 0.875);
  EXPECT_DOUBLE_EQ(sample.at(0.125), 10);
  EXPECT_DOUBLE_EQ(sample.at(0.25), 15);
  EXPECT_DOUBLE_EQ(sample.at(1), 40);
}

TEST(SpanSample, IsBoundedAndKeepsTheMeanOfAll) {
  SpanSample sample;
  for (int i = 0; i < 10000; ++i)
    sample.add(i);
  EXPECT_EQ(sample.count(), 10000u);
  EXPECT_DOUBLE_EQ(sample.mean(), 4999.5);
  EXPECT_NEAR(sample.at(0.5), 5000, 1000); // 256 draws: standard error 312.
}

// Restored spans take 100 ps and others 150 ps: the caches are to blame for a third.
TEST(CacheDisturbance, ChargesDisturbedSpansAsRestoredOnesOfTheSameOrder) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (std::uint64_t i = 0; i < CacheDisturbance::kEnough; ++i)
    EXPECT_EQ(disturbance.charge({&place, &place}, State::Restored, 100), 100);
  for (std::uint64_t i = 0; i < 2 * CacheDisturbance::kEnough; ++i)
    EXPECT_EQ(disturbance.charge({&place, &place}, State::Disturbed, 150), 100);
  EXPECT_DOUBLE_EQ(disturbance.slowdown(), (100 + 2 * 150) / 300.0);
}

// Lengths 100..107 restored, 200..214 in steps of two disturbed: the longest is charged as the longest, not as 214 * 103.5 / 207.
TEST(CacheDisturbance, TakesTheSpreadFromTheRestoredSpans) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i)
    disturbance.charge({&place, &place}, State::Restored, 100 + i);
  for (int i = 0; i < 7; ++i)
    disturbance.charge({&place, &place}, State::Disturbed, 200 + 2 * i);
  EXPECT_EQ(disturbance.charge({&place, &place}, State::Disturbed, 214), 107);
}

// 9 disturbed spans of mean 2200/9: a span of 600 is charged half of 600 * 100 / (2200 / 9) at least, not 100.
TEST(CacheDisturbance, ALongSpanStaysLong) {
  CacheDisturbance disturbance;
  const int place = 0;
  for (int i = 0; i < 8; ++i) {
    disturbance.charge({&place, &place}, State::Restored, 100);
    disturbance.charge({&place, &place}, State::Disturbed, 200);
  }
  EXPECT_NEAR(static_cast<double>(disturbance.charge({&place, &place}, State::Disturbed, 600)), 0.5 * 600 * 100 / (2200.0 / 9), 0.5);
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
