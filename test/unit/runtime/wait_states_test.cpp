// test/unit/runtime/wait_states_test.cpp - what of a wait is the lateness of another rank, and why it was late
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/wait_states.h"

#include <gtest/gtest.h>

namespace maquette::causality {
namespace {

constexpr std::uint16_t kSendCall = 1, kReceiveCall = 2, kBarrierCall = 3;

struct WaitStatesTest : testing::Test {
  ActivityTable activities;
  ChainPool chains;
  WaitStates waits{activities, chains};

  Chain with(Chain chain, std::int64_t until, ActivityKind kind, std::uint16_t call, std::int32_t rank) {
    chains.extendOrMark(chain, sim::SimTime::fromPs(until), activities.idOf({kind, call, nullptr}), rank);
    return chain;
  }
  void wait(WaitKind kind, std::uint16_t call, std::int64_t begin, const Chain &chain, bool collective = false) {
    waits.add({kind, call, nullptr, 0, sim::SimTime::fromPs(begin), chains.end(chain), collective}, chain);
  }
  std::int64_t causeOf(ActivityKind kind, std::uint16_t call) {
    const auto &causes = waits.entries().at(0).causes;
    const auto found = causes.find(activities.idOf({kind, call, nullptr}));
    return found == causes.end() ? 0 : static_cast<std::int64_t>(found->second);
  }
};

TEST_F(WaitStatesTest, UntilTheSenderComesItIsLate) {
  Chain chain = with({}, 100, ActivityKind::Computing, kSendCall, 1);
  chain = with(chain, 110, ActivityKind::Call, kSendCall, 1);
  chain = with(chain, 150, ActivityKind::Transfer, kSendCall, kNoRank);
  wait(WaitKind::LateSender, kReceiveCall, 30, chain);
  ASSERT_EQ(waits.entries().size(), 1u);
  EXPECT_EQ(waits.entries()[0].time_ps, 70);
  EXPECT_EQ(waits.entries()[0].late_rank, 1);
  EXPECT_EQ(causeOf(ActivityKind::Computing, kSendCall), 70);
}

TEST_F(WaitStatesTest, WaitingForTheMessageAloneIsNone) {
  Chain chain = with({}, 20, ActivityKind::Computing, kSendCall, 1);
  chain = with(chain, 30, ActivityKind::Call, kSendCall, 1);
  chain = with(chain, 90, ActivityKind::Transfer, kSendCall, kNoRank);
  wait(WaitKind::LateSender, kReceiveCall, 25, chain);
  EXPECT_TRUE(waits.entries().empty());
}

TEST_F(WaitStatesTest, TheReceiverItselfIsNotLate) {
  Chain chain = with({}, 20, ActivityKind::Computing, kReceiveCall, 0);
  chain = with(chain, 30, ActivityKind::Call, kReceiveCall, 0); // It answers to a message that asks first.
  chain = with(chain, 90, ActivityKind::Transfer, kReceiveCall, kNoRank);
  wait(WaitKind::LateSender, kReceiveCall, 10, chain);
  EXPECT_TRUE(waits.entries().empty());
}

TEST_F(WaitStatesTest, TheCauseOfAWaitForOneThatWaitedIsWithTheFirst) {
  Chain chain = with({}, 100, ActivityKind::Computing, kSendCall, 2);
  chain = with(chain, 100, ActivityKind::Call, kSendCall, 2);
  chain = with(chain, 120, ActivityKind::Transfer, kSendCall, kNoRank); // To rank 1, which goes on at once.
  chain = with(chain, 120, ActivityKind::Call, kSendCall, 1);
  chain = with(chain, 140, ActivityKind::Transfer, kSendCall, kNoRank);
  wait(WaitKind::LateSender, kReceiveCall, 40, chain);
  ASSERT_EQ(waits.entries().size(), 1u);
  EXPECT_EQ(waits.entries()[0].time_ps, 80);
  EXPECT_EQ(waits.entries()[0].late_rank, 1);
  EXPECT_EQ(causeOf(ActivityKind::Computing, kSendCall), 60);
  EXPECT_EQ(causeOf(ActivityKind::Transfer, kSendCall), 20);
}

TEST_F(WaitStatesTest, MessagesOfACollectiveBelongToIt) {
  Chain chain = with({}, 100, ActivityKind::Computing, kBarrierCall, 3);
  for (std::int32_t rank : {3, 1}) {
    chain = with(chain, chains.end(chain).ps() + 1, ActivityKind::Call, kBarrierCall, rank);
    chain = with(chain, chains.end(chain).ps() + 10, ActivityKind::Transfer, kBarrierCall, kNoRank);
  }
  wait(WaitKind::WaitAtBarrier, kBarrierCall, 20, chain, true);
  ASSERT_EQ(waits.entries().size(), 1u);
  EXPECT_EQ(waits.entries()[0].time_ps, 80);
  EXPECT_EQ(waits.entries()[0].late_rank, 3);
}

TEST_F(WaitStatesTest, WaitsAtOnePlaceAreOneEntryWithItsLongest) {
  for (std::int64_t late : {50, 90, 70}) {
    Chain chain = with({}, late, ActivityKind::Computing, kSendCall, 1);
    chain = with(chain, late, ActivityKind::Call, kSendCall, 1);
    wait(WaitKind::LateSender, kReceiveCall, 10, chain);
  }
  ASSERT_EQ(waits.entries().size(), 1u);
  EXPECT_EQ(waits.entries()[0].count, 3u);
  EXPECT_EQ(waits.entries()[0].time_ps, 180);
  EXPECT_EQ((waits.entries()[0].longest.end - waits.entries()[0].longest.begin).ps(), 80);
}

} // namespace
} // namespace maquette::causality
