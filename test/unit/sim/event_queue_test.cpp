// test/unit/sim/event_queue_test.cpp - time order, ties in order of insertion
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"
#include "maquette/sim/event_queue.h"
#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

namespace maquette::sim {
namespace {

void nothing(void *, std::uint64_t) {}

/// Pops and pushes as a simulation does and compares with a multimap, which keeps equal keys in order of insertion.
void compareWithMultimap(std::uint64_t seed, std::uint64_t span, std::size_t population, std::size_t steps) {
  const Random random(seed, span);
  EventQueue queue;
  std::multimap<std::int64_t, std::uint64_t> expected;
  std::uint64_t draws = 0, serial = 0;
  auto push = [&](std::int64_t from) {
    const auto when = from + static_cast<std::int64_t>(random.below(draws++, span));
    queue.push(SimTime::fromPs(when), nothing, nullptr, serial);
    expected.emplace(when, serial++);
  };
  for (std::size_t i = 0; i < population; ++i)
    push(0);
  for (std::size_t i = 0; !expected.empty(); ++i) {
    Event event;
    ASSERT_TRUE(queue.pop(event));
    ASSERT_EQ(event.when.ps(), expected.begin()->first) << "step " << i;
    ASSERT_EQ(event.argument, expected.begin()->second) << "step " << i;
    expected.erase(expected.begin());
    if (i < steps)
      for (std::uint64_t n = random.below(draws++, 3); n > 0; --n)
        push(event.when.ps());
  }
  Event event;
  EXPECT_FALSE(queue.pop(event));
  EXPECT_EQ(queue.size(), 0u);
}

class EventQueueSpans : public testing::TestWithParam<std::uint64_t> {};

TEST_P(EventQueueSpans, KeepsTimeOrderAndTiesInOrder) {
  for (std::size_t population : {1u, 50u, 3000u})
    compareWithMultimap(population, GetParam(), population, 20'000);
}

INSTANTIATE_TEST_SUITE_P(Spans, EventQueueSpans,
                         testing::Values(1, 2, 5, 17, 300, 5'000, 1'000'000, 1'000'000'000'000));

TEST(EventQueue, TakesTheLargestTime) {
  EventQueue queue;
  queue.push(SimTime::max(), nothing, nullptr, 1);
  queue.push(SimTime::fromPs(3), nothing, nullptr, 2);
  Event event;
  ASSERT_TRUE(queue.pop(event));
  EXPECT_EQ(event.argument, 2u);
  ASSERT_TRUE(queue.pop(event));
  EXPECT_EQ(event.when, SimTime::max());
}

TEST(EventQueue, PeeksInOrder) {
  EventQueue queue;
  for (std::uint64_t i = 0; i < 10; ++i)
    queue.push(SimTime::fromPs(static_cast<std::int64_t>(100 - i)), nothing, nullptr, i);
  Event event;
  ASSERT_TRUE(queue.pop(event));
  ASSERT_TRUE(queue.peek(0, event));
  EXPECT_EQ(event.argument, 8u);
  ASSERT_TRUE(queue.peek(8, event));
  EXPECT_EQ(event.argument, 0u);
  EXPECT_FALSE(queue.peek(9, event));
}

// 100,000 events fill 2,381 chunks of 42, or ten blocks of 256. Two more may be open for half-filled chunks; ten rounds
// need no more.
TEST(EventQueue, ReusesItsMemory) {
  EventQueue queue;
  Event event;
  for (std::int64_t round = 0; round < 10; ++round) {
    for (std::int64_t i = 0; i < 100'000; ++i)
      queue.push(SimTime::fromPs(round * 1'000'000'000 + i * 7919 % 100'000), nothing, nullptr, 0);
    while (queue.pop(event)) {
    }
  }
  EXPECT_LE(queue.memoryBytes(), 12u * 256 * 1024);
}

struct Chain {
  Engine engine;
  std::vector<std::int64_t> times;
  static void step(void *target, std::uint64_t left) {
    auto *chain = static_cast<Chain *>(target);
    chain->times.push_back(chain->engine.now().ps());
    if (left == 2)
      chain->engine.stop();
    if (left > 0)
      chain->engine.schedule(chain->engine.now() + SimDuration::ps(10), step, target, left - 1);
  }
};

TEST(Engine, AdvancesTimeAndStops) {
  Chain chain;
  chain.engine.schedule(SimTime::fromPs(5), Chain::step, &chain, 3);
  chain.engine.run();
  EXPECT_EQ(chain.times, (std::vector<std::int64_t>{5, 15}));
  EXPECT_TRUE(chain.engine.stopped());
  chain.engine.run();
  EXPECT_EQ(chain.times, (std::vector<std::int64_t>{5, 15, 25, 35}));
  EXPECT_EQ(chain.engine.eventCount(), 4u);
  EXPECT_EQ(chain.engine.pendingCount(), 0u);
}

TEST(Engine, TellsWhoComesSoon) {
  constexpr std::size_t kStages = 4;
  struct Told {
    Chain chain;
    std::array<std::vector<std::uint64_t>, kStages> events;
  } told;
  told.chain.engine.setPrefetch(
      [](void *context, const Event &event, PrefetchStage stage) {
        auto &told_here = *static_cast<Told *>(context);
        EXPECT_GT(event.when, told_here.chain.engine.now());
        told_here.events[static_cast<std::size_t>(stage)].push_back(event.argument);
      },
      &told);
  // So many that they do not fit a cache: as long as more than 1,024 are pending, those that come are told.
  const std::uint64_t count = 5000, least_pending = 1024;
  for (std::uint64_t i = 0; i < count; ++i)
    told.chain.engine.schedule(SimTime::fromPs(static_cast<std::int64_t>(i)), nothing, nullptr, i);
  told.chain.engine.run();
  for (const std::vector<std::uint64_t> &events : told.events) {
    // Each once, in order; but for the first of the few that the queue knows at a time.
    for (std::size_t i = 1; i < events.size(); ++i)
      EXPECT_GT(events[i], events[i - 1]);
    EXPECT_GT(events.size(), (count - least_pending) * 9 / 10);
  }
  // An earlier stage is told of further ahead.
  for (std::size_t stage = 1; stage < kStages; ++stage)
    EXPECT_LT(told.events[stage].back(), told.events[stage - 1].back());
}

TEST(Engine, AGateLetsEventsWaitForOthersThatComeBeforeThem) {
  struct Gated {
    Engine engine;
    std::vector<std::uint64_t> ran;
    std::vector<std::int64_t> asked; ///< Time of the next event; -1: there was none.
    static void note(void *self, std::uint64_t number) { static_cast<Gated *>(self)->ran.push_back(number); }
  } gated;
  gated.engine.setGate(
      [](void *context) {
        auto &self = *static_cast<Gated *>(context);
        SimTime next;
        const bool any = self.engine.next(next);
        self.asked.push_back(any ? next.ps() : -1);
        if (self.asked.size() ==
            2) // The next is at 1,000,000: its bucket was opened, and earlier ones still come first.
          for (const std::int64_t when : {500, 11, 500'000})
            self.engine.schedule(SimTime::fromPs(when), Gated::note, &self, static_cast<std::uint64_t>(when));
        if (!any && self.asked.size() < 8)
          self.engine.schedule(self.engine.now() + SimDuration::ps(1), Gated::note, &self, 7);
      },
      &gated);
  for (const std::int64_t when : {10, 1'000'000})
    gated.engine.schedule(SimTime::fromPs(when), Gated::note, &gated, static_cast<std::uint64_t>(when));
  gated.engine.run();
  EXPECT_EQ(gated.ran, (std::vector<std::uint64_t>{10, 11, 500, 500'000, 1'000'000, 7, 7}));
  EXPECT_EQ(gated.asked, (std::vector<std::int64_t>{10, 1'000'000, 500, 500'000, 1'000'000, -1, -1, -1}));
}

} // namespace
} // namespace maquette::sim
