// test/unit/profile/span_correction_test.cpp - what direct mode charges for a measured span
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/span_correction.h"

#include <gtest/gtest.h>

#include <tuple>

namespace maquette::runtime {
namespace {

using Variation = SpanCorrection::Variation;

const char kCalls[3] = {};
constexpr SpanPlace kPlace{&kCalls[0], &kCalls[1]};
constexpr double kUs = 1e6; // Picoseconds.

/// \p ranks of which every second finds other ranks' data in the caches and takes \p slowdown times \p span.
void visit(SpanCorrection &classes, std::int64_t ranks, SpanPlace place, double span, double slowdown) {
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    classes.charge(rank, place, rank % 2 == 0 ? SpanCaches::Restored : SpanCaches::Disturbed,
                   rank % 2 == 0 ? span : slowdown * span);
}

// Sixteen ranks come to the same place, again and again with more work: the n-th times are compared with each other.
TEST(SpanCorrection, CompareTheSameOccurrenceOfAllRanks) {
  SpanCorrection classes(Variation::Measured);
  for (int visit = 0; visit < 10; ++visit)
    for (std::int64_t rank = 0; rank < 16; ++rank) {
      const double span = kUs * (1 << visit) * (rank == 15 && visit == 9 ? 1.3 : 1);
      const double charged = classes.charge(rank, kPlace, SpanCaches::Own, span);
      EXPECT_NEAR(charged, kUs * (1 << visit), 1) << "rank " << rank << ", visit " << visit;
    }
  EXPECT_EQ(classes.counts().outliers, 1u);
}

// In a pipeline each of 16 ranks is 40 visits behind the one before: no eight are ever near the same visit. One span in
// 13 is disturbed. Every tenth visit has half as much again to do for all ranks, which stays as soon as two others were
// there.
TEST(SpanCorrection, CompareRanksThatComeOneAfterAnother) {
  SpanCorrection classes(Variation::Measured);
  constexpr std::int64_t kRanks = 16, kLag = 40, kVisits = 400;
  for (std::int64_t step = 0; step < kVisits + kLag * kRanks; ++step)
    for (std::int64_t rank = 0; rank < kRanks; ++rank) {
      const std::int64_t visit = step - kLag * rank;
      if (visit < 0 || visit >= kVisits)
        continue;
      const double work = (visit % 10 == 9 ? 1.5 : 1) * kUs;
      const bool is_disturbed = (rank * 7 + visit * 3) % 13 == 0;
      const double charged = classes.charge(rank, kPlace, SpanCaches::Own, work * (is_disturbed ? 2 : 1));
      if (rank >= 3 && visit > 0 && !(is_disturbed && visit % 10 == 9)) {
        EXPECT_NEAR(charged, work, 1) << "rank " << rank << ", visit " << visit;
      }
    }
}

// A rank alone has nobody to be compared with: now and then it may have more to do.
TEST(SpanCorrection, CompareNoRankWithItselfAlone) {
  SpanCorrection classes(Variation::Measured);
  for (int visit = 0; visit < 200; ++visit) {
    const double work = (visit % 20 == 19 ? 2 : 1) * kUs;
    EXPECT_NEAR(classes.charge(0, kPlace, SpanCaches::Own, work), work, 1);
  }
}

// The same call ends two kinds of spans in turn, of 1 and of 40 us: each is compared with its own.
TEST(SpanCorrection, DistinguishWhereSpansBegin) {
  SpanCorrection classes(Variation::Measured);
  const SpanPlace other{&kCalls[2], &kCalls[1]};
  for (int round = 0; round < 6; ++round)
    for (std::int64_t rank = 0; rank < 16; ++rank) {
      classes.charge(rank, kPlace, SpanCaches::Own, kUs);
      const bool is_disturbed = rank == 3 && round == 5;
      EXPECT_NEAR(classes.charge(rank, other, SpanCaches::Own, (is_disturbed ? 55 : 40) * kUs), 40 * kUs, 1);
    }
  EXPECT_EQ(classes.counts().outliers, 1u);
}

// Restored spans take 100 us, disturbed ones 150: the caches are to blame for a third.
TEST(SpanCorrection, ChargeDisturbedSpansByTheRatioOfTheMedians) {
  SpanCorrection classes(Variation::Measured);
  visit(classes, 32, kPlace, 100 * kUs, 1.5);
  for (std::int64_t rank = 32; rank < 64; ++rank)
    EXPECT_NEAR(classes.charge(rank, kPlace, SpanCaches::Disturbed, 150 * kUs), 100 * kUs, 1);
  EXPECT_GT(classes.slowdown(), 1.2);
}

// Spans of 4 us, then, between the same calls, of 400: the ratio within the short ones, 0.1, says nothing of the long
// ones.
TEST(SpanCorrection, DoNotCompareOtherWorkBetweenTheSameCalls) {
  SpanCorrection classes(Variation::Measured);
  for (int round = 0; round < 3; ++round)
    visit(classes, 32, kPlace, 4 * kUs, 1.25);
  EXPECT_NEAR(classes.charge(1, kPlace, SpanCaches::Disturbed, 400 * kUs), 400 * kUs, 1);
}

TEST(SpanCorrection, NeverChargeMoreThanWasMeasuredForTheCaches) {
  SpanCorrection classes(Variation::Measured);
  visit(classes, 32, kPlace, 300 * kUs, 0.8);
  EXPECT_NEAR(classes.charge(32, kPlace, SpanCaches::Disturbed, 240 * kUs), 240 * kUs, 1);
}

// Reading the data back costs the nearest caches: what took 300 us so and 240 without is not the program's.
TEST(SpanCorrection, ChargeRestoredSpansThatTookLonger) {
  SpanCorrection classes(Variation::Measured);
  visit(classes, 16, kPlace, 300 * kUs, 0.8);
  EXPECT_NEAR(classes.charge(16, kPlace, SpanCaches::Restored, 300 * kUs), 240 * kUs, 1);
  EXPECT_NEAR(classes.charge(17, kPlace, SpanCaches::Restored, 200 * kUs), 160 * kUs, 1);
}

// Ranks of a pipeline come one after another: there many are to say so.
TEST(SpanCorrection, ChargeRestoredSpansOfPipelinesThatTookLonger) {
  SpanCorrection classes(Variation::Measured);
  for (std::uint64_t i = 0; i < CacheRatio::kSure; ++i) {
    EXPECT_NEAR(classes.charge(0, kPlace, SpanCaches::Restored, 300 * kUs), 300 * kUs, 1);
    classes.charge(0, kPlace, SpanCaches::Disturbed, 240 * kUs);
  }
  EXPECT_NEAR(classes.charge(0, kPlace, SpanCaches::Restored, 300 * kUs), 240 * kUs, 1);
}

// One to two per cent are no reason to say so.
TEST(SpanCorrection, BelieveRestoredSpansThatTookAsLong) {
  SpanCorrection classes(Variation::Measured);
  visit(classes, 32, kPlace, 300 * kUs, 0.99);
  EXPECT_NEAR(classes.charge(32, kPlace, SpanCaches::Restored, 303 * kUs), 303 * kUs, 1);
}

using Want = CacheRatio::Want;

TEST(SpanCorrection, WantRestoredSpansOfEveryPlaceThenOthers) {
  SpanCorrection classes(Variation::Measured);
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Restored);
  for (std::uint64_t i = 0; i < CacheRatio::kEnough; ++i)
    classes.charge(0, kPlace, SpanCaches::Restored, kUs);
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Either);
  classes.charge(0, {&kCalls[0], &kCalls[2]}, SpanCaches::Disturbed, kUs); // A second place that begins there.
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Restored);
  for (std::uint64_t i = CacheRatio::kEnough; i < CacheRatio::kSure; ++i)
    classes.charge(0, kPlace, SpanCaches::Restored, kUs);
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Disturbed);
  for (std::uint64_t i = 0; i < CacheRatio::kSure; ++i)
    classes.charge(0, kPlace, SpanCaches::Disturbed, 2 * kUs);
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Either);
}

TEST(SpanCorrection, WantFewRestoredSpansWhereThatDoesNotHelp) {
  SpanCorrection classes(Variation::Measured);
  visit(classes, 2 * CacheRatio::kSure, kPlace, 300 * kUs, 0.99);
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Rarely);
  visit(classes, 2 * CacheRatio::kSure, kPlace, 300 * kUs, 1.2); // Not so any more.
  EXPECT_EQ(classes.wanted(&kCalls[0]), Want::Either);
}

// Like spans of 95 to 105 us count as 100; rank 5, which has half as much again to do, as 150.
TEST(SpanCorrection, LevelNoiseAndKeepImbalance) {
  SpanCorrection classes(Variation::Leveled);
  for (int round = 0; round < 40; ++round)
    for (std::int64_t rank = 0; rank < 32; ++rank) {
      const double span =
          (rank == 5 ? 150 : 100) * (0.95 + 0.01 * static_cast<double>((rank * 7 + round * 3) % 11)) * kUs;
      const double charged = classes.charge(rank, kPlace, SpanCaches::Own, span);
      if (round >= 16 && rank >= 16) {
        EXPECT_NEAR(charged, 100 * kUs, 2 * kUs) << rank;
      }
      if (round >= 16 && rank == 5) {
        EXPECT_NEAR(charged, 150 * kUs, 4 * kUs);
      }
    }
}

// Each stage that is switched off charges what was measured.
TEST(SpanCorrection, LeaveOutWhatIsSwitchedOff) {
  for (const auto &[off, caches, span, slowdown] :
       {std::tuple(Correction::Ratio, SpanCaches::Disturbed, 150.0, 1.5),
        std::tuple(Correction::RatioRestored, SpanCaches::Restored, 100.0, 0.8)}) {
    SpanCorrection all(Variation::Measured), fewer(Variation::Measured, Corrections().without(off));
    for (SpanCorrection *const classes : {&all, &fewer})
      visit(*classes, 32, kPlace, 100 * kUs, slowdown);
    EXPECT_LT(all.charge(32, kPlace, caches, span * kUs), 0.9 * span * kUs);
    EXPECT_EQ(fewer.charge(32, kPlace, caches, span * kUs), span * kUs);
  }
}

TEST(SpanCorrection, KeepOutliersWhenAsked) {
  SpanCorrection classes(Variation::MeasuredWithOutliers);
  for (int round = 0; round < 6; ++round)
    visit(classes, 32, kPlace, kUs, 1);
  EXPECT_EQ(classes.charge(4, kPlace, SpanCaches::Restored, 3 * kUs), 3 * kUs);
  EXPECT_EQ(classes.counts().outliers, 0u);
}

} // namespace
} // namespace maquette::runtime
