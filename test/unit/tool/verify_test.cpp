// test/unit/tool/verify_test.cpp - comparing the MPI calls of two programs
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/verify.h"
#include "maquette/formats/call_trace_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

using testing::HasSubstr;

enum Call : std::uint16_t {
  kNone,
#define MAQUETTE_MPI_CALL(name, ...) k##name,
#include "maquette/abi/mpi_calls.def"
};

CallRecord call(Call function, std::int32_t peer, std::int32_t tag, std::int64_t count) {
  CallRecord record;
  record.call = function;
  record.peer = peer;
  record.tag = tag;
  record.count = count;
  record.bytes = 8 * count;
  record.communicator = 1;
  record.datatype = 7;
  return record;
}

CallTrace trace(std::vector<CallRecord> calls) { return CallTrace{{std::move(calls)}, {"solve() at cg.c:31"}}; }

TEST(CompareCalls, EqualTracesHaveNoMismatch) {
  const CallTrace a = trace({call(kMPI_Send, 1, 2, 3), call(kMPI_Recv, 1, 2, 3)});
  const Verification found = compareCalls(a, a, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 0u);
  EXPECT_EQ(found.calls_compared, 2u);
  EXPECT_EQ(found.ranks, 1);
  EXPECT_FALSE(found.first);
  EXPECT_EQ(found.predicted_bytes_error, 0);
}

TEST(CompareCalls, SaysThatThereWasNothingToCompare) {
  const Verification found = compareCalls(CallTrace{}, CallTrace{}, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 0u);
  EXPECT_THAT(toText(found), HasSubstr("0 MPI calls compared: neither program communicates with these arguments"));
}

TEST(CompareCalls, ShowsTheFirstDivergenceWithBothPlacesAndWhatWentBefore) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 1), call(kMPI_Send, 1, 1, 1), call(kMPI_Send, 1, 2, 1),
                                call(kMPI_Send, 1, 3, 1), call(kMPI_Send, 1, 4, 1)});
  CallTrace skeleton = full;
  skeleton.ranks[0][4].tag = 9;
  skeleton.places[0] = "solve() at skeleton/cg.c:29";
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.mismatches, 1u);
  EXPECT_EQ(found.first->position, 4u);
  EXPECT_EQ(found.first->full,
            "MPI_Send of 1 (8 bytes), peer 1, tag 4, communicator 1, datatype 7, in solve() at cg.c:31");
  EXPECT_EQ(found.first->skeleton,
            "MPI_Send of 1 (8 bytes), peer 1, tag 9, communicator 1, datatype 7, in solve() at skeleton/cg.c:29");
  EXPECT_EQ(found.first->context.size(), 3u);
  EXPECT_THAT(found.first->context[0], HasSubstr("tag 1"));
  EXPECT_THAT(toText(found), HasSubstr("first mismatch: rank 0, call 5"));
}

TEST(CompareCalls, AMissingCallIsAMismatch) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 1), call(kMPI_Barrier, -1, 0, 0)});
  const CallTrace skeleton = trace({call(kMPI_Send, 1, 0, 1)});
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 1u);
  EXPECT_EQ(found.first->skeleton, "no call: the rank has ended");
}

TEST(CompareCalls, AMissingRankIsAMismatch) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 1)});
  EXPECT_EQ(compareCalls(full, CallTrace{}, Sizes::Exact).mismatches, 1u);
}

// Full 8*100 bytes, skeleton 8*110: |880 - 800| / 800 = 0.1.
TEST(CompareCalls, PredictedCountsAreAnErrorNotAMismatch) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 100)});
  const CallTrace skeleton = trace({call(kMPI_Send, 1, 0, 110)});
  const Verification predicted = compareCalls(full, skeleton, Sizes::Predicted);
  EXPECT_EQ(predicted.mismatches, 0u);
  EXPECT_EQ(predicted.sizes_differing, 1u);
  EXPECT_DOUBLE_EQ(predicted.predicted_bytes_error, 0.1);
  EXPECT_EQ(compareCalls(full, skeleton, Sizes::Exact).mismatches, 1u);
}

TEST(CompareCalls, PredictionExcusesNoOtherPeer) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 100)});
  const CallTrace skeleton = trace({call(kMPI_Send, 2, 0, 110)});
  EXPECT_EQ(compareCalls(full, skeleton, Sizes::Predicted).mismatches, 1u);
}

// A master answers workers in the order their requests come in, which is not the same in two runs.
TEST(CompareCalls, ARankThatReceivesFromAnySourceIsComparedAsASet) {
  const CallRecord any = call(kMPI_Recv, -1, 0, 1);
  const CallTrace full = trace({any, call(kMPI_Send, 1, 0, 1), any, call(kMPI_Send, 2, 0, 1)});
  const CallTrace skeleton = trace({any, call(kMPI_Send, 2, 0, 1), any, call(kMPI_Send, 1, 0, 1)});
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 0u);
  EXPECT_EQ(found.ranks_as_sets, 1);
  const CallTrace wrong = trace({any, call(kMPI_Send, 2, 0, 1), any, call(kMPI_Send, 3, 0, 1)});
  EXPECT_EQ(compareCalls(full, wrong, Sizes::Exact).mismatches, 2u);
}

// Two pieces of work and two ends go to two workers: two and none, or one each.
TEST(CompareCalls, WorkIsHandedOutToOtherWorkersInEachRun) {
  const CallRecord any = call(kMPI_Recv, -1, 0, 1);
  const CallRecord work = call(kMPI_Recv, 0, 1, 1);
  const CallRecord end = call(kMPI_Recv, 0, 2, 1);
  const auto given = [](std::int32_t peer, std::int32_t tag) { return call(kMPI_Send, peer, tag, 1); };
  const std::vector<std::string> places = {"solve() at cg.c:31"};
  const CallTrace full{{{any, given(1, 1), given(2, 1), given(1, 2), given(2, 2)}, {work, end}, {work, end}}, places};
  CallTrace skeleton{{{any, given(1, 1), given(1, 1), given(1, 2), given(2, 2)}, {work, work, end}, {end}}, places};
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 0u);
  EXPECT_EQ(found.calls_handed_out, 2u);
  EXPECT_FALSE(found.first);
  EXPECT_THAT(toText(found), HasSubstr("2 calls hand out work on demand: they are compared over all ranks"));
  skeleton.ranks[1].pop_back(); // One end fewer is not another order.
  EXPECT_EQ(compareCalls(full, skeleton, Sizes::Exact).mismatches, 5u);
}

TEST(CompareCalls, ARankThatProbesFromAnySourceIsComparedAsASet) {
  const CallRecord any = call(kMPI_Probe, -1, 0, 0);
  const CallTrace full = trace({any, call(kMPI_Recv, 1, 0, 1), any, call(kMPI_Recv, 2, 0, 1)});
  const CallTrace skeleton = trace({any, call(kMPI_Recv, 2, 0, 1), any, call(kMPI_Recv, 1, 0, 1)});
  EXPECT_EQ(compareCalls(full, skeleton, Sizes::Exact).mismatches, 0u);
}

// How often it polls is no matter; that it takes what comes is.
TEST(CompareCalls, ARankThatPollsFromAnySourceIsComparedAsASet) {
  CallRecord polled = call(kMPI_Iprobe, -1, 0, 0);
  polled.part = kPolled;
  const CallTrace full = trace({polled, call(kMPI_Recv, 1, 0, 1), polled, call(kMPI_Recv, 2, 0, 1)});
  const CallTrace skeleton = trace({polled, polled, polled, call(kMPI_Recv, 2, 0, 1), call(kMPI_Recv, 1, 0, 1)});
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  EXPECT_EQ(found.mismatches, 0u);
  EXPECT_EQ(found.calls_compared, 2u);
}

TEST(CompareCalls, SaysWhichArgumentDiffersWhere) {
  const CallTrace full = trace({call(kMPI_Send, 1, 2, 3)});
  const Verification found = compareCalls(full, trace({call(kMPI_Send, 4, 7, 3)}), Sizes::Exact);
  ASSERT_EQ(found.places.size(), 1u);
  const CallMismatch &place = found.places[0];
  EXPECT_EQ(place.full, "MPI_Send");
  EXPECT_EQ(place.full_at, (SourcePlace{"cg.c", 31}));
  EXPECT_THAT(place.differs, testing::ElementsAre("peer", "tag"));
  EXPECT_THAT(toText(found), HasSubstr("differs: cg.c:31: MPI_Send: peer is 4 instead of 1, tag is 7 instead of 2"));
  EXPECT_THAT(toJson(found), HasSubstr(R"("line": 31)"));
}

TEST(CompareCalls, AnotherCallIsNoArgument) {
  CallTrace full = trace({call(kMPI_Send, 1, 2, 3)});
  CallTrace skeleton = full;
  full.places.push_back("solve() at cg.c:40");
  full.ranks[0][0].site = 1;
  skeleton.ranks[0][0].tag = 9;
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  ASSERT_EQ(found.places.size(), 1u);
  EXPECT_THAT(found.places[0].differs, testing::ElementsAre("call"));
  EXPECT_EQ(found.places[0].skeleton_at.line, 31);
}

// Rank 1 waits for the message that rank 0 does not send.
TEST(CompareCalls, RanksThatWaitAreLeftOutOfThePlaces) {
  const CallRecord barrier = call(kMPI_Barrier, -1, 0, 0);
  const std::vector<std::string> places = {"solve() at cg.c:31"};
  const CallTrace full{{{call(kMPI_Send, 1, 0, 1), barrier}, {call(kMPI_Recv, 0, 0, 1), barrier}}, places};
  const CallTrace skeleton{{{barrier}, {call(kMPI_Recv, 0, 0, 1)}}, places};
  const Verification found = compareCalls(full, skeleton, Sizes::Exact);
  ASSERT_EQ(found.places.size(), 1u);
  EXPECT_EQ(found.places[0].rank, 0);
  EXPECT_EQ(found.places[0].skeleton, "MPI_Barrier");
}

// Line 12 of the tree's file is the second after line 10, which comes from line 7.
TEST(OriginalPlaces, AreThoseOfTheSources) {
  SkeletonReport report;
  report.files.resize(2);
  report.files[0].path = "src/cg.c";
  report.files[1].path = "src/io.c";
  report.files[1].statements = {{20, 30, 200, 300, "kept", "", {}}, {22, 24, 220, 250, "kept", "", {}}};
  report.lines.push_back({"src/cg.c", {{1, 1}, {10, 7}}, {{3, 9}}});
  const auto placed = [&](const char *place, OutputTree tree) {
    CallTrace calls{{}, {place}};
    toOriginalPlaces(calls, report, tree);
    return calls.places[0];
  };
  EXPECT_EQ(placed("solve() at /home/me/out/profiled/src/cg.c:12", OutputTree::Profiled), "solve() at src/cg.c:9");
  EXPECT_EQ(placed("solve() at cg.c:2", OutputTree::Skeleton), "solve() at src/cg.c:2");
  EXPECT_EQ(placed("solve() at ../src/cg.c:3", OutputTree::Skeleton), "solve() at src/cg.c:9");
  EXPECT_EQ(placed("solve() at cg.c:12", OutputTree::None), "solve() at src/cg.c:12");
  EXPECT_EQ(placed("solve() at io.c:5", OutputTree::Profiled), "solve() at src/io.c:5");
  // A call over three lines in the body of a loop.
  for (const char *line : {"22", "23", "24"})
    EXPECT_EQ(placed(("solve() at io.c:" + std::string(line)).c_str(), OutputTree::Skeleton), "solve() at src/io.c:22");
  EXPECT_EQ(placed("solve() at io.c:21", OutputTree::Skeleton), "solve() at src/io.c:20");
  EXPECT_EQ(placed("solve() at io.c:25", OutputTree::Skeleton), "solve() at src/io.c:25");
  EXPECT_EQ(placed("solve() at other.c:5", OutputTree::Profiled), "solve() at other.c:5");
  EXPECT_EQ(placed("an unknown place", OutputTree::Profiled), "an unknown place");
}

TEST(CompareCalls, WithoutWildcardsOrderMatters) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 1), call(kMPI_Send, 2, 0, 1)});
  const CallTrace skeleton = trace({call(kMPI_Send, 2, 0, 1), call(kMPI_Send, 1, 0, 1)});
  EXPECT_EQ(compareCalls(full, skeleton, Sizes::Exact).mismatches, 2u);
}

TEST(Verification, AsJsonHasThePromisedKeys) {
  const CallTrace full = trace({call(kMPI_Send, 1, 0, 100)});
  const std::string json = toJson(compareCalls(full, trace({}), Sizes::Exact));
  for (const char *key : {"ranks", "calls_compared", "mismatches", "first_mismatch", "predicted_bytes_error"})
    EXPECT_THAT(json, HasSubstr("\"" + std::string(key) + "\""));
}

} // namespace
} // namespace maquette::runtime
