// predictions_test.cpp - how predicted values are written
// SPDX-License-Identifier: Apache-2.0
#include "skeletonizer/edits/lib/predictions.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

TEST(Predictions, CastToTheTypeOfTheVariable) {
  EXPECT_EQ(predictionText({"f#1", ValueType::Integer, "int", true, ""}), "(int)maquette_predict_integer(\"f#1\", 0)");
  EXPECT_EQ(predictionText({"f#1", ValueType::Floating, "float", true, ""}),
            "(float)maquette_predict_double(\"f#1\", 0)");
}

TEST(Predictions, AreNotCastToTheTypeTheyHave) {
  EXPECT_EQ(predictionText({"f#1", ValueType::Floating, "double", true, ""}), "maquette_predict_double(\"f#1\", 0)");
}

TEST(Predictions, OfScopedEnumerationsAreCast) {
  EXPECT_EQ(predictionText({"f#1", ValueType::Integer, "Kind", false, ""}),
            "(Kind)maquette_predict_integer(\"f#1\", 0)");
}

TEST(Observations, WrapTheExpressionAndKeepItsType) {
  std::vector<Edit> edits;
  observe({"f#1", ValueType::Integer, "int", true, ""}, {4, 9}, edits);
  EXPECT_EQ(applied("x = a + b;", edits), "x = (int)maquette_observe_integer(\"f#1\", (int)(a + b), 0);");
}

TEST(Observations, OfAConditionSeeItsTruth) {
  std::vector<Edit> edits;
  observeCondition({"f#1", ValueType::Boolean, "int", true, ""}, {4, 5}, edits);
  EXPECT_EQ(applied("if (p) {}", edits), "if (maquette_observe_branch(\"f#1\", (p) ? 1 : 0, 0)) {}");
}

} // namespace
} // namespace maquette::skeletonizer
