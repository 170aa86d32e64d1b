// test/unit/profile/profile_groups_test.cpp - moments and groups of bounded size
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/profile_groups.h"

#include <gtest/gtest.h>

#include <cmath>

namespace maquette::runtime {
namespace {

// 2, 4, 9: mean 5, variance ((-3)^2 + (-1)^2 + 4^2)/3 = 26/3.
TEST(Moments, AreThoseOfTheObservations) {
  Moments moments;
  for (const double x : {2.0, 4.0, 9.0})
    moments.add(x);
  ProfileGroup group;
  moments.fill(group);
  EXPECT_EQ(group.count, 3u);
  EXPECT_DOUBLE_EQ(group.mean, 5);
  EXPECT_NEAR(group.variance, 26.0 / 3, 1e-12);
  EXPECT_EQ(group.minimum, 2);
  EXPECT_EQ(group.maximum, 9);
  EXPECT_EQ(group.quantiles[2], 4);
}

TEST(Moments, MergeIsTheSameAsAddingAll) {
  Moments all, a, b;
  for (int i = 0; i < 1000; ++i) {
    const double x = (i * 37) % 101;
    all.add(x);
    (i < 300 ? a : b).add(x);
  }
  a.merge(b);
  ProfileGroup whole, merged;
  all.fill(whole);
  a.fill(merged);
  EXPECT_EQ(merged.count, whole.count);
  EXPECT_NEAR(merged.mean, whole.mean, 1e-9);
  EXPECT_NEAR(merged.variance, whole.variance, 1e-6);
}

// Uniform on 0..999: with 1000 samples the median's standard error is about 1000/(2*sqrt(1000)) = 16; allow four.
TEST(Moments, QuantilesComeFromAFairSample) {
  Moments moments;
  for (int i = 0; i < 100000; ++i)
    moments.add((i * 7919) % 1000);
  ProfileGroup group;
  moments.fill(group);
  EXPECT_NEAR(group.quantiles[2], 500, 64);
  EXPECT_LT(group.quantiles[0], group.quantiles[4]);
}

TEST(GroupTable, KeepsExactFeatureVectorsApart) {
  GroupTable<RegionRecord> table;
  for (int i = 0; i < 100; ++i) {
    const double features[] = {i % 2 == 0 ? 0.1 : 0.2};
    table.find(features).record.ticks.add(i);
  }
  std::vector<double> seen;
  table.forEach([&](const std::vector<double> &features, const RegionRecord &record) {
    seen.push_back(features[0]);
    EXPECT_EQ(record.ticks.count(), 50u);
  });
  EXPECT_EQ(seen, (std::vector<double>{0.1, 0.2}));
}

TEST(GroupTable, StaysBoundedAndLosesNoObservation) {
  GroupTable<RegionRecord> table;
  for (int i = 1; i <= 100000; ++i) {
    const double features[] = {static_cast<double>(i), static_cast<double>(i % 977)};
    table.find(features).record.ticks.add(1);
  }
  std::size_t groups = 0;
  std::uint64_t observations = 0;
  double first_feature_sum = 0;
  table.forEach([&](const std::vector<double> &features, const RegionRecord &record) {
    ++groups;
    observations += record.ticks.count();
    first_feature_sum += features[0] * static_cast<double>(record.ticks.count());
  });
  EXPECT_LE(groups, GroupTable<RegionRecord>::kMostGroups);
  EXPECT_GT(groups, 16u);
  EXPECT_EQ(observations, 100000u);
  EXPECT_NEAR(first_feature_sum / 100000, 50000.5, 1); // The features of a group are the mean of its members'.
}

// 1.75 = 1.11 in binary: with one bit behind the leading one, 1.5.
// Two ranks with the executions 1, 3 and 5, 7: means 2 and 6 about 4, so 16 between them; 2 within each. (16 - 2) / 2 =
// 7 of 7 + 2.
TEST(ShareBetween, IsTheIntraclassCorrelation) {
  std::map<std::int64_t, Moments> ranks;
  for (const double observed : {1.0, 3.0})
    ranks[0].add(observed);
  EXPECT_EQ(shareBetween(ranks), 0);
  for (const double observed : {5.0, 7.0})
    ranks[1].add(observed);
  EXPECT_DOUBLE_EQ(shareBetween(ranks), 7.0 / 9);
  ranks[1] = ranks[0];
  EXPECT_EQ(shareBetween(ranks), 0);
}

// Each fourth execution takes 100, the others 10, on one rank a tenth less, on the other a tenth more: two are
// 1/sqrt(2) as far from their own mean as from that of many.
TEST(Rounds, TellWhatTheRanksHaveInCommon) {
  Rounds rounds;
  for (std::uint64_t n = 0; n < 16; ++n)
    for (const double factor : {0.9, 1.1})
      rounds.add(n, factor * (n % 4 == 0 ? 100 : 10));
  const InStep in_step = rounds.inStep();
  EXPECT_GT(in_step.share, 0.95);
  EXPECT_NEAR(in_step.quantiles.front(), 1 - 0.1 * std::sqrt(2), 1e-6);
  EXPECT_NEAR(in_step.quantiles.back(), 1 + 0.1 * std::sqrt(2), 1e-6);
}

TEST(Rounds, AreBoundedInMemory) {
  Rounds few, many, merged;
  for (std::uint64_t n = 0; n < 2000; ++n)
    for (int rank = 0; rank < 1000; ++rank) {
      const double time = n % 4 == 0 ? 100 : 10;
      many.add(n, time);
      if (rank < 64)
        few.add(n, time);
    }
  EXPECT_EQ(many.memoryBytes(), few.memoryBytes());
  merged.merge(many);
  merged.merge(many);
  EXPECT_LE(merged.memoryBytes(), many.memoryBytes());
  EXPECT_DOUBLE_EQ(merged.inStep().share, many.inStep().share);
  EXPECT_DOUBLE_EQ(many.inStep().share, 1);
}

TEST(Rounds, FindNothingInCommonInChanceOrInFewOrInTheHostsPace) {
  Rounds chance, few, pace;
  std::uint64_t random = 1;
  for (std::uint64_t n = 0; n < 400; ++n)
    for (int rank = 0; rank < 4; ++rank) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      chance.add(n, static_cast<double>(random >> 40));
    }
  for (std::uint64_t n = 0; n < 7; ++n)
    for (int rank = 0; rank < 4; ++rank)
      few.add(n, static_cast<double>(n));
  EXPECT_EQ(chance.inStep(), InStep{});
  for (std::uint64_t n = 0; n < 100; ++n)
    for (int rank = 0; rank < 4; ++rank)
      pace.add(n, n < 50 ? 100 : 130);
  EXPECT_EQ(few.inStep(), InStep{});
  EXPECT_EQ(pace.inStep(), InStep{});
}

TEST(RoundedTo, CutsTheMantissa) {
  EXPECT_EQ(roundedTo(1.75, 1), 1.5);
  EXPECT_EQ(roundedTo(-1.75, 1), -1.5);
  EXPECT_EQ(roundedTo(1000, 0), 512);
  EXPECT_EQ(roundedTo(0, 3), 0);
  EXPECT_EQ(roundedTo(1000, -1), 0);
}

TEST(ValueRecord, KeepsTheMeanOverRanksByOccurrence) {
  ValueRecord record;
  record.add(3, 0); // rank 0
  record.add(5, 0); // rank 1
  record.add(7, 1); // rank 0
  ValueGroup group;
  record.fill(group);
  ASSERT_EQ(group.sequence.size(), 2u);
  EXPECT_EQ(group.sequence[0].value, 4);
  EXPECT_EQ(group.sequence[0].ranks, 2u);
  EXPECT_EQ(group.sequence[1].value, 7);
  EXPECT_DOUBLE_EQ(group.disagreement, 2); // (3-4)^2 + (5-4)^2
}

} // namespace
} // namespace maquette::runtime
