// test/unit/runtime/timeline_test.cpp - windows of time and groups of ranks
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/timeline.h"

#include <gtest/gtest.h>

namespace maquette::causality {
namespace {

sim::SimTime at(std::int64_t ps) { return sim::SimTime::fromPs(ps); }

TEST(Timeline, AnIntervalIsDividedAmongItsWindows) {
  Timeline timeline(4);
  const std::int64_t window = timeline.windowLength().ps();
  timeline.add(1, RankState::Waiting, at(window / 2), at(2 * window));
  EXPECT_DOUBLE_EQ(timeline.share(1, 0, RankState::Waiting), 0.5);
  EXPECT_DOUBLE_EQ(timeline.share(1, 1, RankState::Waiting), 1);
  EXPECT_DOUBLE_EQ(timeline.share(1, 2, RankState::Waiting), 0);
  EXPECT_DOUBLE_EQ(timeline.share(0, 1, RankState::Waiting), 0);
  EXPECT_DOUBLE_EQ(timeline.share(1, 1, RankState::Computing), 0);
}

TEST(Timeline, LongRunsHaveLongerWindows) {
  Timeline timeline(1);
  const std::int64_t end = sim::SimDuration::ms(7).ps();
  timeline.add(0, RankState::Computing, at(0), at(end / 4));
  timeline.add(0, RankState::InCall, at(end / 4), at(end));
  const std::int64_t window = timeline.windowLength().ps();
  EXPECT_GE(window * static_cast<std::int64_t>(Timeline::kMostWindows), end);
  EXPECT_LT(window * static_cast<std::int64_t>(Timeline::kMostWindows), 2 * end);
  double computing = 0, in_call = 0;
  for (std::size_t i = 0; i < Timeline::kMostWindows; ++i) {
    computing += timeline.share(0, i, RankState::Computing) * static_cast<double>(window);
    in_call += timeline.share(0, i, RankState::InCall) * static_cast<double>(window);
  }
  EXPECT_NEAR(computing, static_cast<double>(end) / 4, 1);
  EXPECT_NEAR(in_call, static_cast<double>(end) * 3 / 4, 1);
}

TEST(Timeline, ManyRanksShareAGroup) {
  Timeline timeline(1000);
  EXPECT_EQ(timeline.groupCount(), 125u);
  EXPECT_EQ(timeline.ranksOf(0), 8);
  const std::int64_t window = timeline.windowLength().ps();
  timeline.add(8, RankState::Computing, at(0), at(window));
  EXPECT_DOUBLE_EQ(timeline.share(1, 0, RankState::Computing), 1.0 / 8);
  Timeline uneven(300);
  EXPECT_EQ(uneven.groupCount(), 100u);
  EXPECT_EQ(uneven.firstRankOf(99), 297);
  EXPECT_EQ(uneven.ranksOf(99), 3);
}

// 8,192 ranks for 111 hours: beyond 64 bits of picoseconds.
TEST(Timeline, AMillionRanksForDaysAreSummedUp) {
  constexpr std::int64_t kRanks = std::int64_t{1} << 20, kEnd = 400'000'000'000'000'000;
  Timeline timeline(kRanks);
  for (std::int64_t rank = 0; rank < timeline.ranksOf(0); ++rank)
    timeline.add(rank, RankState::Computing, at(0), at(kEnd));
  EXPECT_NEAR(timeline.share(0, 0, RankState::Computing), 1, 1e-9);
}

} // namespace
} // namespace maquette::causality
