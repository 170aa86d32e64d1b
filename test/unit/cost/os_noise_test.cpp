// test/unit/cost/os_noise_test.cpp - interruptions by the operating system
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/os_noise.h"

#include <gtest/gtest.h>

namespace maquette::models {
namespace {

using sim::SimDuration;

// 10 s of computing, an interruption of 10 us every 1 ms: 10,000 of them, standard deviation 100, so 0.1 s +- 4 %.
TEST(OsNoise, TakesItsShare) {
  OsNoise noise(SimDuration::ms(1), SimDuration::us(10), 7, 1);
  double lost = 0;
  for (int i = 0; i < 10000; ++i)
    lost += noise.during(0, SimDuration::ms(1)).seconds();
  EXPECT_NEAR(lost, 0.1, 0.004);
}

// A rank's interruptions do not depend on how its computing is cut into pieces, nor on other ranks.
TEST(OsNoise, DependsOnSeedAndRankAlone) {
  OsNoise one(SimDuration::us(100), SimDuration::us(3), 7, 2);
  OsNoise two(SimDuration::us(100), SimDuration::us(3), 7, 2);
  SimDuration whole = one.during(1, SimDuration::ms(50));
  SimDuration pieces;
  for (int i = 0; i < 5000; ++i) {
    two.during(0, SimDuration::us(7));
    pieces += two.during(1, SimDuration::us(10));
  }
  EXPECT_EQ(whole, pieces);
  OsNoise other_seed(SimDuration::us(100), SimDuration::us(3), 8, 2);
  EXPECT_NE(other_seed.during(1, SimDuration::ms(50)), whole);
}

TEST(OsNoise, NothingIsLostWhereNothingIsComputed) {
  OsNoise noise(SimDuration::us(1), SimDuration::us(1), 1, 1);
  EXPECT_EQ(noise.during(0, SimDuration()), SimDuration());
}

} // namespace
} // namespace maquette::models
