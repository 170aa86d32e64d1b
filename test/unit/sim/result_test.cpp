// test/unit/sim/result_test.cpp - values or reasons
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/result.h"

#include <gtest/gtest.h>

namespace maquette::sim {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  Result<int> good = 3;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 3);
  Result<int> bad = Diagnostic{"", "no", "maquette-x", "", ""};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().diagnostics[0].what, "no");
}

TEST(Result, TextShowsPlaceTagExcerptAndFix) {
  Error error(Diagnostic{"a.toml:2:5", "unknown key 'x'", "maquette-config-unknown-key", "x = 1\n^", "remove it"});
  error.diagnostics.push_back({"", "second", "", "", ""});
  EXPECT_EQ(toText(error), "a.toml:2:5: error: unknown key 'x' [maquette-config-unknown-key]\n"
                           "  x = 1\n"
                           "  ^\n"
                           "  fix: remove it\n"
                           "error: second\n");
}

} // namespace
} // namespace maquette::sim
