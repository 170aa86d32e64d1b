//===- test/unit/skeletonizer/source_root_test.cpp --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/source_root.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

TEST(StepsUp, CountsTheLongestRun) {
  EXPECT_EQ(stepsUp("BIN_DIR = ../bin"), 1);
  EXPECT_EQ(stepsUp("cp x ../../lib ../y"), 2);
  EXPECT_EQ(stepsUp("cd ..; make"), 1);
  EXPECT_EQ(stepsUp("SRC=$(TOP)/.."), 1);
}

TEST(StepsUp, FindsPathsBehindOptionsOfOneLetter) { EXPECT_EQ(stepsUp("CFLAGS = -O2 -I../include -L../../lib"), 2); }

TEST(StepsUp, AnEllipsisIsNoPath) {
  EXPECT_EQ(stepsUp("@echo \"Making all ...\""), 0);
  EXPECT_EQ(stepsUp("echo Rebuilding.."), 0);
  EXPECT_EQ(stepsUp("echo a..b"), 0);
}

TEST(StepsUp, CommentsDoNotCount) { EXPECT_EQ(stepsUp("all: # see ../README"), 0); }

} // namespace
} // namespace maquette::skeletonizer
