// test/unit/profile/profile_recorder_test.cpp - times of regions, sequences of values
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/profile_recorder.h"

#include "test/unit/profile/fake_counters.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using Vector = std::vector<double>;

/// A recorder whose time passes as the test says.
class TimedRecorder : public ::testing::Test {
protected:
  static ProfileRecorder recorderOf(std::int64_t ranks, const ManualTime &time) {
    return ProfileRecorder(ranks, {}, {}, {}, TickClock::of(time));
  }
  void compute(double seconds) { time_.compute(seconds); }

  ManualTime time_;
};

// 2 ms of computing inside 1 ms around it.
TEST_F(TimedRecorder, AnInnerRegionsTimeIsNotTheOuters) {
  ProfileRecorder recorder = recorderOf(1, time_);
  for (int i = 0; i < 5; ++i) {
    recorder.beginRegion(0, "outer", Vector{1});
    compute(0.5e-3);
    recorder.beginRegion(0, "inner", Vector{2});
    compute(2e-3);
    recorder.endRegion(0, "inner");
    compute(0.5e-3);
    recorder.endRegion(0, "outer");
  }
  const Profile profile = recorder.profile("m", "p");
  EXPECT_DOUBLE_EQ(profile.regions.at("inner")[0].quantiles[2], 2e9);
  EXPECT_DOUBLE_EQ(profile.regions.at("outer")[0].quantiles[2], 1e9);
  EXPECT_EQ(profile.regions.at("outer")[0].count, 5u);
}

// Two ranks with three executions each: 3 ms the first time, then 1 ms.
TEST_F(TimedRecorder, KeepsFirstExecutionsApart) {
  ProfileRecorder recorder = recorderOf(2, time_);
  for (int i = 0; i < 3; ++i)
    for (std::int64_t rank = 0; rank < 2; ++rank) {
      recorder.beginRegion(rank, "r", Vector{});
      compute(i == 0 ? 3e-3 : 1e-3);
      recorder.endRegion(rank, "r");
    }
  const Profile profile = recorder.profile("m", "p");
  const ProfileGroup &group = profile.regions.at("r")[0];
  EXPECT_EQ(group.count, 6u);
  EXPECT_EQ(group.first.count, 2u);
  EXPECT_DOUBLE_EQ(group.first.mean, 3e9);
  EXPECT_NEAR(group.steadyCost(), 1e9, 1);
  EXPECT_NEAR(group.firstFactor(), 3, 1e-6);
}

// 0.3 ms three times, then 0.4 ms with the data of another region in the caches: that is the program's own.
TEST_F(TimedRecorder, ComparesExecutionsThatFollowTheSameRegion) {
  ProfileRecorder recorder = recorderOf(1, time_);
  const auto execute = [&](const char *region, double seconds) {
    recorder.beginRegion(0, region, Vector{});
    compute(seconds);
    recorder.endRegion(0, region);
  };
  for (int i = 0; i < 24; ++i) {
    for (int j = 0; j < 3; ++j)
      execute("r", 0.3e-3);
    execute("other", 0.1e-3);
    execute("r", 0.4e-3);
  }
  EXPECT_DOUBLE_EQ(recorder.profile("m", "p").regions.at("r")[0].mean, 0.325e9);
}

// 2 ms of which the last one is not to be counted.
TEST_F(TimedRecorder, LeavesOutWhatItIsTold) {
  ProfileRecorder recorder = recorderOf(1, time_);
  recorder.beginRegion(0, "r", Vector{});
  compute(1e-3);
  recorder.pause();
  compute(1e-3);
  recorder.resume(0, 0);
  recorder.endRegion(0, "r");
  EXPECT_DOUBLE_EQ(recorder.profile("m", "p").regions.at("r")[0].mean, 1e9);
}

// 1 ms that is to count as 3.
TEST_F(TimedRecorder, CountsMoreThanPassedWhenTold) {
  const auto ticks = static_cast<std::int64_t>(TickClock::of(time_).toTicks(2e-3));
  ProfileRecorder recorder = recorderOf(1, time_);
  recorder.beginRegion(0, "r", Vector{});
  compute(1e-3);
  recorder.pause();
  recorder.resume(0, ticks);
  recorder.endRegion(0, "r");
  EXPECT_DOUBLE_EQ(recorder.profile("m", "p").regions.at("r")[0].mean, 3e9);
}

TEST_F(TimedRecorder, TimeInsideMpiCallsIsLeftOut) {
  ProfileRecorder recorder = recorderOf(2, time_);
  recorder.beginRegion(0, "r", Vector{});
  compute(1e-3);
  recorder.enterCall(0);
  recorder.beginRegion(1, "other", Vector{}); // Another rank runs meanwhile.
  compute(3e-3);
  recorder.endRegion(1, "other");
  recorder.leaveCall(0);
  compute(1e-3);
  recorder.endRegion(0, "r");
  const Profile profile = recorder.profile("m", "p");
  EXPECT_DOUBLE_EQ(profile.regions.at("r")[0].mean, 2e9);
  EXPECT_DOUBLE_EQ(profile.regions.at("other")[0].mean, 3e9);
}

// Code that stays in the skeleton: 1 ms before the region and 2 ms after it are the region's; 3 ms with no region
// between calls are the rank's.
TEST_F(TimedRecorder, TimeOutsideRegionsGoesToTheRegionBesideIt) {
  ProfileRecorder recorder = recorderOf(1, time_);
  recorder.leaveCall(0);
  compute(1e-3);
  recorder.beginRegion(0, "r", Vector{});
  compute(0.1e-3);
  recorder.endRegion(0, "r");
  compute(2e-3);
  recorder.enterCall(0);
  recorder.leaveCall(0);
  compute(3e-3);
  recorder.enterCall(0);
  const Profile profile = recorder.profile("m", "p");
  EXPECT_DOUBLE_EQ(profile.regions.at("r")[0].kept, 3e9);
  EXPECT_DOUBLE_EQ(profile.kept_per_rank, 3e9);
  EXPECT_EQ(profile.regions.at("r")[0].count, 1u);
}

// Forty times 0.1 ms between two calls, then a region of 0.1 ms. Until nine are known they are the rank's, then the
// region's, and so is a tenth of the 1 ms that it once takes: 0.9 + 0.9 ms and 31 / 40 * 0.1 ms.
TEST_F(TimedRecorder, TimeBetweenCallsGoesToTheNextRegionAsFarAsItIsUsual) {
  ProfileRecorder recorder = recorderOf(1, time_);
  for (int i = 0; i < 40; ++i) {
    recorder.leaveCall(0);
    compute(i == 30 ? 1e-3 : 0.1e-3);
    recorder.enterCall(0);
    recorder.leaveCall(0);
    recorder.beginRegion(0, "r", Vector{});
    compute(0.1e-3);
    recorder.endRegion(0, "r");
    recorder.enterCall(0);
  }
  const Profile profile = recorder.profile("m", "p");
  const ProfileGroup &group = profile.regions.at("r")[0];
  EXPECT_DOUBLE_EQ(profile.kept_per_rank, 1.8e9);
  EXPECT_DOUBLE_EQ(group.kept, 0.0775e9);
  EXPECT_DOUBLE_EQ(group.mean, 0.1e9);
  EXPECT_DOUBLE_EQ(group.quantiles[2], 0.2e9);
  EXPECT_DOUBLE_EQ(group.first.quantiles[2], 0.1e9);
}

// The kept code behind a region takes 0.1 or, two of three times, 0.3 ms, the region itself takes 0.1 ms: 0.2 to 0.4 ms
// together.
TEST_F(TimedRecorder, QuantilesAreOfTheRegionWithItsKeptCode) {
  ProfileRecorder recorder = recorderOf(1, time_);
  for (int i = 0; i < 41; ++i) {
    recorder.leaveCall(0);
    recorder.beginRegion(0, "r", Vector{});
    compute(0.1e-3);
    recorder.endRegion(0, "r");
    compute(i % 3 == 0 ? 0.1e-3 : 0.3e-3);
    recorder.enterCall(0);
  }
  const Profile profile = recorder.profile("m", "p");
  const ProfileGroup &group = profile.regions.at("r")[0];
  EXPECT_DOUBLE_EQ(group.quantiles[0], 0.2e9);
  EXPECT_DOUBLE_EQ(group.quantiles[4], 0.4e9);
  EXPECT_DOUBLE_EQ(group.mean, 0.1e9);
}

// 0.05 ms before the region and as much behind it, forty times; once 5 ms each, which only a disturbed host takes: 0.1
// ms on average. With them it would be 0.35 ms.
TEST_F(TimedRecorder, TimeOutsideRegionsThatIsLongOnceCountsAsUsual) {
  ProfileRecorder recorder = recorderOf(1, time_);
  recorder.leaveCall(0);
  for (int i = 0; i < 40; ++i) {
    compute(i == 30 ? 5e-3 : 0.05e-3);
    recorder.beginRegion(0, "r", Vector{});
    compute(0.01e-3);
    recorder.endRegion(0, "r");
    compute(i == 30 ? 5e-3 : 0.05e-3);
    recorder.enterCall(0);
    recorder.leaveCall(0);
  }
  EXPECT_DOUBLE_EQ(recorder.profile("m", "p").regions.at("r")[0].kept, 0.1e9);
}

// Nothing behind the region, a thousand times, but 0.1 ms in every hundredth: that is the host's, none of what the
// region varies by.
TEST_F(TimedRecorder, TimeBehindARegionThatIsMostlyNothingCountsAsNothing) {
  ProfileRecorder recorder = recorderOf(1, time_);
  for (int i = 0; i < 1000; ++i) {
    recorder.leaveCall(0);
    recorder.beginRegion(0, "r", Vector{});
    compute(0.02e-3);
    recorder.endRegion(0, "r");
    if (i % 100 == 99)
      compute(0.1e-3);
    recorder.enterCall(0);
  }
  const Profile profile = recorder.profile("m", "p");
  const ProfileGroup &group = profile.regions.at("r")[0];
  EXPECT_EQ(group.kept, 0); // 1 us with them.
  EXPECT_DOUBLE_EQ(group.quantiles[5], 0.02e9);
}

// What was counted in a region is its feature, for the kept code behind it, too: two groups of 1 and 2 ms.
TEST_F(TimedRecorder, AFeatureMayBeCountedInTheRegion) {
  ProfileRecorder recorder = recorderOf(1, time_);
  for (const double count : {10.0, 20.0}) {
    recorder.leaveCall(0);
    recorder.beginRegion(0, "r", Vector{0});
    compute(count * 0.1e-3);
    recorder.endRegion(0, "r", count);
    compute(count * 0.05e-3);
    recorder.enterCall(0);
  }
  const std::vector<ProfileGroup> groups = recorder.profile("m", "p").regions.at("r");
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].features, Vector{10});
  EXPECT_EQ(groups[1].features, Vector{20});
  EXPECT_DOUBLE_EQ(groups[0].mean, 1e9);
  EXPECT_DOUBLE_EQ(groups[1].mean, 2e9);
  EXPECT_DOUBLE_EQ(groups[1].kept, 1e9);
}

// The host runs something else for 20 ms inside a region of 1 ms, with a call to the library between.
TEST_F(TimedRecorder, TimeTheHostTookIsNoneOfTheRegions) {
  ProfileRecorder recorder = recorderOf(1, time_);
  recorder.beginRegion(0, "r", Vector{});
  compute(0.5e-3);
  time_.waste(20e-3);
  recorder.enterCall(0);
  recorder.leaveCall(0);
  compute(0.5e-3);
  recorder.endRegion(0, "r");
  EXPECT_EQ(recorder.profile("m", "p").regions.at("r")[0].mean, 1e9);
}

// 20 ms before the moment and 10 ms after it, of which the last 2 us pass for the reading of the clock.
TEST(StolenTime, TellsWhatWasStolenBeforeAMomentFromWhatWasStolenAfter) {
  ManualTime time;
  const TickClock clock = TickClock::of(time);
  StolenTime stolen(clock);
  time.waste(20e-3);
  const std::uint64_t moment = clock.now();
  time.waste(10e-3);
  const StolenTime::Ticks ticks = stolen.take(moment);
  EXPECT_DOUBLE_EQ(ticks.after, 10e6 - 2e3);
  EXPECT_DOUBLE_EQ(ticks.before, 20e6 + 2e3);
}

// An empty region costs nothing once the instrumentation's own cost is subtracted: below 100 ns.
TEST(ProfileRecorder, SubtractsItsOwnCost) {
  ProfileRecorder recorder(1);
  for (int i = 0; i < 1000; ++i) {
    recorder.beginRegion(0, "empty", Vector{1});
    recorder.endRegion(0, "empty");
  }
  EXPECT_LT(recorder.profile("m", "p").regions.at("empty")[0].quantiles[2], 100e3);
}

TEST(ProfileRecorder, KeepsTheSequenceOfEachRank) {
  ProfileRecorder recorder(2);
  for (std::int64_t rank = 0; rank < 2; ++rank)
    for (const double more : {1.0, 1.0, 0.0})
      recorder.observe(rank, "more", ValueType::Branch, more, Vector{});
  const ProfiledValue value = recorder.profile("m", "p").values.at("more");
  EXPECT_EQ(value.type, ValueType::Branch);
  ASSERT_EQ(value.groups.size(), 1u);
  ASSERT_EQ(value.groups[0].sequence.size(), 2u);
  EXPECT_EQ(value.groups[0].sequence[0].value, 1);
  EXPECT_EQ(value.groups[0].sequence[0].repeat, 2u);
  EXPECT_EQ(value.groups[0].sequence[1].value, 0);
  EXPECT_EQ(value.groups[0].disagreement, 0);
}

TEST(ProfileRecorder, ForgetsRegionsThatWereLeftWithoutTheirEnd) {
  ProfileRecorder recorder(1);
  recorder.beginRegion(0, "outer", Vector{});
  recorder.beginRegion(0, "left by longjmp", Vector{});
  recorder.endRegion(0, "outer");
  recorder.endRegion(0, "outer");
  EXPECT_EQ(recorder.unmatchedEnds(), 2u);
  EXPECT_EQ(recorder.profile("m", "p").regions.count("left by longjmp"), 0u);
}

// 7 + 5 of its own, 50 of the inner region, 1000 of a call, 300 while it did not compute.
TEST(ProfileRecorder, CountsARegionWithoutItsCallsAndInnerRegions) {
  long long count = 0;
  ProfileRecorder recorder(1, {std::make_unique<FakeCounters>(2, &count), ""}, {"A"});
  recorder.beginRegion(0, "outer", Vector{});
  count += 7;
  recorder.enterCall(0);
  count += 1000;
  recorder.leaveCall(0);
  recorder.beginRegion(0, "inner", Vector{});
  count += 50;
  recorder.endRegion(0, "inner");
  recorder.pause();
  count += 300;
  recorder.resume(0, 0);
  count += 5;
  recorder.endRegion(0, "outer");
  const Profile profile = recorder.profile("m", "p");
  EXPECT_EQ(profile.counter_names, std::vector<std::string>{"A"});
  EXPECT_EQ(profile.regions.at("outer")[0].counters.at("A"), 12);
  EXPECT_EQ(profile.regions.at("inner")[0].counters.at("A"), 50);
}

// They can be read until the count is negative.
TEST(ProfileRecorder, DropsCountersThatVanish) {
  long long count = 0;
  ProfileRecorder recorder(1, {std::make_unique<FakeCounters>(2, &count), ""}, {"A"});
  for (int i = 0; i < 2; ++i) {
    recorder.beginRegion(0, "r", Vector{});
    count = -1;
    recorder.endRegion(0, "r");
  }
  const Profile profile = recorder.profile("m", "p");
  EXPECT_TRUE(profile.counter_names.empty());
  EXPECT_TRUE(profile.regions.at("r")[0].counters.empty());
  EXPECT_EQ(profile.regions.at("r")[0].count, 2u);
  EXPECT_EQ(profile.counter_note,
            "no hardware counters: the hardware counters vanished while the program ran; times only");
}

} // namespace
} // namespace maquette::runtime
