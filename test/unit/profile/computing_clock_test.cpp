//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

RunConfig direct(std::int64_t ranks) {
  RunConfig config;
  config.mode = Mode::Direct;
  config.ranks = ranks;
  return config;
}

TEST(ComputingClock, ASpanThatWasNotBegunTakesNothing) {
  ComputingClock clock(direct(2));
  EXPECT_EQ(clock.end(nullptr), sim::SimDuration{});
}

TEST(ComputingClock, OneRankIsDisturbedByNobody) {
  ComputingClock clock(direct(1));
  clock.begin(0, nullptr, {});
  EXPECT_GE(clock.end(nullptr), sim::SimDuration{});
  EXPECT_EQ(clock.spans().slowdown(), 1);
}

} // namespace
} // namespace maquette::runtime
