// activities_test.cpp - who communicates with whom in a trace
// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace_formats/lib/each_event.h"
#include "test/unit/traces/given_trace.h"

#include <gtest/gtest.h>

namespace maquette::traces {
namespace {

const std::int64_t kWorld = named(ArgumentType::Comm, "MPI_COMM_WORLD");
const std::int64_t kDouble = named(ArgumentType::Datatype, "MPI_DOUBLE");

std::vector<Activity> activitiesOf(const Given &trace, std::int64_t rank) {
  const Communicators communicators = *Communicators::of(trace);
  std::vector<Activity> all;
  const auto read = eachActivity(trace, communicators, rank, [&](const Event &, const std::vector<Activity> &found) {
    all.insert(all.end(), found.begin(), found.end());
  });
  EXPECT_TRUE(read);
  return all;
}

TEST(Communicators, OfASplitAreOrderedByKey) {
  std::vector<std::vector<Event>> ranks;
  for (std::int64_t rank = 0; rank < 5; ++rank) // The last gets none.
    ranks.push_back({call("MPI_Comm_split", {{"comm", kWorld},
                                             {"color", rank < 4 ? rank % 2 : std::int64_t{kUndefined}},
                                             {"key", -rank},
                                             {"newcomm", rank < 4 ? rank + 10 : -1}})});
  const Communicators communicators = *Communicators::of(Given(ranks));
  ASSERT_EQ(communicators.all().size(), 3u);
  const CommNumber even = communicators.made(0).front(), odd = communicators.made(1).front();
  EXPECT_EQ(communicators.all()[static_cast<std::size_t>(even)].ranks, (std::vector<std::int32_t>{2, 0}));
  EXPECT_EQ(communicators.all()[static_cast<std::size_t>(odd)].ranks, (std::vector<std::int32_t>{3, 1}));
  EXPECT_EQ(communicators.made(4).front(), kNoComm);
  EXPECT_EQ(communicators.rankIn(odd, 1), 1);
  EXPECT_EQ(communicators.worldRank(odd, 0), 3);
}

TEST(Communicators, OfAGridAreItsRowsAndColumns) {
  std::vector<std::vector<Event>> ranks;
  for (int rank = 0; rank < 6; ++rank)
    ranks.push_back(
        {call("MPI_Cart_create", {{"comm", kWorld}, {"sizes", std::vector<std::int64_t>{2, 3}}, {"newcomm", 0}}),
         call("MPI_Cart_sub", {{"comm", 0}, {"remain", std::vector<std::int64_t>{0, 1}}, {"newcomm", 1}}),
         call("MPI_Cart_sub", {{"comm", 0}, {"remain", std::vector<std::int64_t>{1, 0}}, {"newcomm", 2}})});
  const Communicators communicators = *Communicators::of(Given(ranks));
  const auto ranksOf = [&](CommNumber comm) { return communicators.all()[static_cast<std::size_t>(comm)].ranks; };
  EXPECT_TRUE(communicators.all()[static_cast<std::size_t>(communicators.made(4)[0])].is_world);
  EXPECT_EQ(ranksOf(communicators.made(4)[1]), (std::vector<std::int32_t>{3, 4, 5}));
  EXPECT_EQ(ranksOf(communicators.made(4)[2]), (std::vector<std::int32_t>{1, 4}));
}

TEST(Communicators, OfGroupsHaveTheirOrder) {
  std::vector<std::vector<Event>> ranks;
  for (int rank = 0; rank < 4; ++rank)
    ranks.push_back(
        {call("MPI_Comm_group", {{"comm", kWorld}, {"group", 0}}),
         call("MPI_Group_range_excl", {{"group", 0}, {"ranges", std::vector<std::int64_t>{0, 2, 2}}, {"newgroup", 1}}),
         call("MPI_Group_incl", {{"group", 1}, {"ranks", std::vector<std::int64_t>{1, 0}}, {"newgroup", 2}}),
         call("MPI_Comm_create", {{"comm", kWorld}, {"group", 2}, {"newcomm", rank % 2 == 1 ? 5 : -1}})});
  const Communicators communicators = *Communicators::of(Given(ranks));
  EXPECT_EQ(communicators.made(0).front(), kNoComm);
  EXPECT_EQ(communicators.all().at(static_cast<std::size_t>(communicators.made(1).front())).ranks,
            (std::vector<std::int32_t>{3, 1}));
}

TEST(Communicators, AreOfUnknownRanksWhereTheTraceLacksSome) {
  const auto split = call("MPI_Comm_split", {{"comm", kWorld}, {"color", 0}, {"key", 0}, {"newcomm", 0}});
  const auto copy = call("MPI_Comm_dup", {{"comm", kWorld}, {"newcomm", 1}});
  const Communicators communicators = *Communicators::of(Given({{split, copy}, {}}));
  EXPECT_FALSE(communicators.all().at(static_cast<std::size_t>(communicators.made(0)[0])).is_known);
  EXPECT_TRUE(communicators.all().at(static_cast<std::size_t>(communicators.made(0)[1])).is_world);
}

TEST(Activities, FollowRequestsAndDatatypes) {
  const Given trace(
      {{call("MPI_Type_vector", {{"count", 4}, {"blocklength", 2}, {"oldtype", kDouble}, {"newtype", 3}}),
        call("MPI_Irecv", {{"count", 9},
                           {"datatype", 3},
                           {"source", kAnySource},
                           {"tag", kAnyTag},
                           {"comm", kWorld},
                           {"request", 70}}),
        call("MPI_Isend", {{"count", 1}, {"datatype", 3}, {"dest", 1}, {"tag", 5}, {"comm", kWorld}, {"request", 71}}),
        call("MPI_Waitany", {{"requests", std::vector<std::int64_t>{70, 71}}, {"index", 1}}),
        call("MPI_Waitall", {{"requests", std::vector<std::int64_t>{70}}}, {{1, 6, 40}})},
       {}});
  const std::vector<Activity> found = activitiesOf(trace, 0);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].kind, Activity::Kind::StartReceive);
  EXPECT_EQ(found[1].kind, Activity::Kind::StartSend);
  EXPECT_EQ(found[1].bytes, 4 * 2 * 8);
  EXPECT_EQ(found[2].kind, Activity::Kind::SendDone);
  EXPECT_EQ(found[2].request, found[1].request);
  EXPECT_EQ(found[3].kind, Activity::Kind::ReceiveDone);
  EXPECT_EQ(std::tuple(found[3].peer, found[3].tag, found[3].bytes, found[3].number), std::tuple(1, 6, 40, 0));
}

TEST(Activities, OfOneHandleForSeveralRequestsAreAllFollowed) {
  const Event send = call(
      "MPI_Isend", {{"count", 1}, {"datatype", kDouble}, {"dest", 0}, {"tag", 5}, {"comm", kWorld}, {"request", 900}});
  const Given trace({{send, send, call("MPI_Waitall", {{"requests", std::vector<std::int64_t>{900, 900}}}), send,
                      call("MPI_Wait", {{"request", 900}})}});
  const std::vector<Activity> found = activitiesOf(trace, 0);
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[2].request, found[0].request);
  EXPECT_EQ(found[3].request, found[1].request);
  EXPECT_EQ(found[5].request, found[4].request);
}

TEST(Activities, OfPersistentRequestsComeWithEachStart) {
  const Event start = call("MPI_Start", {{"request", 1}}), wait = call("MPI_Wait", {{"request", 1}});
  const Given trace(
      {{call("MPI_Send_init",
             {{"count", 2}, {"datatype", kDouble}, {"dest", 0}, {"tag", 5}, {"comm", kWorld}, {"request", 1}}),
        start, wait, wait, start, wait, call("MPI_Request_free", {{"request", 1}})}});
  const std::vector<Activity> found = activitiesOf(trace, 0);
  ASSERT_EQ(found.size(), 4u); // Waiting for what was not started is nothing.
  EXPECT_EQ(found[2].number, 1);
  EXPECT_NE(found[0].request, found[2].request);
  EXPECT_EQ(found[3].kind, Activity::Kind::SendDone);
}

TEST(Activities, ThatNobodyCanPlaceAreLost) {
  const auto send = [](std::int64_t comm) {
    return call("MPI_Send", {{"count", 1}, {"datatype", kDouble}, {"dest", 1}, {"tag", 0}, {"comm", comm}});
  };
  // Rank 1 is not in the trace: who the ranks of the new communicator are is not known. Nobody made communicator 8.
  const Given trace({{call("MPI_Comm_split", {{"comm", kWorld}, {"color", 0}, {"key", 0}, {"newcomm", 7}}), send(7),
                      send(8), send(kWorld)},
                     {}});
  const Communicators communicators = *Communicators::of(trace);
  std::vector<std::int64_t> numbers;
  const auto lost = eachActivity(trace, communicators, 0, [&](const Event &, const std::vector<Activity> &found) {
    for (const Activity &activity : found)
      if (activity.kind == Activity::Kind::Send)
        numbers.push_back(activity.number);
  });
  EXPECT_EQ(*lost, 2u);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{-1, -1, 0}));
}

TEST(Activities, OfCollectivesCountWhatGoesToEachRank) {
  const auto all = [](std::string_view name, Arguments arguments) {
    return activitiesOf(Given({{call(name, arguments)}, {}, {}, {}}), 0).at(0);
  };
  const Activity reduced = all("MPI_Reduce", {{"count", 3}, {"datatype", kDouble}, {"root", 1}, {"comm", kWorld}});
  EXPECT_EQ(std::tuple(reduced.bytes, reduced.received_bytes, reduced.peer), std::tuple(24, 0, 1));
  const Activity scan = all("MPI_Iscan", {{"count", 3}, {"datatype", kDouble}, {"comm", kWorld}, {"request", 0}});
  EXPECT_EQ(scan.kind, Activity::Kind::StartCollective);
  EXPECT_EQ(std::tuple(scan.bytes, scan.received_bytes), std::tuple(4 * 24, 24));
  const Activity gathered = all("MPI_Allgatherv", {{"sendcount", 1},
                                                   {"sendtype", kDouble},
                                                   {"recvcounts", std::vector<std::int64_t>{1, 2, 3, 4}},
                                                   {"recvtype", kDouble},
                                                   {"comm", kWorld}});
  EXPECT_EQ(std::tuple(gathered.bytes, gathered.received_bytes), std::tuple(4 * 8, 80));
}

} // namespace
} // namespace maquette::traces
