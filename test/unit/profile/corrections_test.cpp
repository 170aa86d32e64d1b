// test/unit/profile/corrections_test.cpp - corrections are left out by name
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/corrections.h"

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

TEST(Corrections, AreAllOn) {
  const auto corrections = Corrections::parse("");
  ASSERT_TRUE(corrections);
  EXPECT_TRUE((*corrections)[Correction::Steal]);
  EXPECT_TRUE((*corrections)[Correction::Outliers]);
  EXPECT_EQ(corrections->text(), "");
}

TEST(Corrections, AreLeftOutByName) {
  const auto corrections = Corrections::parse("-pace,-steal");
  ASSERT_TRUE(corrections);
  EXPECT_FALSE((*corrections)[Correction::Steal]);
  EXPECT_FALSE((*corrections)[Correction::Pace]);
  EXPECT_TRUE((*corrections)[Correction::Outliers]);
  EXPECT_EQ(corrections->text(), "-steal,-pace");
}

TEST(Corrections, EachHasAName) {
  const auto none = Corrections::parse(allCorrections());
  ASSERT_TRUE(none);
  for (int i = 0; i < static_cast<int>(Correction::kCount); ++i)
    EXPECT_FALSE((*none)[static_cast<Correction>(i)]) << i;
}

TEST(Corrections, ThatDoNotExistAreNone) {
  EXPECT_FALSE(Corrections::parse("-pase"));
  EXPECT_FALSE(Corrections::parse("pace"));
  EXPECT_FALSE(Corrections::parse("-pace,,-steal"));
}

} // namespace
} // namespace maquette::runtime
