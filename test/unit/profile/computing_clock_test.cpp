//===- test/unit/profile/computing_clock_test.cpp ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_clock.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

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

// The heap grows by 64 pages. A small block takes one and a half of them, the next up to one more: these are there
// before the program touches them.
TEST(ComputingClock, TouchesNewPagesOfTheHeapBeforeBlocksComeToThem) {
  ComputingClock clock(direct(1));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  clock.begin(0, nullptr, {});
  char *const grown = static_cast<char *>(sbrk(static_cast<std::intptr_t>(64 * page)));
  clock.pause();
  EXPECT_FALSE(clock.nearsNewHeap(grown, 100)); // Not the program's.
  clock.resume(0);
  char *const block = grown + (page - reinterpret_cast<std::uintptr_t>(grown) % page) % page;
  const std::size_t bytes = page + page / 2;
  ASSERT_TRUE(clock.nearsNewHeap(block, bytes));
  clock.touchHeap(block, bytes);
  EXPECT_FALSE(clock.nearsNewHeap(block, bytes));
  EXPECT_TRUE(clock.nearsNewHeap(block + 10 * page, bytes));
  unsigned char are_there[40] = {};
  ASSERT_EQ(mincore(block, 40 * page, are_there), 0);
  for (const std::size_t touched : {0, 1, 2})
    EXPECT_TRUE(are_there[touched] & 1) << touched;
}

// 20 ms of something else that count as 1 ms.
TEST(ProcessorClock, CountsAPauseAsTold) {
  ManualTime time;
  const TickClock ticks = TickClock::of(time);
  ProcessorClock clock({}, ticks);
  clock.start();
  clock.pause();
  time.compute(20e-3);
  clock.resume(static_cast<std::int64_t>(ticks.toTicks(1e-3)));
  EXPECT_EQ(clock.stop(), sim::SimDuration::ms(1));
}

} // namespace
} // namespace maquette::runtime
