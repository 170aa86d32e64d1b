// test/unit/skeletonizer/external_effects_test.cpp - what the lists say of library functions, and what users add
// SPDX-License-Identifier: Apache-2.0
#include "maquette/calls/external_effects.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

TEST(ExternalEffects, KnowLibrariesByName) {
  const ExternalEffects effects;
  EXPECT_EQ(effects.of("malloc"), Effect::Allocate);
  EXPECT_EQ(effects.of("abort"), Effect::NoReturn);
  EXPECT_EQ(effects.of("fftwf_malloc"), Effect::Allocate);
  EXPECT_EQ(effects.of("ddot_"), Effect::Pure);
  EXPECT_EQ(effects.of("nobody_knows"), Effect::Unknown);
  EXPECT_EQ(effects.ofMember("resize"), ContainerEffect::ChangeSize);
  EXPECT_TRUE(effects.has("mkdir", Trait::MakesFolders));
  EXPECT_TRUE(effects.has("pthread_create", Trait::StartsThreads));
  EXPECT_TRUE(effects.has("condition_variable", Trait::Synchronizes));
  EXPECT_FALSE(effects.has("pthread_self", Trait::Synchronizes));
}

TEST(ExternalEffects, OfTheStandardLibraryAreNotOfOtherFunctionsOfTheSameName) {
  const ExternalEffects effects;
  EXPECT_EQ(effects.of("std::count"), Effect::Pure);
  EXPECT_EQ(effects.of("count"), Effect::Unknown);
  EXPECT_EQ(effects.argumentRoles("std::exchange", 2), "xi");
  EXPECT_EQ(effects.argumentRoles("exchange", 2), "");
  EXPECT_EQ(effects.of("std::sqrt"), Effect::Pure); // C's
}

// sqrt is listed; float, long double and what the compiler has built in go by it. qsort ends in no such letter.
TEST(ExternalEffects, KnowMathOfAllPrecisions) {
  const ExternalEffects effects;
  for (const char *name : {"sqrt", "sqrtf", "sqrtl", "__builtin_sqrt", "__builtin_sqrtf"})
    EXPECT_EQ(effects.of(name), Effect::Pure) << name;
  EXPECT_EQ(effects.of("sqrtq"), Effect::Unknown);
}

// C := alpha A B + beta C: of 13 arguments the twelfth is changed, of 14 with the layout the thirteenth.
TEST(ExternalEffects, KnowWhatBlasWrites) {
  const ExternalEffects effects;
  EXPECT_EQ(effects.argumentRoles("zgemm_", 13), "iiiiiiiiiiixi");
  EXPECT_EQ(effects.argumentRoles("cblas_zgemm", 14), "iiiiiiiiiiiixi");
  EXPECT_EQ(effects.argumentRoles("LAPACKE_dgesv", 8), "iiixioxi");
  EXPECT_EQ(effects.argumentRoles("dgemm", 13), "");
}

TEST(ExternalEffects, ShareHiddenState) {
  const ExternalEffects effects;
  bool changes = false, reads = false;
  const std::string state = effects.hiddenState("getopt", changes, reads);
  EXPECT_TRUE(changes);
  EXPECT_EQ(effects.hiddenState("optind", changes, reads), state);
  EXPECT_FALSE(changes);
  EXPECT_EQ(effects.hiddenState("sqrt", changes, reads), "");
}

TEST(ExternalEffects, TakeWhatUsersAdd) {
  ExternalEffects effects;
  EXPECT_TRUE(effects
                  .add("[effects]\npure = [\"{a,b}_norm{,2}\"]\nallocates = [\"pool::take\"]\n"
                       "[effects.arguments]\nio = [\"solve\", \"sqrt\"]\n"
                       "[effects.states.table]\nchanged_by = [\"put\"]\nread_by = [\"look\"]\n")
                  .empty());
  for (const char *name : {"a_norm", "a_norm2", "b_norm", "b_norm2"})
    EXPECT_EQ(effects.of(name), Effect::Pure) << name;
  EXPECT_EQ(effects.of("pool::take"), Effect::Allocate);
  EXPECT_EQ(effects.argumentRoles("solve", 2), "io");
  EXPECT_EQ(effects.of("sqrt"), Effect::Unknown); // The user knows better: by its arguments.
  bool changes = false, reads = false;
  EXPECT_EQ(effects.hiddenState("put", changes, reads), "table");
  EXPECT_TRUE(changes);
}

TEST(ExternalEffects, SayAllThatIsWrongAndAddNothing) {
  ExternalEffects effects;
  const std::vector<EffectProblem> problems = effects.add(
      "[effects]\npure = [\"fine\"]\nclock = [1]\n[effects.members]\ngrow = [\"push\"]\n[effects.more]\nx = []\n");
  ASSERT_EQ(problems.size(), 3u);
  for (const EffectProblem &problem : problems)
    EXPECT_FALSE(problem.fix.empty()) << problem.what;
  EXPECT_EQ(effects.of("fine"), Effect::Unknown);
  ASSERT_EQ(effects.add("[effects\n").size(), 1u);
}

} // namespace
} // namespace maquette::skeletonizer
