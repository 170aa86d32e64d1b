// test/unit/profile/profile_document_test.cpp - the profile as JSON, and merging
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"
#include "maquette/profile/combine.h"

#include <gtest/gtest.h>

#include <cmath>

namespace maquette::runtime {
namespace {

Profile sample() {
  Profile profile;
  profile.model_id = "m1";
  profile.program = "app";
  profile.ranks = 2;
  profile.clock = {"tsc", 2.5e9, 30000, 0};
  ProfileGroup group;
  group.features = {4, 16};
  group.count = 3;
  group.mean = 1000;
  group.variance = 4;
  group.minimum = 998;
  group.maximum = 1003;
  group.quantiles = {998, 999, 1000, 1001, 1003, 1003, 1003};
  group.first = {1, 1003, 20, {1003, 1003, 1003, 1003, 1003, 1003, 1003}};
  profile.regions["solve#1"] = {group};
  ValueGroup value;
  value.features = {};
  value.count = 6;
  value.mean = 1.5;
  value.sequence = {{1, 2, 2}, {2.5, 1, 2}};
  value.disagreement = 0.5;
  profile.values["more#2"] = {ValueType::Branch, {value}};
  return profile;
}

TEST(ProfileDocument, ComesBackAsItWas) {
  const std::string text = toJson(sample());
  const sim::Result<Profile> again = profileFromJson(text, "p");
  ASSERT_TRUE(again) << sim::toText(again.error());
  EXPECT_EQ(toJson(*again), text);
  EXPECT_EQ(again->values.at("more#2").type, ValueType::Branch);
  EXPECT_EQ(again->values.at("more#2").groups[0].sequence[1].value, 2.5);
  EXPECT_EQ(again->regions.at("solve#1")[0].features, (std::vector<double>{4, 16}));
  EXPECT_EQ(again->regions.at("solve#1")[0].first, sample().regions.at("solve#1")[0].first);
}

TEST(ProfileDocument, PlacesNoRegionThatItDoesNotPlace) {
  Profile profile = sample();
  EXPECT_TRUE(profileFromJson(toJson(profile), "p")->places.empty());
  profile.places["solve#1"] = {"solve.c", 12, {"n", "m"}};
  const auto again = profileFromJson(toJson(profile), "p");
  EXPECT_EQ(featureName(*again, "solve#1", 1), "m");
}

TEST(ProfileDocument, RefusesWhatIsNoProfile) {
  EXPECT_EQ(sim::toText(profileFromJson("{}", "a.profile").error()),
            "a.profile: error: not a profile of Maquette [maquette-profile-format]\n"
            "  fix: give a file written by `maquette profile`\n");
  EXPECT_EQ(profileFromJson("not json", "x").error().diagnostics[0].tag, "maquette-profile-format");
}

TEST(ProfileDocument, RefusesAnotherVersion) {
  std::string text = toJson(sample());
  const auto at = text.find("\"version\":1");
  text.replace(at, 11, "\"version\":9");
  EXPECT_EQ(
      sim::toText(profileFromJson(text, "a.profile").error()),
      "a.profile: error: version 9 of the profile format; this Maquette reads version 1 [maquette-profile-version]\n"
      "  fix: make it again with `maquette profile`\n");
}

TEST(ProfileDocument, RefusesNegativeTimesAndNamesTheRegion) {
  Profile profile = sample();
  profile.regions["solve#1"][0].mean = -1;
  EXPECT_EQ(sim::toText(profileFromJson(toJson(profile), "a.profile").error()),
            "a.profile: error: region 'solve#1' has a negative mean time [maquette-profile-value]\n"
            "  fix: make it again with `maquette profile`\n");
}

/// What \p change makes of a region's group is refused with \p what.
template <class Change> void expectRefused(Change change, const std::string &what) {
  Profile profile = sample();
  change(profile.regions["solve#1"][0]);
  const auto read = profileFromJson(toJson(profile), "a.profile");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().diagnostics[0].what, "region 'solve#1' " + what);
}

TEST(ProfileDocument, RefusesIntegersThatDoNotFit) {
  for (const std::string number : {"888888888888888888888", "9223372036854775808", "1e300", "2.5"}) {
    std::string text = toJson(sample());
    text.replace(text.find("\"ranks\":2,"), 9, "\"ranks\":" + number);
    const auto read = profileFromJson(text, "a.profile");
    ASSERT_FALSE(read) << number;
    EXPECT_NE(read.error().diagnostics[0].what.find("is no integer that fits here"), std::string::npos) << number;
  }
}

TEST(ProfileDocument, RefusesWhatNoMeasurementGives) {
  expectRefused([](ProfileGroup &group) { group.mean = 1e300; }, "has a mean time above 106 days");
  expectRefused([](ProfileGroup &group) { group.quantiles[2] = -1; },
                "has quantiles that are negative or do not increase");
  expectRefused([](ProfileGroup &group) { group.quantiles[0] = 2 * group.quantiles[6] + 1; },
                "has quantiles that are negative or do not increase");
  expectRefused([](ProfileGroup &group) { group.count = 0; }, "has a group without observations");
  expectRefused([](ProfileGroup &group) { group.count = static_cast<std::uint64_t>(-2); },
                "has a group without observations");
}

TEST(ProfileDocument, AcceptsQuantilesThatMergingRounded) {
  Profile profile = sample();
  auto &quantiles = profile.regions["solve#1"][0].quantiles;
  quantiles.fill(1e6);
  quantiles[3] = std::nextafter(1e6, 0);
  EXPECT_TRUE(profileFromJson(toJson(profile), "a.profile"));
}

TEST(ProfileDocument, RefusesTimesThatAreNoNumbers) {
  Profile profile = sample();
  profile.regions["solve#1"][0].mean = std::nan("");
  EXPECT_EQ(profileFromJson(toJson(profile), "a.profile").error().diagnostics[0].tag, "maquette-profile-format");
}

TEST(ProfileDocument, KeepsThePlaceOfARegion) {
  Profile profile = sample();
  profile.places["solve#1"] = {"solve.c", 12, {"(double)nx * ny", "(double)nx"}};
  const Profile again = *profileFromJson(toJson(profile), "p");
  EXPECT_EQ(again.places.at("solve#1").line, 12);
  EXPECT_EQ(featureName(again, "solve#1", 1), "(double)nx");
  EXPECT_EQ(featureName(again, "elsewhere", 1), "feature 2");
}

TEST(ProfileDocument, RefusesTheProfileOfAnotherModel) {
  EXPECT_TRUE(checkModel(sample(), "a.profile", "m1"));
  EXPECT_EQ(sim::toText(checkModel(sample(), "a.profile", "m2").error()),
            "a.profile: error: this profile belongs to model 'm1', but the skeleton to model 'm2' "
            "[maquette-profile-model]\n"
            "  fix: run `maquette profile` with the program built from profiled/ next to this skeleton\n");
}

// Counts 1 and 3, means 4 and 8, variances 0 and 2: mean (4 + 3*8)/4 = 7;
// variance (0 + 3*2)/4 + (1/4)(3/4)(8-4)^2 = 1.5 + 3 = 4.5.
TEST(MedianRun, LeavesOutWhatWasDisturbedOrSpared) {
  EXPECT_EQ(runThatCounts({3.0}, Statistic::Median), 0u);
  EXPECT_EQ(runThatCounts({9.0, 1.0, 2.0}, Statistic::Median), 2u);
  EXPECT_EQ(runThatCounts({9.0, 3.0, 1.0, 2.0}, Statistic::Median), 3u);
}

TEST(ComputingSeconds, AreThoseOfAllRegions) {
  Profile profile;
  profile.regions["a"].push_back(ProfileGroup{.features = {1}, .count = 3, .mean = 2e12});
  profile.regions["b"].push_back(ProfileGroup{.features = {1}, .count = 1, .mean = 5e12});
  EXPECT_DOUBLE_EQ(computingSeconds(profile), 11);
}

TEST(MergeProfile, TakesMomentsTogether) {
  Profile a, b;
  ProfileGroup group;
  group.features = {1};
  group.count = 1;
  group.mean = group.minimum = group.maximum = 4;
  a.regions["r"] = {group};
  group.count = 3;
  group.mean = 8;
  group.variance = 2;
  group.minimum = 6;
  group.maximum = 9;
  b.regions["r"] = {group};
  ASSERT_TRUE(mergeProfile(a, b));
  const ProfileGroup &merged = a.regions["r"][0];
  EXPECT_EQ(merged.count, 4u);
  EXPECT_DOUBLE_EQ(merged.mean, 7);
  EXPECT_DOUBLE_EQ(merged.variance, 4.5);
  EXPECT_DOUBLE_EQ(merged.minimum, 4);
  EXPECT_DOUBLE_EQ(merged.maximum, 9);
}

// One first execution of 10 and three of 14: the mean is 13, and a quarter of them are no larger than 10.
TEST(MergeProfile, TakesFirstExecutionsTogether) {
  Profile a, b;
  ProfileGroup group;
  group.count = 5;
  group.mean = 4;
  group.first = {1, 10, 2, {10, 10, 10, 10, 10, 10, 10}};
  a.regions["r"] = {group};
  group.first = {3, 14, 6, {14, 14, 14, 14, 14, 14, 14}};
  b.regions["r"] = {group};
  ASSERT_TRUE(mergeProfile(a, b));
  EXPECT_EQ(a.regions["r"][0].first, (FirstExecutions{4, 13, 5, {10, 10, 14, 14, 14, 14, 14}}));
}

// Half of them lie evenly between 10 and 20, half between 30 and 40, but for the twentieth at each end: half of all are
// at most 20, three quarters of which are those up to the half of the second: 35. The rarer ones are at the ends.
TEST(MergeProfile, TakesQuantilesTogether) {
  Profile a, b;
  ProfileGroup group;
  group.count = 100;
  const auto evenly = [](double from) {
    std::array<double, kQuantiles.size()> quantiles{};
    std::transform(kQuantiles.begin(), kQuantiles.end(), quantiles.begin(),
                   [&](double share) { return from + 10 * share; });
    return quantiles;
  };
  group.quantiles = evenly(10);
  a.regions["r"] = {group};
  group.quantiles = evenly(30);
  b.regions["r"] = {group};
  ASSERT_TRUE(mergeProfile(a, b));
  const auto &merged = a.regions["r"][0].quantiles;
  const std::array<double, kQuantiles.size()> expected{11, 15, 19.99, 35, 39, 39.8, 39.98};
  for (std::size_t q = 0; q < kQuantiles.size(); ++q)
    EXPECT_NEAR(merged[q], expected[q], 1e-9) << kQuantiles[q];
}

Profile ofRank(double mean, double variance) {
  Profile profile;
  profile.ranks = 1;
  ProfileGroup group;
  group.features = {8};
  group.count = 11;
  group.first = {1, 5000, 0, {}};
  group.mean = (10 * mean + 5000) / 11; // The first took 5,000; the others' variance is the given one.
  group.variance = (10 * variance + 10.0 / 11 * (5000 - mean) * (5000 - mean)) / 11;
  profile.regions["r"] = {group};
  return profile;
}

// Two ranks with ten executions each behind the first: means 900 and 1100, so 10 * (100^2 + 100^2) between them;
// variances of 8100, so 2 * 10 * 8100 / 18 = 9000 within. (200000 - 9000) / 10 = 19100 of 19100 + 9000.
TEST(MergeRanks, TellsWhatLastsForARank) {
  const sim::Result<Profile> whole = mergeRanks({ofRank(900, 8100), ofRank(1100, 8100)});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->ranks, 2);
  EXPECT_NEAR(whole->regions.at("r")[0].of_ranks, 191.0 / 281, 1e-9);
  EXPECT_EQ(mergeRanks({ofRank(900, 8100)})->regions.at("r")[0].of_ranks, 0);
}

// Rank 0 saw 5 5 5 1, rank 1 saw 5 5 3: occurrence by occurrence 5, 5, 4, then 1 from one rank only;
// they disagree at the third: (5-4)^2 + (3-4)^2 = 2.
TEST(MergeProfile, AveragesSequencesByOccurrence) {
  Profile a, b;
  ValueGroup group;
  group.count = 4;
  group.mean = 4;
  group.sequence = {{5, 3, 1}, {1, 1, 1}};
  a.values["v"] = {ValueType::Integer, {group}};
  group.count = 3;
  group.mean = 13.0 / 3;
  group.sequence = {{5, 2, 1}, {3, 1, 1}};
  b.values["v"] = {ValueType::Integer, {group}};
  ASSERT_TRUE(mergeProfile(a, b));
  const ValueGroup &merged = a.values["v"].groups[0];
  ASSERT_EQ(merged.sequence.size(), 3u);
  EXPECT_EQ(merged.sequence[0].value, 5);
  EXPECT_EQ(merged.sequence[0].repeat, 2u);
  EXPECT_EQ(merged.sequence[0].ranks, 2u);
  EXPECT_EQ(merged.sequence[1].value, 4);
  EXPECT_EQ(merged.sequence[2].value, 1);
  EXPECT_EQ(merged.sequence[2].ranks, 1u);
  EXPECT_DOUBLE_EQ(merged.disagreement, 2);
}

TEST(MergeProfile, RefusesAnotherModel) {
  Profile other = sample();
  other.model_id = "m2";
  Profile whole = sample();
  EXPECT_EQ(mergeProfile(whole, other).error().diagnostics[0].tag, "maquette-profile-model");
}

Profile withRegion(double mean, double variance, std::vector<double> features = {8}) {
  Profile profile;
  profile.ranks = 4;
  ProfileGroup group;
  group.features = std::move(features);
  group.count = 100;
  group.mean = mean;
  group.variance = variance;
  profile.regions["r"] = {group};
  return profile;
}

TEST(CombineProfile, KeepsTheRunsApartAndTheGroupsTogether) {
  Profile whole = withRegion(1000, 100);
  whole.arguments = {"-n", "8"};
  Profile other = withRegion(2000, 100, {16});
  other.arguments = {"-n", "16"};
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, other, warnings));
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(whole.regions["r"].size(), 2u);
  const Profile again = *profileFromJson(toJson(whole), "p");
  ASSERT_EQ(runsOf(again).size(), 2u);
  EXPECT_EQ(runsOf(again)[1].arguments, (std::vector<std::string>{"-n", "16"}));
  EXPECT_EQ(runsOf(again)[1].ranks, 4);
}

// Means 1000 and 1400 differ by 0.29 of the larger; standard error sqrt(10000/100 * 2) = 14: chance does not explain
// it.
TEST(CombineProfile, WarnsOfRegionsThatContradict) {
  Profile whole = withRegion(1000, 10000);
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, withRegion(1400, 10000), warnings));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "the profiles contradict each other: region 'r' takes 0.000 ms and 0.000 ms for the same "
                         "features [maquette-profile-contradiction]");
  EXPECT_DOUBLE_EQ(whole.regions["r"][0].mean, 1200);
}

// The same means, but single executions differ by 1000: the standard error is 141, and 400 < 4 * 141.
TEST(CombineProfile, ChanceIsNoContradiction) {
  Profile whole = withRegion(1000, 1e6);
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, withRegion(1400, 1e6), warnings));
  EXPECT_TRUE(warnings.empty());
}

// 900, 1000 and 1100: a standard deviation of 100, a tenth of their mean.
TEST(TakeRuns, NotesWhatRunsOfTheSameDifferBy) {
  const Profile low = withRegion(900, 0), middle = withRegion(1000, 0), high = withRegion(1100, 0);
  Profile counts = middle;
  takeRuns(counts, {&low, &middle, &high}, Statistic::Median);
  EXPECT_NEAR(counts.regions["r"][0].between_runs, 0.1, 1e-12);
  EXPECT_EQ(profileFromJson(toJson(counts), "p")->regions["r"][0].between_runs, counts.regions["r"][0].between_runs);
  Profile only = middle;
  takeRuns(only, {&middle}, Statistic::Median);
  EXPECT_EQ(only.regions["r"][0].between_runs, 0);
}

// The run with the median of all computing was disturbed in one region: another run counts there.
TEST(TakeRuns, EachRegionHasItsOwnRun) {
  const Profile low = withRegion(900, 1), disturbed = withRegion(1500, 2), high = withRegion(1100, 3);
  Profile counts = disturbed;
  takeRuns(counts, {&low, &disturbed, &high}, Statistic::Median);
  EXPECT_EQ(counts.regions["r"][0].mean, 1100);
  EXPECT_EQ(counts.regions["r"][0].variance, 3);
}

// 900, 1000, 1100 and 2000: the shortest counts, and what lasted for its ranks; of the others the host tells more than
// the program. 900 and 1000 differ by a standard deviation of 50 times the square root of 2.
TEST(TakeRuns, TheShortestMayCount) {
  Profile low = withRegion(900, 1);
  const Profile middle = withRegion(1000, 2), high = withRegion(1100, 3), disturbed = withRegion(2000, 4);
  low.regions["r"][0].of_ranks = 0.1;
  Profile counts = high;
  takeRuns(counts, {&disturbed, &high, &low, &middle}, Statistic::Minimum);
  EXPECT_EQ(counts.regions["r"][0].mean, 900);
  EXPECT_EQ(counts.regions["r"][0].of_ranks, 0.1);
  EXPECT_NEAR(counts.regions["r"][0].between_runs, std::sqrt(5000) / 950, 1e-12);
  EXPECT_EQ(runThatCounts({9.0, 3.0, 1.0, 2.0}, Statistic::Minimum), 2u);
}

// Of two ranks one run tells little: the mean of all counts.
TEST(TakeRuns, AveragesWhatLastsForARank) {
  Profile low = withRegion(900, 1), middle = withRegion(1000, 2), high = withRegion(1100, 3);
  low.regions["r"][0].of_ranks = 0.6;
  high.regions["r"][0].of_ranks = 0.3;
  Profile counts = low;
  takeRuns(counts, {&low, &middle, &high}, Statistic::Median);
  EXPECT_EQ(counts.regions["r"][0].mean, 1000);
  EXPECT_DOUBLE_EQ(counts.regions["r"][0].of_ranks, 0.3);
}

TEST(CombineProfile, KeepsTheFirstRunsValues) {
  Profile whole, other;
  ValueGroup group;
  group.count = 2;
  group.sequence = {{1, 2, 1}};
  whole.values["v"] = {ValueType::Integer, {group}};
  group.sequence = {{1, 3, 1}};
  other.values["v"] = {ValueType::Integer, {group}};
  std::vector<std::string> warnings;
  ASSERT_TRUE(combineProfile(whole, other, warnings));
  EXPECT_EQ(whole.values["v"].groups[0].sequence[0].repeat, 2u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("value 'v' differs"), std::string::npos);
}

// 100,000 values that all differ: 4,096 stay, and the document stays below 1 MB.
TEST(BoundProfile, KeepsTheDocumentSmall) {
  Profile profile = sample();
  for (int v = 0; v < 40; ++v) {
    ValueGroup group;
    group.count = 100000;
    for (int i = 0; i < 100000; ++i)
      group.sequence.push_back({i * 0.37 + v, 1, 8});
    profile.values["v" + std::to_string(v)] = {ValueType::Double, {group}};
  }
  boundProfile(profile);
  EXPECT_TRUE(profile.values["v0"].groups[0].truncated);
  EXPECT_LT(toJson(profile).size(), 1'000'000u);
}

} // namespace
} // namespace maquette::runtime
