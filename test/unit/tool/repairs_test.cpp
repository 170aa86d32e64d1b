// test/unit/tool/repairs_test.cpp - what verify taught, as a file and as text
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/repairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using testing::HasSubstr;

CallMismatch otherTag() {
  return {2, 4, "MPI_Send", "MPI_Send", {"src/cg.c", 31}, {"src/cg.c", 31}, {"tag"}, {"9 instead of 4"}};
}

CallMismatch otherCall() { return {0, 7, "MPI_Bcast", "MPI_Barrier", {"cg.c", 12}, {"cg.c", 15}, {"call"}, {}}; }

TEST(Repairs, AFileHoldsWhatWasWritten) {
  Repairs repairs;
  repairs.note(otherTag());
  repairs.note(otherCall());
  repairs.mismatches[0].state = MismatchState::Tried;
  repairs.mismatches[0].rounds = 1;
  repairs.repairs.push_back({RepairKind::End, "main#12345678", {"cg.c", 20}, "exit(1)", 1});
  const sim::Result<Repairs> read = repairsFromJson(toJson(repairs), "cg.profile.repairs");
  ASSERT_TRUE(read);
  EXPECT_EQ(toJson(*read), toJson(repairs));
  EXPECT_TRUE(read->mismatches[0].what.sameAs(otherTag()));
  EXPECT_TRUE(read->has(RepairKind::End, "main#12345678"));
  EXPECT_FALSE(read->has(RepairKind::Value, "main#12345678"));
  EXPECT_TRUE(read->hasOpen());
}

TEST(Repairs, AMismatchThatComesAgainIsOpenAgain) {
  Repairs repairs;
  repairs.note(otherTag());
  repairs.mismatches[0].state = MismatchState::Tried;
  EXPECT_FALSE(repairs.hasOpen());
  CallMismatch on_another_rank = otherTag();
  on_another_rank.rank = 5;
  repairs.note(on_another_rank);
  EXPECT_EQ(repairs.mismatches.size(), 1u);
  EXPECT_TRUE(repairs.hasOpen());
}

TEST(Repairs, AMismatchIsSaidInWords) {
  EXPECT_EQ(toText(otherTag()), "src/cg.c:31: MPI_Send: tag is 9 instead of 4 (rank 2, call 5)");
  EXPECT_EQ(toText(otherCall()),
            "cg.c:12: MPI_Bcast: the skeleton calls MPI_Barrier at cg.c:15 instead (rank 0, call 8)");
  CallMismatch missing = otherCall();
  missing.skeleton.clear();
  EXPECT_THAT(toText(missing), HasSubstr("cg.c:12: MPI_Bcast: the skeleton does not make this call"));
  CallMismatch added = otherCall();
  added.full.clear();
  EXPECT_THAT(toText(added), HasSubstr("cg.c:15: MPI_Barrier: only the skeleton makes this call"));
}

TEST(Repairs, OtherFilesAreRefused) {
  for (const char *text :
       {"", "[]", R"({"format": "maquette-profile"})", R"({"format": "maquette-repairs", "version": 2})",
        R"({"format": "maquette-repairs", "version": 1, "mismatches": []})",
        R"({"format": "maquette-repairs", "version": 1, "mismatches": [], "repairs": [{"kind": "value",
                               "id": "f#1", "at": {"file": "f.c", "line": 1}, "text": "x", "mismatch": 0}]})"}) {
    const sim::Result<Repairs> read = repairsFromJson(text, "x.repairs");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().diagnostics[0].tag, "maquette-repairs");
  }
}

TEST(Repairs, NoFileIsNoRepairs) {
  const sim::Result<Repairs> none = readRepairs("/nonexistent/app.profile.repairs");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->repairs.empty());
  EXPECT_EQ(repairsBeside("app.profile"), "app.profile.repairs");
}

} // namespace
} // namespace maquette::runtime
