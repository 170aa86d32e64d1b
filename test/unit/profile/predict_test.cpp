// test/unit/profile/predict_test.cpp - answers of a skeleton's run
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/combine.h"
#include "maquette/profile/predict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace maquette::runtime {
namespace {

using Vector = std::vector<double>;

Profile withValue(ValueType type, std::vector<SequenceRun> sequence) {
  Profile profile;
  profile.model_id = "m";
  ValueGroup group;
  for (const SequenceRun &run : sequence) {
    group.count += run.repeat;
    group.mean += run.value * static_cast<double>(run.repeat);
  }
  group.mean /= static_cast<double>(group.count);
  group.sequence = std::move(sequence);
  profile.values["v"] = {type, {group}};
  return profile;
}

Vector ask(Predictor &predictor, std::int64_t rank, int times) {
  Vector answers;
  for (int i = 0; i < times; ++i)
    answers.push_back(predictor.value(rank, "v", Vector{}).value());
  return answers;
}

TEST(Predictor, RepeatsTheSequenceFromItsStart) {
  Predictor predictor(withValue(ValueType::Branch, {{1, 2, 4}, {0, 1, 4}}), "p", 2);
  EXPECT_EQ(ask(predictor, 0, 7), (Vector{1, 1, 0, 1, 1, 0, 1}));
  EXPECT_EQ(ask(predictor, 1, 3), (Vector{1, 1, 0}));
}

// Means 2.5, 2.5, 2.5, 2.5: running sums 2.5, 5, 7.5, 10, rounded half up 3, 5, 8, 10: steps 3, 2, 3, 2.
TEST(Predictor, RoundsIntegersSoThatTheSumStaysRight) {
  Predictor predictor(withValue(ValueType::Integer, {{2.5, 4, 2}}), "p", 1);
  EXPECT_EQ(ask(predictor, 0, 4), (Vector{3, 2, 3, 2}));
}

TEST(Predictor, GivesDoublesAsTheyWereObserved) {
  Predictor predictor(withValue(ValueType::Double, {{0.25, 1, 1}, {1e-9, 1, 1}}), "p", 1);
  EXPECT_EQ(ask(predictor, 0, 3), (Vector{0.25, 1e-9, 0.25}));
}

// Disagreement 8 over 2 observations: deviation 2; mean 4: relative error 0.5.
TEST(Predictor, ReportsTheSpreadBetweenRanks) {
  Profile profile = withValue(ValueType::Integer, {{4, 2, 2}});
  profile.values["v"].groups[0].disagreement = 8;
  Predictor predictor(profile, "p", 1);
  ask(predictor, 0, 2);
  RunResult result;
  predictor.report(result);
  EXPECT_DOUBLE_EQ(result.predicted_values.at("v").relative_error, 0.5);
  EXPECT_DOUBLE_EQ(result.predicted_values.at("v").mean, 4);
  EXPECT_EQ(result.predicted_values.at("v").count, 2u);
}

TEST(Predictor, UnseenFeaturesUseTheNearestGroupAndAreMarked) {
  Profile profile;
  ValueGroup small, large;
  small.features = {10};
  large.features = {100};
  small.count = large.count = 1;
  small.mean = 1;
  large.mean = 2;
  small.sequence = {{1, 1, 1}};
  large.sequence = {{2, 1, 1}};
  profile.values["v"] = {ValueType::Integer, {small, large}};
  Predictor predictor(profile, "p", 1);
  EXPECT_EQ(predictor.value(0, "v", Vector{90}).value(), 2);
  EXPECT_EQ(predictor.value(0, "v", Vector{500}).value(), 2);
  RunResult result;
  predictor.report(result);
  EXPECT_EQ(result.predicted_values.at("v").extrapolated, 1u);
}

// Means 10, 20, 30 at n = 100, 200, 300: at n = 250 the model says 25. The nearest by ratio is 300 (1.2 against 1.25),
// with the sequence 24, 36; 25/30 of it: 20, 30.
TEST(Predictor, ScalesIntegersBetweenProfiledFeatures) {
  Profile profile;
  for (const double n : {100.0, 200.0, 300.0}) {
    ValueGroup group;
    group.features = {n};
    group.count = 2;
    group.mean = n / 10;
    group.sequence = {{0.08 * n, 1, 1}, {0.12 * n, 1, 1}};
    profile.values["v"].groups.push_back(group);
  }
  Predictor predictor(profile, "p", 1);
  EXPECT_EQ(predictor.value(0, "v", Vector{250}).value(), 20);
  EXPECT_EQ(predictor.value(0, "v", Vector{250}).value(), 30);
}

Profile runOfSize(const char *size, double value) {
  Profile profile = withValue(ValueType::Integer, {{value, 1, 1}});
  profile.arguments = {"-n", size};
  profile.ranks = 8;
  return profile;
}

TEST(Predictor, TellsRunsApartByTheNumbersAmongTheirArguments) {
  Profile whole = runOfSize("10", 4);
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, runOfSize("20", 8), warnings));
  ASSERT_TRUE(combineProfile(whole, runOfSize("40", 16), warnings));
  EXPECT_TRUE(warnings.empty());
  const auto predicted = [&](const char *size) {
    return Predictor(whole, "p", 8, Noise::None, 1, {"-n", size}).value(0, "v", Vector{}).value();
  };
  EXPECT_EQ(predicted("20"), 8);
  EXPECT_EQ(predicted("30"), 12);
  EXPECT_EQ(predicted("100"), 40);
}

// 100 ps at n = 10, 200 at 20, 400 at 40, and no features: 300 at n = 30.
TEST(Predictor, TellsCostsOfRegionsWithoutFeaturesApartByTheRun) {
  const auto run = [](const char *size, double mean) {
    Profile profile = runOfSize(size, 1);
    ProfileGroup group;
    group.count = 1;
    group.mean = mean;
    profile.regions["r"] = {group};
    return profile;
  };
  Profile whole = run("10", 100);
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, run("20", 200), warnings));
  ASSERT_TRUE(combineProfile(whole, run("40", 400), warnings));
  const auto cost = [&](const char *size) {
    return Predictor(whole, "p", 8, Noise::None, 1, {"-n", size}).cost(0, "r", Vector{}).value();
  };
  EXPECT_EQ(cost("20"), 200);
  EXPECT_EQ(cost("30"), 300);
  EXPECT_TRUE(warnings.empty());
}

/// A run whose region has one feature.
Profile runOfRegion(const char *size, double mean, double feature) {
  Profile profile = runOfSize(size, 1);
  ProfileGroup group;
  group.features = {feature};
  group.count = 1;
  group.mean = mean;
  profile.regions["r"] = {group};
  return profile;
}

Profile settled(Profile whole, const std::vector<Profile> &others, std::vector<std::string> &warnings) {
  for (const Profile &other : others)
    EXPECT_TRUE(combineProfile(whole, other, warnings));
  std::vector<Profile> profiles{std::move(whole)};
  dropNeedlessParameters(profiles, warnings);
  return std::move(profiles.front());
}

// The feature is 1 in all runs, which took 100, 200 and 400 ps at n = 10, 20 and 40: 300 at n = 30.
TEST(Predictor, TellsCostsApartByTheRunWhereTheRegionsFeaturesDoNot) {
  std::vector<std::string> warnings;
  const Profile whole =
      settled(runOfRegion("10", 100, 1), {runOfRegion("20", 200, 1), runOfRegion("40", 400, 1)}, warnings);
  EXPECT_TRUE(warnings.empty());
  Predictor predictor(whole, "p", 8, Noise::None, 1, {"-n", "30"});
  EXPECT_EQ(predictor.cost(0, "r", Vector{1}), 300);
  EXPECT_EQ(predictor.explain("r", 2).what, "'r' has 1 feature in the profile but 2 in the skeleton");
  EXPECT_EQ(featureName(whole, "r", 1), "n");
  EXPECT_EQ(featureName(whole, "r", 2), "ranks");
  const Profile again = *profileFromJson(toJson(whole), "p");
  EXPECT_EQ(again.by_run, whole.by_run);
}

TEST(Profiles, LeaveParametersOutWhereFeaturesTellRunsApart) {
  std::vector<std::string> warnings;
  const Profile whole =
      settled(runOfRegion("10", 100, 5), {runOfRegion("20", 200, 7), runOfRegion("40", 210, 7)}, warnings);
  EXPECT_TRUE(whole.by_run.empty());
  ASSERT_EQ(whole.regions.at("r").size(), 2u);
  EXPECT_EQ(whole.regions.at("r")[1].features, (Vector{7}));
  EXPECT_EQ(whole.regions.at("r")[1].mean, 205);
  EXPECT_TRUE(warnings.empty());
}

TEST(Profiles, ContradictWhereOnlyTheNumberOfRanksDiffers) {
  Profile more = runOfRegion("10", 200, 5);
  more.ranks = 16;
  std::vector<std::string> warnings;
  EXPECT_TRUE(settled(runOfRegion("10", 100, 5), {more}, warnings).by_run.empty());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST(CombineProfile, RefusesRunsWithOtherOptionsAmongThoseToldApart) {
  Profile whole = runOfSize("10", 4);
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, runOfSize("20", 8), warnings));
  Profile other = runOfSize("20", 8);
  other.arguments = {"--size", "20"};
  EXPECT_EQ(combineProfile(whole, other, warnings).error().diagnostics[0].tag, "maquette-profile-arguments");
}

// 1000 ps at n = 10, so 2000 ps at n = 20, which is outside by a factor of 2: 2000 of 3000 ps are extrapolated.
TEST(Predictor, SumsUpWhatIsExtrapolated) {
  Profile profile;
  ProfileGroup group;
  group.features = {10};
  group.count = 1;
  group.mean = 1000;
  profile.regions["r"] = {group};
  Predictor predictor(profile, "p", 1);
  EXPECT_EQ(predictor.cost(0, "r", Vector{10}).value(), 1000);
  EXPECT_EQ(predictor.cost(0, "r", Vector{20}).value(), 2000);
  RunResult result;
  predictor.report(result);
  EXPECT_NEAR(result.extrapolated_share, 2.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(result.regions.at("r").farthest, 2);
  EXPECT_EQ(result.regions.at("r").farthest_feature, "feature 1");
  EXPECT_NEAR(result.unjudged_share, 2.0 / 3, 1e-12); // One size tells nothing about another.
}

/// Of a run with \p argument on four ranks, of a region that has loops and no features.
double shareOfUnscaled(const std::string &argument, std::int64_t ranks) {
  Profile profile;
  profile.arguments = {"100"};
  profile.ranks = 4;
  profile.regions["r"] = {ProfileGroup{{}, 1, 1000}};
  profile.places["r"] = {"a.cpp", 3, {}, false};
  Predictor predictor(profile, "p", ranks, Noise::None, 1, {argument});
  predictor.cost(0, "r", {});
  RunResult result;
  predictor.report(result);
  return result.extrapolated_share;
}

TEST(Predictor, TakesWhatNoFeatureScalesForExtrapolatedInRunsThatWereNotProfiled) {
  EXPECT_EQ(shareOfUnscaled("100", 4), 0);
  EXPECT_EQ(shareOfUnscaled("200", 4), 1);
  EXPECT_EQ(shareOfUnscaled("100", 8), 1);
}

// Four executions of 1000 +- 40 ps: the mean is known to 40 / sqrt(4) = 20 ps, 2 %, and 19 of 20 lie within twice that.
TEST(Predictor, SumsUpTheExpectedErrors) {
  Profile profile;
  ProfileGroup group;
  group.count = 4;
  group.mean = 1000;
  group.variance = 1600;
  profile.regions["r"] = {group};
  Predictor predictor(profile, "p", 1);
  predictor.cost(0, "r", Vector{});
  RunResult result;
  predictor.report(result);
  EXPECT_NEAR(result.compute_uncertainty, 0.04, 1e-12);
  EXPECT_EQ(result.unjudged_share, 0);
}

// A region of 1000 ps with 200 ps of kept code around it, and 70 ps per rank that belong to no region.
TEST(Predictor, CostsHoldTheKeptCodeAround) {
  Profile profile;
  ProfileGroup group;
  group.count = 1;
  group.mean = 1000;
  group.kept = 200;
  profile.regions["r"] = {group};
  profile.kept_per_rank = 70;
  Predictor predictor(profile, "p", 1);
  EXPECT_EQ(predictor.cost(0, "r", Vector{}).value(), 1200);
  EXPECT_EQ(predictor.keptCost(), 70);
  RunResult result;
  predictor.report(result);
  EXPECT_DOUBLE_EQ(result.regions.at("(code outside regions)").seconds, 70e-12);
}

ProfileGroup spreadGroup() {
  ProfileGroup group;
  group.count = 100;
  group.mean = 1000;
  group.quantiles = {800, 900, 1000, 1100, 1200, 1200, 1200};
  return group;
}

// Symmetric about 1000, so the mean of the distribution is 1000: 0.8 up to 5 %, 1 at the median, 1.05 half way to 75 %.
TEST(Spread, InterpolatesBetweenTheQuantiles) {
  const Spread spread(spreadGroup().quantiles);
  EXPECT_DOUBLE_EQ(spread.at(0), 0.8);
  EXPECT_DOUBLE_EQ(spread.at(0.5), 1);
  EXPECT_NEAR(spread.at(0.625), 1.05, 1e-12);
  EXPECT_DOUBLE_EQ(spread.at(0.99), 1.2);
}

// 100,000 draws with a standard deviation below 0.13: the error of their mean is below 0.0005; allow four times that.
TEST(Predictor, NoiseKeepsTheMeanAndIsRepeatable) {
  Profile profile;
  profile.regions["r"] = {spreadGroup()};
  Predictor one(profile, "p", 2, Noise::Measured, 7);
  Predictor two(profile, "p", 2, Noise::Measured, 7);
  double sum = 0;
  std::int64_t least = 1000, most = 1000;
  for (int i = 0; i < 100000; ++i) {
    const std::int64_t cost = one.cost(0, "r", Vector{}).value();
    one.cost(1, "r", Vector{}); // What another rank draws changes nothing.
    EXPECT_EQ(cost, two.cost(0, "r", Vector{}).value());
    sum += static_cast<double>(cost);
    least = std::min(least, cost);
    most = std::max(most, cost);
  }
  EXPECT_NEAR(sum / 100000, 1000, 2);
  EXPECT_EQ(least, 800);
  EXPECT_EQ(most, 1200);
}

// Of the variance a quarter lies between ranks: the means of 2,000 ranks have half the deviation that single executions
// have. Theirs is known to 1/sqrt(2 * 2000) = 2 %, and the 400 draws of each rank add 0.75 / 400 of the variance, less
// than 1 %.
TEST(Predictor, ADeviationMayLastForARank) {
  Profile profile;
  profile.regions["r"] = {spreadGroup()};
  profile.regions["r"][0].of_ranks = 0.25;
  Predictor predictor(profile, "p", 2000, Noise::Measured, 7);
  double sum = 0, squares = 0;
  for (std::int64_t rank = 0; rank < 2000; ++rank) {
    double mean = 0;
    predictor.cost(rank, "r", Vector{});
    for (int i = 0; i < 400; ++i)
      mean += static_cast<double>(predictor.cost(rank, "r", Vector{}).value()) / 1000 / 400;
    sum += mean;
    squares += mean * mean;
  }
  EXPECT_NEAR(sum / 2000, 1, 0.01);
  const double deviation = Spread(spreadGroup().quantiles).deviation();
  EXPECT_NEAR(std::sqrt(squares / 2000 - sum * sum / 4e6), 0.5 * deviation, 0.05 * deviation);
}

// The golden ratio's multiples: two ranks are 0.38 or 0.62 of the range apart, which is the square root of 12 times the
// deviation.
TEST(Predictor, TwoRanksDifferByWhatLasts) {
  Profile profile;
  profile.regions["r"] = {spreadGroup()};
  profile.regions["r"][0].of_ranks = 1;
  const double range = std::sqrt(12) * Spread(spreadGroup().quantiles).deviation();
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Predictor predictor(profile, "p", 2, Noise::Measured, seed);
    for (const std::int64_t rank : {0, 1})
      predictor.cost(rank, "r", Vector{}); // A first execution has a distribution of its own.
    const auto a = static_cast<double>(predictor.cost(0, "r", Vector{}).value()),
               b = static_cast<double>(predictor.cost(1, "r", Vector{}).value());
    EXPECT_GT(std::fabs(a - b) / 1000, 0.37 * range) << seed;
    EXPECT_LT(std::fabs(a - b) / 1000, 0.63 * range) << seed;
  }
}

// All variance is common: two ranks' n-th executions cost the same, whatever else they asked for; over the golden
// ratio's multiples the mean of 100 is within a hundredth of the range.
TEST(Predictor, ADeviationMayBeCommonToAllRanks) {
  Profile profile;
  profile.regions["r"] = {spreadGroup()};
  profile.regions["r"][0].in_step = {1, {1, 1, 1, 1, 1, 1, 1}};
  profile.regions["s"] = {spreadGroup()};
  Predictor predictor(profile, "p", 2, Noise::Measured, 7);
  std::vector<std::int64_t> costs;
  for (int i = 0; i < 101; ++i) {
    predictor.cost(0, "s", Vector{});
    costs.push_back(predictor.cost(0, "r", Vector{}).value());
  }
  for (const std::int64_t cost : costs)
    EXPECT_EQ(predictor.cost(1, "r", Vector{}).value(), cost);
  EXPECT_NEAR(std::accumulate(costs.begin() + 1, costs.end(), 0.0) / 100, 1000, 4);
  EXPECT_GT(*std::max_element(costs.begin() + 1, costs.end()), 1150);
}

TEST(CostOverride, IsAFactorOrATime) {
  EXPECT_DOUBLE_EQ(parseCostOverride("a=b#1=x0.25")->factor, 0.25);
  EXPECT_EQ(parseCostOverride("a=b#1=x0.25")->region, "a=b#1");
  EXPECT_EQ(parseCostOverride("solve#1=2 us")->fixed_ps, 2'000'000);
  for (const char *wrong : {"solve", "solve=", "=x2", "solve=x", "solve=x-1", "solve=fast", "solve=xnan"})
    EXPECT_FALSE(parseCostOverride(wrong)) << wrong;
  EXPECT_EQ(parseCostOverride("solve=fast").error().diagnostics[0].tag, "maquette-region-override");
}

TEST(Predictor, TakesTheUsersWordForACost) {
  Profile profile;
  profile.regions["r"] = {spreadGroup()};
  profile.regions["s"] = {spreadGroup()};
  Predictor predictor(profile, "p", 1);
  predictor.replaceCost(*parseCostOverride("r=x0.5"));
  predictor.replaceCost(*parseCostOverride("s=7 ns"));
  EXPECT_EQ(predictor.cost(0, "r", Vector{}).value(), 500);
  EXPECT_EQ(predictor.cost(0, "s", Vector{}).value(), 7000);
}

// Ten executions by two ranks: the first ones 3000 + 500 of kept code each, so the other eight (1300 * 10 - 7000) / 8 =
// 750.
TEST(Predictor, ChargesEachRanksFirstExecutionOnce) {
  Profile profile;
  ProfileGroup group;
  group.count = 10;
  group.mean = 1200;
  group.kept = 100;
  group.first = {2, 3000, 500, {}};
  profile.regions["r"] = {group};
  Predictor predictor(profile, "p", 2);
  for (std::int64_t rank = 0; rank < 2; ++rank) {
    EXPECT_EQ(predictor.cost(rank, "r", Vector{}).value(), 3500);
    EXPECT_EQ(predictor.cost(rank, "r", Vector{}).value(), 750);
    EXPECT_EQ(predictor.cost(rank, "r", Vector{}).value(), 750);
  }
}

// Nothing but first executions: nothing is known of others.
TEST(Predictor, ChargesAllExecutionsAlikeWhereOnlyFirstOnesAreKnown) {
  Profile profile;
  ProfileGroup group;
  group.count = 2;
  group.mean = 1000;
  group.kept = 200;
  group.first = {2, 1000, 50, {}};
  profile.regions["r"] = {group};
  Predictor predictor(profile, "p", 1);
  EXPECT_EQ(predictor.cost(0, "r", Vector{}).value(), 1200);
  EXPECT_EQ(predictor.cost(0, "r", Vector{}).value(), 1200);
}

TEST(Predictor, NamesWhatTheProfileDoesNotHold) {
  Predictor predictor(withValue(ValueType::Branch, {{1, 1, 1}}), "a.profile", 1);
  EXPECT_FALSE(predictor.cost(0, "gone#1", Vector{}));
  EXPECT_EQ(sim::toText(predictor.explain("gone#1", 0)),
            "a.profile: error: the profile has no data for 'gone#1': the profiled run did not reach it "
            "[maquette-profile-unseen]\n"
            "  fix: profile a run that reaches it, with the program built from profiled/ next to this skeleton\n");
  EXPECT_FALSE(predictor.value(0, "v", Vector{1}));
  EXPECT_EQ(predictor.explain("v", 1).what, "'v' has 0 features in the profile but 1 in the skeleton");
}

} // namespace
} // namespace maquette::runtime
