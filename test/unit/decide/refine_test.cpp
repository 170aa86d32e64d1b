// refine_test.cpp - what is taken back for calls that differ, one kind a case
// SPDX-License-Identifier: Apache-2.0
#include "test/unit/decide/analysed_source.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

// Two conditions in the time loop, on a sum and on a maximum, that are predicted.
const char *const kTwoValues = R"(
  #define MPI_MAX 5
  double a[1000], b[1000];
  double sumOfA(void) {
    double s = 0;
    for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) { a[i] = 0.5 * a[i] + a[j]; s += a[i]; }
    return s;
  }
  double sumOfB(void) {
    double t = 0;
    for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) { b[i] = 0.5 * b[i] + b[j]; t += b[i]; }
    return t;
  }
  int main(int argc, char **argv) {
    double for_one, for_two, one, two; MPI_Init(&argc, &argv);
    for (int step = 0; step < 100; ++step) {
      for_one = sumOfA();
      MPI_Allreduce(&for_one, &one, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      for_two = sumOfB();
      MPI_Allreduce(&for_two, &two, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      if (one > 7.0)
        if (two > 8.0)
          MPI_Send(a, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      MPI_Bcast(b, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    return 0; })";

Refinements asking(const AnalysedSource &source, const char *call, std::size_t values) {
  Refinements out;
  out.open.push_back({{{"input.c", source.line(call)}}, /*another_call=*/true});
  out.open.back().values = values;
  return out;
}

RefinementAnswer answer(const char *program, const Refinements &refinements) {
  const AnalysedSource source(program, AnalysedSource::Language::C, false, refinements);
  EXPECT_EQ(source.decisions().answers_.size(), 1u);
  return source.decisions().answers_.empty() ? RefinementAnswer{} : source.decisions().answers_.front();
}

TEST(Refine, TheNearestPredictionFirstThenAsManyAsBefore) {
  const AnalysedSource plain(kTwoValues);
  ASSERT_TRUE(plain.predicted(Role::Condition, "one > 7.0"));
  ASSERT_TRUE(plain.predicted(Role::Condition, "two > 8.0"));
  const RefinementAnswer first = answer(kTwoValues, asking(plain, "MPI_Send(a", 0));
  ASSERT_EQ(first.found.size(), 1u);
  EXPECT_EQ(first.found[0].kind, RefinementKind::Value);
  EXPECT_EQ(first.found[0].text, "two > 8.0");
  EXPECT_EQ(first.found[0].line, plain.line("if (two"));
  EXPECT_TRUE(first.obstacles.empty());
  EXPECT_EQ(answer(kTwoValues, asking(plain, "MPI_Send(a", 2)).found.size(), 2u);
}

TEST(Refine, WhatIsTakenBackIsComputed) {
  const AnalysedSource plain(kTwoValues);
  Refinements refinements = asking(plain, "MPI_Send(a", 0);
  refinements.values.insert(answer(kTwoValues, refinements).found.at(0).id);
  refinements.open.clear();
  const AnalysedSource refined(kTwoValues, AnalysedSource::Language::C, false, refinements);
  EXPECT_FALSE(refined.predicted(Role::Condition, "two > 8.0"));
  EXPECT_TRUE(refined.predicted(Role::Condition, "one > 7.0"));
}

TEST(Refine, ACallThatNothingPredictedFeedsTakesBackAFunction) {
  const AnalysedSource plain(kTwoValues);
  Refinements refinements = asking(plain, "MPI_Bcast(b", 0);
  const RefinementAnswer first = answer(kTwoValues, refinements);
  ASSERT_EQ(first.found.size(), 1u);
  EXPECT_EQ(first.found[0].kind, RefinementKind::Function);
  EXPECT_EQ(first.found[0].id, "main");
  refinements.functions = {"main", "sumOfA", "sumOfB"};
  EXPECT_TRUE(answer(kTwoValues, refinements).found.empty());
  const AnalysedSource whole(kTwoValues, AnalysedSource::Language::C, false, refinements);
  EXPECT_TRUE(whole.kept(Role::Definition, "s += a[i]"));
  EXPECT_FALSE(whole.predicted(Role::Condition, "one > 7.0"));
}

TEST(Refine, AnEndThatWasAssumedNotToComeStays) {
  const char *const program = R"(double a[1000];
    int main(int argc, char **argv) {
      double s = 0; MPI_Init(&argc, &argv);
      for (int i = 0; i < 1000; ++i) for (int j = 0; j < 1000; ++j) { a[i] = 0.5 * a[i] + a[j]; s += a[i]; }
      if (s > 9.0) exit(3);
      MPI_Bcast(a, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      return 0; })";
  const AnalysedSource plain(program);
  ASSERT_FALSE(plain.kept(Role::Call, "exit(3)"));
  Refinements refinements = asking(plain, "MPI_Bcast(a", 0);
  refinements.open[0].program_ended = true;
  const RefinementAnswer found = answer(program, refinements);
  ASSERT_EQ(found.found.size(), 1u);
  EXPECT_EQ(found.found[0].kind, RefinementKind::End);
  refinements.ends.insert(found.found[0].id);
  refinements.open.clear();
  const AnalysedSource refined(program, AnalysedSource::Language::C, false, refinements);
  EXPECT_TRUE(refined.kept(Role::Call, "exit(3)"));
  EXPECT_TRUE(refined.kept(Role::Definition, "s += a[i]"));
}

} // namespace
} // namespace maquette::skeletonizer
