// test/unit/sim/time_test.cpp - simulated time
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/time.h"

#include <gtest/gtest.h>

namespace maquette::sim {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };

TEST(SimTime, PointPlusPointDoesNotCompile) {
  EXPECT_FALSE((Addable<SimTime, SimTime>));
  EXPECT_TRUE((Addable<SimTime, SimDuration>));
}

TEST(SimTime, DifferenceOfPointsIsASpan) {
  const SimTime start = SimTime::fromPs(5);
  EXPECT_EQ((start + SimDuration::ns(2)) - start, SimDuration::ps(2000));
}

// 0.1 s is not a binary fraction; the nearest tick is 1e11.
TEST(SimDuration, FromSecondsRoundsToTheNearestTick) {
  EXPECT_EQ(SimDuration::fromSeconds(0.1), SimDuration::ms(100));
  EXPECT_EQ(SimDuration::fromSeconds(0.6e-12), SimDuration::ps(1));
}

// 10 ps / 3 = 3.33 -> 3; 5 ps / 2 = 2.5 -> 3 (half away from zero).
TEST(SimDuration, ScaledRounds) {
  EXPECT_EQ(SimDuration::ps(10).scaled(1.0 / 3), SimDuration::ps(3));
  EXPECT_EQ(SimDuration::ps(5).scaled(0.5), SimDuration::ps(3));
}

} // namespace
} // namespace maquette::sim
