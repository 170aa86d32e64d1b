// test/unit/profile/span_filter_test.cpp - which spans count as disturbed
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/span_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace maquette::runtime {
namespace {

constexpr double kRareSpan = 200e3; // In nanoseconds, as all spans here.

struct Spans {
  SpanWindow window;
  OwnPace pace;
  SpanFilter filter{kRareSpan};
  double add(double span) { return addOf(pace, span); }
  /// Spans of 1000 of another rank, whose own pace is \p other.
  void addUsualOf(OwnPace &other, int times) {
    for (int i = 0; i < times; ++i)
      addOf(other, 1000);
  }
  double addOf(OwnPace &other, double span) { return filter.judge(span, window, window, other); }
  /// 990, 1000, 1010, ...: median 1000, 10 % quantile 990, so the limit is 1000 + max(100, 3 * 10) = 1100.
  void addLike(int times) {
    for (int i = 0; i < times; ++i)
      add(990 + 10 * (i % 3));
  }
};

TEST(SpanFilter, ALongSpanCountsAsTheMedian) {
  Spans spans;
  spans.addLike(24);
  EXPECT_EQ(spans.add(1090), 1090);
  EXPECT_EQ(spans.add(1500), 1000);
  EXPECT_EQ(spans.filter.counts().outliers, 1u);
  EXPECT_DOUBLE_EQ(spans.filter.counts().removed, 500);
  EXPECT_DOUBLE_EQ(spans.filter.counts().share(), 1.0 / 26);
}

TEST(SpanFilter, JudgesNothingBeforeItKnowsEnough) {
  Spans spans;
  spans.addLike(7);
  EXPECT_EQ(spans.add(5000), 5000);
}

// Half of the spans take 1000, half 2000: the work varies, and the lower half says so when it comes to 2000 and 3000.
TEST(SpanFilter, VariationBelowTheMedianIsTheWorksOwn) {
  Spans spans;
  for (int i = 0; i < 30; ++i)
    spans.add(i % 3 == 0 ? 500 : 1000);
  EXPECT_EQ(spans.add(2400), 2400); // 1000 + 3 * 500
  EXPECT_EQ(spans.add(2600), 1000);
}

// 3 ms among spans of 1 us: once the host stood still; what comes again is other work.
TEST(SpanFilter, MuchLongerSpansAreOtherWorkWhenTheyComeAgain) {
  Spans spans;
  spans.addLike(24);
  EXPECT_EQ(spans.add(3e6), 1000);
  spans.addLike(80); // Longer than the window.
  EXPECT_EQ(spans.add(3e6), 3e6);
}

TEST(SpanFilter, MuchLongerSpansOfARankThatIsHardlyKnownAreOtherWork) {
  Spans spans;
  spans.addLike(24);
  OwnPace other;
  spans.addUsualOf(other, 7);
  EXPECT_EQ(spans.addOf(other, 3e6), 3e6);
}

// Two ranks do other work at the same time: the first may have been the host's fault, the second is not.
TEST(SpanFilter, MuchLongerSpansOfSeveralRanksAreOtherWork) {
  Spans spans;
  spans.addLike(24);
  EXPECT_EQ(spans.add(3e6), 1000);
  OwnPace other;
  spans.addUsualOf(other, 8);
  EXPECT_EQ(spans.addOf(other, 3e6), 3e6);
}

// One rank has twice the work: its own pace, which is not judged before it is known, excuses it.
TEST(SpanFilter, ARankThatIsAlwaysSlowerHasMoreToDo) {
  Spans others;
  others.addLike(24);
  OwnPace slow;
  SpanFilter filter(kRareSpan);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(filter.judge(2000, others.window, others.window, slow), 2000);
  others.addLike(24);
  EXPECT_EQ(filter.judge(2000, others.window, others.window, slow), 2000);
  EXPECT_GT(filter.judge(2500, others.window, others.window, slow),
            1900); // A disturbed one counts as its own usual.
}

TEST(SpanFilter, LeavesOutWhatIsSwitchedOff) {
  const auto charged = [](Correction off, double span) {
    Spans spans;
    spans.filter = SpanFilter(kRareSpan, Corrections().without(off));
    spans.addLike(24);
    return spans.add(span);
  };
  EXPECT_EQ(charged(Correction::Pace, 1500), 1000);
  EXPECT_EQ(charged(Correction::Outliers, 1500), 1500);
  EXPECT_EQ(charged(Correction::RareAlone, 1500), 1000);
  EXPECT_EQ(charged(Correction::RareAlone, 3e6), 3e6);
}

// From one time step to the next everything takes three times as long: after half a window that is the median.
TEST(SpanFilter, GetsUsedToOtherTimes) {
  Spans spans;
  spans.addLike(64);
  for (int i = 0; i < 36; ++i)
    spans.add(3000);
  EXPECT_EQ(spans.add(3000), 3000);
}

// The lower median of the latest 32, sorted anew each time, of ratios that repeat and drift.
TEST(OwnPace, IsTheMedianOfTheLatest) {
  OwnPace pace;
  std::vector<float> all;
  std::uint32_t random = 1;
  for (int i = 0; i < 2000; ++i) {
    random = random * 1664525 + 1013904223;
    const int step = i / 500;
    all.push_back(static_cast<float>(1 + (random >> 28) * 0.05 + step * 0.2));
    pace.add(static_cast<double>(all.back()));
    std::vector<float> latest(all.end() - std::min<std::ptrdiff_t>(32, std::ssize(all)), all.end());
    std::sort(latest.begin(), latest.end());
    ASSERT_EQ(pace.pace(), static_cast<double>(latest[(latest.size() - 1) / 2])) << i;
  }
}

} // namespace
} // namespace maquette::runtime
