// test/unit/profile/counters_test.cpp - events grouped into passes, and what is left when they differ
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/counters.h"

#include "maquette/formats/profile.h"
#include "maquette/profile/combine.h"
#include "test/unit/profile/fake_counters.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using Names = std::vector<std::string>;

// Two at once, B and C never together: A B, then C D, then E.
TEST(Counters, GoIntoAsFewPassesAsTheirOrderAllows) {
  FakeCounters source(2);
  const CounterPlan plan = planCounters(source, {"A", "B", "C", "A", "D", "E"});
  EXPECT_EQ(plan.passes, (std::vector<Names>{{"A", "B"}, {"C", "D"}, {"E"}}));
  EXPECT_TRUE(plan.unknown.empty());
}

TEST(Counters, NeverTakeMoreThanThereIsRoomFor) {
  FakeCounters source(100);
  const CounterPlan plan = planCounters(source, {"A", "D", "E", "F", "G", "H", "I", "J", "K"});
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_EQ(plan.passes[0].size(), kMostCounters);
}

TEST(Counters, ThatTheHostLacksAreRefusedByName) {
  FakeCounters source(2);
  std::string note;
  EXPECT_EQ(
      sim::toText(chooseCounters(&source, {"A", "NOT_THERE"}, note).error()),
      "--counters: error: this host cannot count 'NOT_THERE' [maquette-counters]\n"
      "  fix: use events that `papi_avail -a` or `papi_native_avail` lists on this host, or leave --counters out\n");
}

TEST(Counters, AreOnlyMissedWhereTheyWereAskedFor) {
  std::string note = "no hardware counters: no library; times only";
  const auto usual = chooseCounters(nullptr, {}, note);
  ASSERT_TRUE(usual);
  EXPECT_EQ(usual->passes, (std::vector<Names>{{}}));
  EXPECT_FALSE(chooseCounters(nullptr, {"A"}, note));
  FakeCounters source(2); // Has none of the usual ones.
  ASSERT_TRUE(chooseCounters(&source, {}, note));
  EXPECT_EQ(note, "no hardware counters: PAPI finds none on this host; times only");
  EXPECT_EQ(chooseCounters(&source, {"none"}, note)->passes, (std::vector<Names>{{}}));
}

Profile counted(const Names &names, double count) {
  Profile profile;
  profile.model_id = "m";
  profile.ranks = 1;
  profile.counter_names = names;
  ProfileGroup group{{1}, 2, 10};
  for (const std::string &name : names)
    group.counters[name] = count;
  profile.regions["r"] = {group};
  return profile;
}

TEST(Counters, OfSeveralPassesAreOfOneProfile) {
  Profile whole = counted({"A"}, 3);
  ASSERT_TRUE(addCounters(whole, counted({"B"}, 4)));
  EXPECT_EQ(whole.counter_names, (Names{"A", "B"}));
  EXPECT_EQ(whole.regions["r"][0].counters, (std::map<std::string, double>{{"A", 3}, {"B", 4}}));
  EXPECT_EQ(whole.regions["r"][0].count, 2u);
  Profile vanished = counted({}, 0);
  vanished.counter_note = "vanished";
  ASSERT_TRUE(addCounters(whole, vanished));
  EXPECT_EQ(whole.counter_note, "vanished");
}

// A mean over all executions needs a count of each.
TEST(Counters, ThatOnlySomeProcessesHadAreLeftOut) {
  Profile whole = counted({"A", "B"}, 3);
  ASSERT_TRUE(mergeProfile(whole, counted({"A"}, 5)));
  EXPECT_EQ(whole.counter_names, Names{"A"});
  EXPECT_EQ(whole.regions["r"][0].counters, (std::map<std::string, double>{{"A", 4}}));
  EXPECT_EQ(whole.counter_note, "left out, because some merged profiles do not have them: B");
}

} // namespace
} // namespace maquette::runtime
