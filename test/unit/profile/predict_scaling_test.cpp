// test/unit/profile/predict_scaling_test.cpp - costs on fuller nodes and on other cores
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/predict.h"

#include "maquette/formats/files.h"
#include "maquette/profile/combine.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using Vector = std::vector<double>;

/// A region that takes 1 ms at n = 10.
Profile profileOf(double mean_ps, std::map<std::string, double> counters = {}) {
  Profile profile;
  profile.model_id = "m";
  profile.ranks = 1;
  ProfileGroup group{{10}, 4, mean_ps};
  for (const auto &[name, count] : counters)
    profile.counter_names.push_back(name);
  group.counters = std::move(counters);
  profile.regions["r"] = {group};
  return profile;
}

TEST(NodeLoad, IsTheShareOfTheOtherCores) {
  EXPECT_EQ(nodeLoad(1, 8), 0);
  EXPECT_EQ(nodeLoad(8, 8), 1);
  EXPECT_DOUBLE_EQ(nodeLoad(3, 5), 0.5);
  EXPECT_EQ(nodeLoad(100, 8), 1);
  EXPECT_EQ(nodeLoad(4, 1), 0);
}

TEST(NodeLoad, ProfilesBetweenCountInProportion) {
  EXPECT_EQ(loadWeights({0, 1}, 0.25), (Vector{0.75, 0.25}));
  EXPECT_EQ(loadWeights({0, 0.5, 1}, 0.5), (Vector{0, 1, 0}));
  EXPECT_EQ(loadWeights({0.5, 1}, 0.1), (Vector{1, 0}));
  EXPECT_EQ(loadWeights({0, 0.5}, 1), (Vector{0, 1}));
}

// 1 ms alone, 1.6 ms with all cores busy: half way 1.3 ms.
TEST(Predictor, MixesProfilesByTheLoadOfTheNode) {
  Predictor predictor(profileOf(1e9), "p", 1);
  predictor.addLoad(profileOf(1.6e9), 0.5);
  EXPECT_EQ(predictor.cost(0, "r", Vector{10}), 1'300'000'000);
}

// What executions differ by is that of the native profile where the node is more full than not.
TEST(Predictor, ExecutionsDifferAsOnTheNodeThatIsMostAlike) {
  Profile loaded = profileOf(1e9);
  loaded.regions["r"][0].quantiles = {0.9e9, 0.95e9, 1e9, 1.05e9, 1.1e9, 1.1e9, 1.1e9};
  const auto differ = [&](double weight, double of_ranks) {
    loaded.regions["r"][0].of_ranks = of_ranks;
    Predictor predictor(profileOf(1e9), "p", 2, Noise::Measured);
    predictor.addLoad(loaded, weight);
    for (const std::int64_t rank : {0, 1})
      predictor.cost(rank, "r", Vector{10});
    return *predictor.cost(0, "r", Vector{10}) != *predictor.cost(1, "r", Vector{10});
  };
  for (const double of_ranks : {0.0, 1.0}) {
    EXPECT_FALSE(differ(0.4, of_ranks));
    EXPECT_TRUE(differ(0.6, of_ranks));
  }
}

// In the simulator they have the n-th in common, which a native profile does not tell: that stays.
TEST(Predictor, WhatIsInStepStaysOnAFullNode) {
  Profile alone = profileOf(1e9), loaded = profileOf(1e9);
  for (Profile *profile : {&alone, &loaded})
    profile->regions["r"][0].quantiles = {0.5e9, 0.6e9, 1e9, 1.4e9, 1.5e9, 1.5e9, 1.5e9};
  alone.regions["r"][0].in_step = {1, {1, 1, 1, 1, 1, 1, 1}};
  Predictor predictor(alone, "p", 2, Noise::Measured);
  predictor.addLoad(loaded, 1);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(*predictor.cost(0, "r", Vector{10}), *predictor.cost(1, "r", Vector{10})) << i;
}

// Means of 1 ms known to 2 % and of 1.6 ms known to 6 %: half way to 4 %, twice of which is stated.
TEST(Predictor, DoubtsMixedProfilesByBoth) {
  Profile alone = profileOf(1e9);
  alone.regions["r"][0].between_runs = 0.02;
  Profile loaded = profileOf(1.6e9);
  loaded.regions["r"][0].between_runs = 0.06;
  Predictor predictor(alone, "p", 1);
  predictor.addLoad(loaded, 0.5);
  predictor.cost(0, "r", Vector{10});
  RunResult result;
  predictor.report(result);
  EXPECT_NEAR(result.compute_uncertainty, 0.08, 1e-12);
}

// 1 ms, and 0.5 ms of kept code around it, which is in simulated profiles only. A native process takes 1.2 ms or 1.6 ms
// in the region: new memory that the simulator charges in the kept code, or more. At 0.8 ms all is faster in
// proportion: 1.5 ms * 0.8.
TEST(Predictor, CountsNewMemoryOnceOnAFullNode) {
  Profile alone = profileOf(1e9);
  alone.regions["r"][0].kept = 0.5e9;
  for (const auto &[loaded, expected] :
       {std::pair(1.2e9, 1'500'000'000), std::pair(1.6e9, 1'600'000'000), std::pair(0.8e9, 1'200'000'000)}) {
    Predictor predictor(alone, "p", 1);
    predictor.addLoad(profileOf(loaded), 1);
    EXPECT_EQ(predictor.cost(0, "r", Vector{10}), expected);
  }
}

// 20 lies outside of what was profiled on one rank, not of what was on a full node. Half way both count.
TEST(Predictor, IsOutsideOfWhatWasProfiledWithTheLoadThatTheNodeHas) {
  Profile loaded = profileOf(1.6e9);
  loaded.regions["r"].push_back({{20}, 4, 3.2e9});
  for (const auto &[weight, share] : {std::pair(1.0, 0.0), std::pair(0.5, 1.0)}) {
    Predictor predictor(profileOf(1e9), "p", 1);
    predictor.addLoad(loaded, weight);
    predictor.cost(0, "r", Vector{20});
    RunResult result;
    predictor.report(result);
    EXPECT_EQ(result.extrapolated_share, share) << weight;
  }
}

TEST(Profiles, TakeWhatOnlyAnotherReached) {
  Profile whole = profileOf(1e9);
  Profile other = profileOf(2e9);
  other.regions["s"] = other.regions["r"];
  addUnseen(whole, other);
  EXPECT_EQ(whole.regions.at("r")[0].mean, 1e9);
  EXPECT_EQ(whole.regions.at("s")[0].mean, 2e9);
}

TEST(Profiles, OfOtherLoadsAreKeptApartAndNotMerged) {
  Profile loaded = profileOf(1.6e9);
  loaded.node_load = 1;
  const std::string folder = ::testing::TempDir();
  ASSERT_TRUE(writeFileAtomically(folder + "/alone.profile", toJson(profileOf(1e9))));
  ASSERT_TRUE(writeFileAtomically(folder + "/loaded.profile", toJson(loaded)));
  std::vector<std::string> warnings;
  const auto both = readProfilesByLoad({folder + "/loaded.profile", folder + "/alone.profile"}, warnings);
  ASSERT_TRUE(both);
  ASSERT_EQ(both->size(), 2u);
  EXPECT_EQ(both->front().regions.at("r")[0].mean, 1e9);
  EXPECT_EQ(sim::toText(readProfiles({folder + "/loaded.profile", folder + "/alone.profile"}, warnings).error()),
            folder + "/loaded.profile: error: one profile cannot hold runs on an idle node and runs on a busy node "
                     "[maquette-profile-load]\n  fix: give `maquette run` one --profile of each kind\n");
}

// 3e6 operations at 1 Gflop/s take 3 ms, 1000 misses of 64 B at 64 MB/s take 1 ms: bound by operations.
TEST(Roofline, IsTheLargerOfTheTwoTimes) {
  Predictor predictor(profileOf(1e9, {{"PAPI_FP_OPS", 3e6}, {"PAPI_L3_TCM", 1000}}), "p", 1);
  ASSERT_TRUE(predictor.scaleByRoofline({1e9, 64e6}, std::nullopt, 1));
  EXPECT_EQ(predictor.cost(0, "r", Vector{10}), 3'000'000'000);
  RunResult result;
  predictor.report(result);
  EXPECT_EQ(result.roofline_share, 1);
  EXPECT_EQ(result.unjudged_share, 1);
}

// The host's bound is max(3e6 / 6e9, 64000 / 64e6) = 1 ms, which is what was measured; the target's is 3 ms. cpu_scale
// 2 halves it later.
TEST(Roofline, ScalesWhatWasMeasuredWhereTheHostIsKnown) {
  Profile profile = profileOf(1.5e9, {{"PAPI_FP_OPS", 3e6}, {"PAPI_L3_TCM", 1000}});
  Predictor predictor(profile, "p", 1);
  ASSERT_TRUE(predictor.scaleByRoofline({1e9, 64e6}, CoreSpeed{6e9, 64e6}, 2));
  EXPECT_EQ(predictor.cost(0, "r", Vector{10}), 9'000'000'000);
  RunResult result;
  predictor.report(result);
  EXPECT_EQ(result.unjudged_share, 0);
}

TEST(Roofline, LeavesRegionsAloneInWhichNothingWasCounted) {
  Predictor predictor(profileOf(1e9, {{"PAPI_FP_OPS", 0}, {"PAPI_L3_TCM", 0}}), "p", 1);
  ASSERT_TRUE(predictor.scaleByRoofline({1e9, 64e6}, std::nullopt, 1));
  EXPECT_EQ(predictor.cost(0, "r", Vector{10}), 1'000'000'000);
}

TEST(Roofline, RefusesAProfileWithoutItsCounters) {
  Predictor predictor(profileOf(1e9, {{"PAPI_FP_OPS", 3e6}}), "a.profile", 1);
  EXPECT_EQ(sim::toText(predictor.scaleByRoofline({1e9, 64e6}, std::nullopt, 1).error()),
            "a.profile: error: the profile has no counts of last-level cache misses (PAPI_L3_TCM, PAPI_L2_TCM), which "
            "a roofline needs "
            "[maquette-roofline]\n  fix: profile with --counters PAPI_FP_OPS,PAPI_L3_TCM on a host that has them, "
            "or remove --roofline and use the machine's cpu_scale\n");
}

TEST(Roofline, IsWrittenAsPeakAndBandwidth) {
  EXPECT_EQ(parseCoreSpeed("38.4 Gflop/s:12 GB/s", "--roofline")->bytes_per_second, 12e9);
  EXPECT_EQ(sim::toText(parseCoreSpeed("38.4 Gflop/s", "--roofline").error()),
            "--roofline 38.4 Gflop/s: error: is not PEAK:BANDWIDTH [maquette-roofline]\n"
            "  fix: give both for one core, for example \"38.4 Gflop/s:12 GB/s\"\n");
}

} // namespace
} // namespace maquette::runtime
