// edits_test.cpp - replacements in one file
// SPDX-License-Identifier: Apache-2.0
#include "maquette/edits/edits.h"

#include <gtest/gtest.h>

namespace maquette::skeletonizer {
namespace {

TEST(Applied, DoesEditsInTheOrderOfTheirPlaces) { EXPECT_EQ(applied("abcdef", {{4, 5, "E"}, {1, 2, "B"}}), "aBcdEf"); }

TEST(Applied, PutsInsertionsBeforeAReplacementThatBeginsThere) {
  EXPECT_EQ(applied("abc", {{1, 2, "B"}, {1, 1, "<"}}), "a<Bc");
}

TEST(Applied, KeepsTheOrderOfInsertionsAtOnePlace) { EXPECT_EQ(applied("ab", {{1, 1, "1"}, {1, 1, "2"}}), "a12b"); }

TEST(Applied, LetsTheOuterOfTwoOverlappingReplacementsWin) {
  EXPECT_EQ(applied("abcdef", {{2, 3, "inner"}, {1, 5, "-"}}), "a-f");
}

// The text "cd" stands at offset 2 of its file.
TEST(Applied, CountsOffsetsFromTheFilesBeginning) { EXPECT_EQ(applied("cd", {{0, 1, "x"}, {3, 4, "D"}}, 2), "cD"); }

TEST(Applied, InsertsBehindAByteOrderMark) {
  EXPECT_EQ(applied("\xef\xbb\xbf"
                    "ab",
                    {{0, 0, "<"}, {3, 4, "A"}}),
            "\xef\xbb\xbf"
            "<Ab");
}

TEST(OriginalOffset, IsThatOfTheEditInWhatItWrote) {
  const std::vector<Edit> edits{{2, 4, "XYZ"}, {5, 5, "!"}};
  ASSERT_EQ(applied("abcdef", edits), "abXYZe!f");
  const unsigned expected[] = {0, 1, 2, 2, 2, 4, 5, 5};
  for (unsigned offset = 0; offset < 8; ++offset)
    EXPECT_EQ(originalOffset("abcdef", edits, offset), expected[offset]) << offset;
  EXPECT_EQ(originalOffset("abcdef", edits, 8), 6u);
}

using Lines = std::vector<std::pair<unsigned, unsigned>>;

// Two lines before the first, line b gone, and line d in a call around it.
TEST(OriginalLines, FollowsInsertionsAndRemovals) {
  const char *const text = "a\nb\nc\nd\n";
  EXPECT_EQ(originalLines(text, {}), Lines{});
  EXPECT_EQ(applied(text, {{0, 0, "x\ny\n"}}), "x\ny\na\nb\nc\nd\n");
  EXPECT_EQ(originalLines(text, {{0, 0, "x\ny\n"}}), (Lines{{2, 1}, {3, 1}}));
  EXPECT_EQ(originalLines(text, {{2, 4, ""}}), (Lines{{2, 3}}));
  EXPECT_EQ(originalLines(text, {{2, 4, ""}, {6, 6, "f("}, {7, 7, ")"}}), (Lines{{2, 3}}));
}

// What an edit wrote in place of three lines comes from where they began, but for a line that goes on with the text.
TEST(OriginalLines, WrittenLinesComeFromWhereTheyStand) {
  const char *const text = "a\nb\nc\nd\n";
  EXPECT_EQ(applied(text, {{0, 4, "x;\ny "}}), "x;\ny c\nd\n");
  EXPECT_EQ(originalLines(text, {{0, 4, "x;\ny "}}), (Lines{{2, 3}}));
}

TEST(Applied, InsertsAtTheVeryEnd) { EXPECT_EQ(applied("ab", {{2, 2, "!"}}), "ab!"); }

} // namespace
} // namespace maquette::skeletonizer
