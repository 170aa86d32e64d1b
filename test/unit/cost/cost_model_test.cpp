// test/unit/cost/cost_model_test.cpp - predictions from groups of a profile
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/cost_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace maquette::models {
namespace {

using Vector = std::vector<double>;

TEST(CostModel, GivesTheMeanOfAProfiledVector) {
  CostModel model({{{10}, 3, 123.5}, {{20}, 3, 999}});
  const CostEstimate estimate = model.estimate(Vector{10});
  EXPECT_DOUBLE_EQ(estimate.value, 123.5);
  EXPECT_FALSE(estimate.extrapolated);
  EXPECT_EQ(estimate.farthest, 1);
}

TEST(CostModel, WithoutFeaturesIsConstant) {
  CostModel model({{{}, 7, 42}});
  EXPECT_DOUBLE_EQ(model.estimate(Vector{}).value, 42);
  EXPECT_FALSE(model.estimate(Vector{}).extrapolated);
}

// t(n, n^3) = 100 + 2 n^3: t(10) = 2100, t(20) = 16100, t(40) = 128100; so t(30) = 54100.
TEST(CostModel, FitsAProductOfFeatures) {
  CostModel model({{{10, 1e3}, 5, 2100}, {{20, 8e3}, 5, 16100}, {{40, 64e3}, 5, 128100}});
  const CostEstimate estimate = model.estimate(Vector{30, 27e3});
  EXPECT_NEAR(estimate.value, 54100, 1);
  EXPECT_FALSE(estimate.extrapolated);
}

// Same t; at n = 80: 100 + 2 * 512000 = 1024100. The features are 80/40 = 2 and 512/64 = 8 times the largest profiled
// ones.
TEST(CostModel, MarksWhatLiesOutsideTheProfiledRange) {
  CostModel model({{{10, 1e3}, 5, 2100}, {{20, 8e3}, 5, 16100}, {{40, 64e3}, 5, 128100}});
  const CostEstimate estimate = model.estimate(Vector{80, 512e3});
  EXPECT_NEAR(estimate.value, 1024100, 20);
  EXPECT_TRUE(estimate.extrapolated);
  EXPECT_DOUBLE_EQ(estimate.farthest, 8);
  EXPECT_DOUBLE_EQ(model.estimate(Vector{10, 500}).farthest, 2);
}

// One group: 50 ps at largest feature 1000; at 4000 it is 4 * 50.
TEST(CostModel, ScalesASingleGroupByItsLargestFeature) {
  CostModel model({{{10, 1000}, 1, 50}});
  const CostEstimate estimate = model.estimate(Vector{20, 4000});
  EXPECT_DOUBLE_EQ(estimate.value, 200);
  EXPECT_TRUE(estimate.extrapolated);
  EXPECT_DOUBLE_EQ(estimate.farthest, 4);
}

// t = 7 n m k. In the profile only n changes, so n and n m k fit equally well; only the product is right for another m.
TEST(CostModel, PrefersTheProductAmongEquallyGoodFeatures) {
  CostModel model({{{10, 5, 5, 250}, 1, 1750}, {{11, 5, 5, 275}, 1, 1925}, {{12, 5, 5, 300}, 1, 2100}});
  EXPECT_NEAR(model.estimate(Vector{10, 10, 10, 1000}).value, 7000, 1);
}

// t = n^3 measured with errors of +-3 % at n = 10 and 11: a line with an intercept through both points would be far off
// at 40.
TEST(CostModel, TwoNoisyGroupsAreNotGivenTwoTerms) {
  CostModel model({{{10, 1000}, 1, 1030}, {{11, 1331}, 1, 1291}});
  EXPECT_NEAR(model.estimate(Vector{40, 64000}).value, 64000, 0.03 * 64000);
}

// The second feature, a step number, changed in the profile without effect: outside its range nothing is extrapolated.
TEST(CostModel, AFeatureWithoutEffectExtrapolatesNothing) {
  CostModel model({{{10, 1}, 1, 100}, {{20, 2}, 1, 200}, {{10, 3}, 1, 100}, {{20, 4}, 1, 200}});
  const CostEstimate estimate = model.estimate(Vector{15, 1000});
  EXPECT_NEAR(estimate.value, 150, 1);
  EXPECT_FALSE(estimate.extrapolated);
}

// A falling cost has no non-negative slope: the constant fits, and nothing becomes negative far away.
TEST(CostModel, NeverPredictsANegativeTime) {
  CostModel model({{{1}, 1, 100}, {{2}, 1, 50}, {{3}, 1, 10}});
  EXPECT_GE(model.estimate(Vector{1000}).value, 0);
  for (const CostTerm &term : model.fit()->terms)
    EXPECT_TRUE(term.factors.empty());
}

// t = 5 n^2: with n alone as a feature a plain term is up to 4 times off; the square is exact. t(64) = 20480.
TEST(CostModel, TakesAPowerWherePlainFeaturesFitBadly) {
  CostModel model({{{4}, 1, 80}, {{8}, 1, 320}, {{16}, 1, 1280}, {{32}, 1, 5120}});
  EXPECT_NEAR(model.estimate(Vector{64}).value, 20480, 1);
  ASSERT_EQ(model.fit()->terms.size(), 1u);
  EXPECT_EQ(model.fit()->terms[0].factors[0].power, 2);
}

// t = 3 n log2(n): t(64) = 3 * 64 * 6 = 1152.
TEST(CostModel, TakesALogarithm) {
  CostModel model({{{2}, 1, 6}, {{4}, 1, 24}, {{8}, 1, 72}, {{16}, 1, 192}, {{32}, 1, 480}});
  EXPECT_NEAR(model.estimate(Vector{64}).value, 1152, 0.01);
}

// t = 2 n m, with n and m as features: t(30, 10) = 600.
TEST(CostModel, TakesAProductOfTwoFeatures) {
  CostModel model({{{10, 3}, 1, 60}, {{20, 3}, 1, 120}, {{10, 7}, 1, 140}, {{20, 7}, 1, 280}, {{40, 5}, 1, 400}});
  EXPECT_NEAR(model.estimate(Vector{30, 10}).value, 600, 0.01);
}

// n atoms in c cells, each atom compared with those of its cell: 3 * c * (n / c)^2. Without cells there is nothing to
// compare.
TEST(CostModel, TakesTheSquareOfAFeatureOverAnother) {
  CostModel model({{{64, 2048}, 1, 196608},
                   {{216, 4000}, 1, 3.0 * 4000 * 4000 / 216},
                   {{343, 6912}, 1, 3.0 * 6912 * 6912 / 343},
                   {{729, 16384}, 1, 3.0 * 16384 * 16384 / 729},
                   {{2744, 55296}, 1, 3.0 * 55296 * 55296 / 2744}});
  EXPECT_NEAR(model.estimate(Vector{512, 10976}).value, 3.0 * 10976 * 10976 / 512, 1);
  EXPECT_TRUE(std::isfinite(model.estimate(Vector{0, 10976}).value));
}

// One unit an element up to 100^3, where the data leave a cache: beyond, two. Each size lies between two of its kind;
// 20 and 200 at the ends.
TEST(CostModel, FollowsAJumpBetweenTheGroupsNearby) {
  std::vector<CostGroup> groups;
  for (const double n : {20.0, 40.0, 60.0, 80.0, 120.0, 140.0, 160.0, 200.0})
    groups.push_back({{n * n * n}, 10, (n < 100 ? 1 : 2) * n * n * n, 0});
  CostModel model(groups);
  for (const double n : {30.0, 50.0, 70.0})
    EXPECT_NEAR(model.estimate(Vector{n * n * n}).value / (n * n * n), 1, 0.1) << n;
  for (const double n : {130.0, 150.0, 180.0})
    EXPECT_NEAR(model.estimate(Vector{n * n * n}).value / (n * n * n), 2, 0.2) << n;
  EXPECT_TRUE(model.fit()->nearby != nullptr);
}

// One unit an element, but half as much again in rows of 8, whose lines meet in a cache: no term holds that, the groups
// with such rows do.
TEST(CostModel, FollowsWhatIsAlikeInAFeatureOfNoTerm) {
  const auto cost = [](double n, double row) { return row == 8 ? 1.5 * n : n; };
  std::vector<CostGroup> groups;
  for (const double n : {1000.0, 1200.0, 1500.0, 2000.0, 2500.0, 3000.0})
    for (const double row : {4.0, 8.0, 16.0})
      groups.push_back({{n, row}, 10, cost(n, row), 0});
  CostModel model(groups);
  for (const double n : {1100.0, 1800.0, 2800.0})
    for (const double row : {4.0, 8.0, 16.0})
      EXPECT_NEAR(model.estimate(Vector{n, row}).value / cost(n, row), 1, 0.05) << n << " " << row;
}

// 15 % are saved at 20 along each axis: so at the corner of all three, too, where no group is.
TEST(CostModel, FollowsWhatEachFeatureDoesToACornerOfAll) {
  const auto along = [](double n) { return n == 20 ? 0.85 * n : n; };
  const auto cost = [&](double x, double y, double z) { return along(x) * along(y) * along(z); };
  std::vector<CostGroup> groups;
  for (const double x : {19.0, 20.0, 21.0})
    for (const double y : {19.0, 20.0, 21.0})
      for (const double z : {19.0, 20.0, 21.0})
        if (x != 20 || y != 20 || z != 20)
          groups.push_back({{x, y, z}, 10, cost(x, y, z), 0});
  CostModel model(groups);
  EXPECT_NEAR(model.estimate(Vector{20, 20, 20}).value / cost(20, 20, 20), 1, 0.03);
}

// n^1.5 / c^0.7 is no sum of terms, and what is asked for is beside no group: but groups that differ in both tell the
// power of each.
TEST(CostModel, FollowsPowersThatNoTermHas) {
  const auto cost = [](double n, double c) { return std::pow(n, 1.5) / std::pow(c, 0.7); };
  std::vector<CostGroup> groups;
  for (const auto &[n, c] :
       {std::pair(10.0, 1.0), {80.0, 1.0}, {20.0, 2.0}, {40.0, 4.0}, {15.0, 3.0}, {60.0, 1.5}, {30.0, 2.5}})
    groups.push_back({{n, c}, 9, cost(n, c), 0});
  CostModel model(groups);
  for (const auto &[n, c] : {std::pair(30.0, 1.0), {70.0, 4.0}, {12.0, 4.0}}) {
    const CostEstimate estimate = model.estimate(Vector{n, c});
    EXPECT_FALSE(estimate.extrapolated);
    EXPECT_NEAR(estimate.value / cost(n, c), 1, 0.05) << n << " " << c;
  }
}

// Twice as much for each doubling of the second feature, with a jump in the first: the run's 16 is outside of 1 to 4,
// where no power goes on.
TEST(CostModel, NoPowerGoesOnOutsideItsRange) {
  std::vector<CostGroup> groups;
  for (const double n : {10.0, 20.0, 30.0, 40.0, 50.0, 60.0})
    for (const double k : {1.0, 4.0})
      groups.push_back({{n, k}, 9, (n < 35 ? 1 : 1.5) * n * std::sqrt(k), 0});
  CostModel model(groups);
  ASSERT_NE(model.fit()->nearby, nullptr);
  for (const double k : {4.0, 16.0, 0.0})
    EXPECT_TRUE(std::isfinite(model.estimate(Vector{25, k}).value)) << k;
  EXPECT_LT(model.estimate(Vector{25, 16}).value, 1.3 * model.estimate(Vector{25, 4}).value);
}

// Costs that wander by some tenths from size to size: what lies beside a profiled size is known better than what lies
// far from all.
TEST(CostModel, DoubtsLessBesideAGroup) {
  std::vector<CostGroup> groups;
  double n = 100;
  for (const double each : {1.0, 1.1, 1.3, 1.25, 1.0, 0.9, 0.8, 0.95, 1.1, 1.2, 1.0, 0.9}) {
    groups.push_back({{n}, 10, each * n, 0});
    n *= 1.5;
  }
  CostModel model(groups);
  const double beside = groups[5].features[0];
  EXPECT_LT(1.5 * *model.estimate(Vector{1.01 * beside}).uncertainty,
            *model.estimate(Vector{1.22 * beside}).uncertainty);
}

// More sizes than the nearby ones are told from: each tenth of a percent of them is noise, and the jump at 1,000 is
// still there.
TEST(CostModel, FollowsAJumpAmongManyGroups) {
  std::vector<CostGroup> groups;
  for (int i = 0; i < 300; ++i) {
    const double n = 100 + 6 * i;
    groups.push_back({{n}, 10, (n < 1000 ? 1 : 1.4) * n * (1 + 0.001 * (i % 3)), 0});
  }
  CostModel model(groups);
  for (const double n : {503.0, 803.0})
    EXPECT_NEAR(model.estimate(Vector{n}).value / n, 1, 0.02);
  for (const double n : {1203.0, 1703.0})
    EXPECT_NEAR(model.estimate(Vector{n}).value / n, 1.4, 0.02);
}

// One unit an element while the data fit a cache, n^3 <= 64^3, then rising to two at 128^3, where it stays. From there
// on the bend between the profiled sizes says nothing: 256^3 elements take 2 * 256^3, and what is expected of the error
// covers the difference.
TEST(CostModel, DoesNotGoOnBendingOutsideTheProfiledRange) {
  std::vector<CostGroup> groups;
  for (const double n : {32.0, 48.0, 64.0, 80.0, 96.0, 128.0}) {
    const double each = n <= 64 ? 1 : 1 + (n - 64) / 64;
    groups.push_back({{n * n * n}, 10, each * n * n * n, 0});
  }
  CostModel model(groups);
  const CostEstimate estimate = model.estimate(Vector{256.0 * 256 * 256});
  EXPECT_NEAR(estimate.value / (2 * 256.0 * 256 * 256), 1, 0.15);
  ASSERT_TRUE(estimate.uncertainty);
  EXPECT_GT(*estimate.uncertainty, std::fabs(estimate.value / (2 * 256.0 * 256 * 256) - 1));
}

// The same, profiled on one rank, whose number is the first feature. On two ranks nobody knows, but the size still lies
// between two that were profiled: with plain terms, which do not bend, 40^3 would cost twice that.
TEST(CostModel, IsInsideWhereOnlyAFeatureDiffersThatNeverChanged) {
  std::vector<CostGroup> groups;
  for (const double n : {32.0, 48.0, 64.0, 80.0, 96.0, 128.0})
    groups.push_back({{1, n}, 10, (n <= 64 ? 1 : 1 + (n - 64) / 64) * n * n * n, 0});
  CostModel model(groups);
  ASSERT_FALSE(model.fit()->outside_terms.empty());
  const CostEstimate inside = model.estimate(Vector{1, 40});
  EXPECT_NEAR(inside.value / (40.0 * 40 * 40), 1, 0.1);
  EXPECT_FALSE(inside.extrapolated);
  const CostEstimate other = model.estimate(Vector{2, 40});
  EXPECT_EQ(other.value, inside.value);
  EXPECT_TRUE(other.extrapolated);
  EXPECT_GT(other.uncertainty, inside.uncertainty);
  EXPECT_EQ(model.estimate(Vector{2, 300}).farthest_feature, 1u); // Outside in both: the size is farther.
}

// One unit an element up to 48^3, then, behind a cache, 2.5 at 64^3: no group says what lies between the last two, but
// both of them were measured.
TEST(CostModel, GoesFromOneMeasuredSizeToTheNext) {
  std::vector<CostGroup> groups;
  for (const double n : {16.0, 24.0, 32.0, 48.0, 64.0})
    groups.push_back({{n * n * n, 6 * n * n}, 10, (n < 64 ? 1 : 2.5) * n * n * n, 0});
  CostModel model(groups);
  const CostEstimate estimate = model.estimate(Vector{56.0 * 56 * 56, 6.0 * 56 * 56});
  EXPECT_NEAR(estimate.value / (56.0 * 56 * 56), 1.6, 0.1); // 2.5 to the power of log(56/48) / log(64/48)
  EXPECT_GT(*estimate.uncertainty, 0.2);
  EXPECT_NEAR(model.estimate(Vector{28.0 * 28 * 28, 6.0 * 28 * 28}).value / (28.0 * 28 * 28), 1, 0.02);
}

// t = 100 +- 1 at n = 1..4: errors of 1 % are noise, no term but the constant is earned.
TEST(CostModel, NoiseEarnsNoTerm) {
  CostModel model({{{1}, 9, 101}, {{2}, 9, 99}, {{3}, 9, 100}, {{4}, 9, 101}});
  ASSERT_EQ(model.fit()->terms.size(), 1u);
  EXPECT_TRUE(model.fit()->terms[0].factors.empty());
  EXPECT_FALSE(model.estimate(Vector{1000}).extrapolated);
}

// t = n up to 30, then 1.5 n: predicted from 10 and 20 alone, the largest group is 1/3 too small. At n = 80, twice the
// largest, the error is at least that again.
TEST(CostModel, ExpectsTheErrorThatTheLargestGroupsWouldHaveHad) {
  CostModel model({{{10}, 1, 10}, {{20}, 1, 20}, {{40}, 1, 60}});
  EXPECT_NEAR(model.fit()->holdout_error, 1.0 / 3, 1e-9);
  EXPECT_NEAR(model.fit()->holdout_ratio, 3, 1e-9);
  const CostEstimate estimate = model.estimate(Vector{80});
  EXPECT_TRUE(estimate.extrapolated);
  EXPECT_GE(estimate.uncertainty.value(), 1.0 / 3);
  EXPECT_GT(model.estimate(Vector{8000}).uncertainty.value(), estimate.uncertainty.value());
}

// t = n to the last digit, from 10 to 40: what happens at 320, three doublings on, nobody knows.
TEST(CostModel, DoubtsEachDoublingBeyondTheProfiledCosts) {
  CostModel model({{{10}, 1, 10}, {{20}, 1, 20}, {{40}, 1, 40}});
  EXPECT_NEAR(*model.estimate(Vector{30}).uncertainty, 0, 1e-6);
  EXPECT_NEAR(*model.estimate(Vector{80}).uncertainty, 0.1, 1e-6);
  EXPECT_NEAR(*model.estimate(Vector{320}).uncertainty, 0.3, 1e-6);
  EXPECT_NEAR(*model.estimate(Vector{5}).uncertainty, 0.1, 1e-6);
}

// t = n to the last digit, but each by a run that others of the same differ from by 3 %, and the mean of 4 with a
// standard error of 4 %.
TEST(CostModel, DoubtsWhatRunsOfTheSameDifferBy) {
  CostModel model({{{10}, 4, 10, 0.64, 0.03}, {{20}, 4, 20, 0, 0.03}, {{40}, 4, 40, 0, 0.03}});
  EXPECT_NEAR(*model.estimate(Vector{30}).uncertainty, 0.03, 1e-6);
  EXPECT_NEAR(*model.estimate(Vector{80}).uncertainty, std::hypot(0.03, 0.1), 1e-6);
  EXPECT_NEAR(*model.estimate(Vector{10}).uncertainty, 0.05, 1e-9);
}

// Each execution sends along another axis, some ten times as much: what they take differs widely, and in each run
// alike. Their means are as good as runs agree, so a cost that no plain feature follows is not taken for noise.
TEST(CostModel, TakesWhatEachRunDoesAlikeForNoNoise) {
  const auto cost = [](double n) { return n < 30 ? n : 1.5 * n; };
  std::vector<CostGroup> groups;
  for (const double n : {8.0, 12.0, 16.0, 24.0, 36.0, 48.0, 64.0, 96.0})
    groups.push_back({{n}, 60, cost(n), 4 * cost(n) * cost(n), 0.01});
  CostModel model(groups);
  for (const double n : {10.0, 20.0, 40.0, 80.0})
    EXPECT_NEAR(model.estimate(Vector{n}).value / cost(n), 1, 0.08) << n;
}

TEST(CostModel, KnowsNothingAboutTheErrorOfASingleGroup) {
  CostModel model({{{10}, 4, 100, 16}});
  EXPECT_FALSE(model.estimate(Vector{20}).uncertainty);
  // Standard error of the mean: sqrt(16 / 4) / 100.
  EXPECT_DOUBLE_EQ(model.estimate(Vector{10}).uncertainty.value(), 0.02);
}

TEST(CostModel, SaysWhichFeatureIsFarthest) {
  CostModel model({{{10, 5}, 1, 50}});
  EXPECT_EQ(model.estimate(Vector{20, 50}).farthest_feature, 1u);
}

// With a zero feature the cost is not divided by it.
TEST(CostModel, StandsAFeatureOfZero) {
  CostModel model({{{0}, 1, 10}});
  EXPECT_DOUBLE_EQ(model.estimate(Vector{5}).value, 10);
  EXPECT_DOUBLE_EQ(model.estimate(Vector{5}).farthest, 6); // (5 + 1) / (0 + 1)
}

// Where a feature is zero in some group it has no power; the jump at 35 is followed all the same.
TEST(CostModel, StandsZerosAmongManyGroups) {
  std::vector<CostGroup> groups;
  for (const double n : {0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0})
    groups.push_back({{n}, 9, 1 + (n < 35 ? 1 : 1.5) * n, 0});
  CostModel model(groups);
  ASSERT_NE(model.fit()->nearby, nullptr);
  EXPECT_NEAR(model.estimate(Vector{55}).value, 83.5, 4);
  EXPECT_TRUE(std::isfinite(model.estimate(Vector{0.5}).value));
}

TEST(CostModel, NearestGroupComparesRatios) {
  CostModel model({{{1}, 1, 0}, {{100}, 1, 0}});
  EXPECT_EQ(model.nearestGroup(Vector{9}), 0u);  // 9/1 < 100/9
  EXPECT_EQ(model.nearestGroup(Vector{11}), 1u); // 11/1 > 100/11
}

// Columns (1, 0), (0, 1), target (3, -2): unconstrained (3, -2); the negative one becomes 0.
TEST(NonNegativeLeastSquares, ClampsAndSolvesTheRest) {
  const Vector x = nonNegativeLeastSquares({{1, 0}, {0, 1}}, {3, -2});
  EXPECT_DOUBLE_EQ(x[0], 3);
  EXPECT_DOUBLE_EQ(x[1], 0);
}

// Rows (1,1), (1,2), (1,3) with y = 1, 2, 3 lie on y = 0 + 1 x.
TEST(NonNegativeLeastSquares, FindsAnExactLine) {
  const Vector x = nonNegativeLeastSquares({{1, 1}, {1, 2}, {1, 3}}, {1, 2, 3});
  EXPECT_NEAR(x[0], 0, 1e-12);
  EXPECT_NEAR(x[1], 1, 1e-12);
}

// Two equal columns: any split is right, the sum is 2.
TEST(NonNegativeLeastSquares, StandsEqualColumns) {
  const Vector x = nonNegativeLeastSquares({{1, 1}, {2, 2}}, {2, 4});
  EXPECT_NEAR(x[0] + x[1], 2, 1e-12);
}

} // namespace
} // namespace maquette::models
