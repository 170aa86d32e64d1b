// test/unit/sim/random_test.cpp - numbers by counter
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::sim {
namespace {

TEST(Random, DependsOnSeedStreamAndCounterOnly) {
  EXPECT_EQ(Random(1, 2).bits(3), Random(1, 2).bits(3));
  EXPECT_NE(Random(1, 2).bits(3), Random(2, 2).bits(3));
  EXPECT_NE(Random(1, 2).bits(3), Random(1, 3).bits(3));
  EXPECT_NE(Random(1, 2).bits(3), Random(1, 2).bits(4));
}

// The mean of n uniform numbers has standard deviation 1/sqrt(12 n) = 0.0029 for n = 10^4: five of them are 0.015.
TEST(Random, UniformHasMeanOneHalf) {
  const Random random(7, 0);
  double sum = 0;
  for (std::uint64_t i = 0; i < 10'000; ++i)
    sum += random.uniform(i);
  EXPECT_NEAR(sum / 10'000, 0.5, 0.015);
}

TEST(Permutation, IsABijection) {
  for (std::uint64_t size : {1u, 2u, 3u, 17u, 1000u, 4096u}) {
    const Permutation permutation(size, 5);
    std::vector<bool> seen(size, false);
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t image = permutation(i);
      ASSERT_LT(image, size);
      ASSERT_FALSE(seen[image]);
      seen[image] = true;
    }
  }
}

// Of 16, the first 8 go to h of the first 8 places. By chance P(h >= 7 or h <= 1) = 2 (64 + 1) / 12,870 = 1.0 %: 20 of
// 2,000 seeds, with a deviation of 4.5; and each place gets the first one 125 times, with a deviation of 10.8. Five
// deviations are allowed.
TEST(Permutation, MixesFewElements) {
  int lopsided = 0;
  std::vector<int> places(16);
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Permutation permutation(16, seed);
    int stayed = 0;
    for (std::uint64_t x = 0; x < 8; ++x)
      stayed += permutation(x) < 8 ? 1 : 0;
    lopsided += stayed >= 7 || stayed <= 1 ? 1 : 0;
    ++places[permutation(0)];
  }
  EXPECT_LT(lopsided, 43);
  for (int count : places)
    EXPECT_NEAR(count, 125, 54);
}

TEST(Permutation, DependsOnTheSeed) {
  const Permutation a(1000, 1), b(1000, 2);
  int equal = 0;
  for (std::uint64_t i = 0; i < 1000; ++i)
    equal += a(i) == b(i);
  EXPECT_LT(equal, 20);
}

} // namespace
} // namespace maquette::sim
