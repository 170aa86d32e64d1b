//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/world/computing_clock.h"

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

// 20 ms of something else that count as 1 ms.
TEST(ProcessorClock, CountsAPauseAsTold) {
  ProcessorClock clock(nullptr);
  const TickClock ticks = TickClock::calibrated();
  clock.start();
  clock.pause();
  const std::uint64_t begun = TickClock::now();
  while (static_cast<double>(TickClock::now() - begun) < ticks.toTicks(20e-3)) {
  }
  clock.resume(static_cast<std::int64_t>(ticks.toTicks(1e-3)));
  EXPECT_NEAR(clock.stop().seconds(), 1e-3, 0.5e-3);
}

} // namespace
} // namespace maquette::runtime
