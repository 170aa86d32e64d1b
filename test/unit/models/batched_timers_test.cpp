// test/unit/models/batched_timers_test.cpp - what comes at one time comes together
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/network/batched_timers.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace maquette::models {
namespace {

using sim::SimTime;

struct Log {
  sim::Engine engine;
  BatchedTimers agenda{engine, one, several, this};
  std::vector<std::pair<std::int64_t, std::uint64_t>> done; ///< Time in ps, item.

  static void one(void *self, std::uint64_t item) { static_cast<Log *>(self)->note(item); }
  static void several(void *self, std::uint64_t group) {
    auto *log = static_cast<Log *>(self);
    for (std::uint64_t item : log->agenda.take(group))
      log->note(item);
  }
  void note(std::uint64_t item) {
    done.emplace_back(engine.now().ps(), item);
    if (item == 100) // More for the present time, and for a later one.
      for (std::uint64_t more : {101, 102, 103})
        agenda.add(engine.now(), more);
  }
};

TEST(BatchedTimers, ItemsOfOneTimeShareAnEventAndKeepTheirOrder) {
  Log log;
  for (std::uint64_t i = 0; i < 50; ++i)
    log.agenda.add(SimTime::fromPs(i % 2 == 0 ? 7 : 3), i);
  EXPECT_EQ(log.engine.pendingCount(), 4u); // For each time: the first, and the others.
  log.engine.run();
  ASSERT_EQ(log.done.size(), 50u);
  for (std::uint64_t i = 0; i < 25; ++i) {
    EXPECT_EQ(log.done[i], (std::pair{std::int64_t{3}, 2 * i + 1}));
    EXPECT_EQ(log.done[25 + i], (std::pair{std::int64_t{7}, 2 * i}));
  }
}

TEST(BatchedTimers, TakesItemsForThePresentTime) {
  Log log;
  log.agenda.add(SimTime::fromPs(5), 100);
  log.engine.run();
  ASSERT_EQ(log.done.size(), 4u);
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(log.done[i], (std::pair{std::int64_t{5}, 100 + i}));
}

// Far more times than it remembers, each twice, the second of each long after the first.
TEST(BatchedTimers, LosesNothingWhenItForgetsTimes) {
  Log log;
  for (std::uint64_t i = 0; i < 10'000; ++i)
    log.agenda.add(SimTime::fromPs(static_cast<std::int64_t>(i % 5'000) * 977), 1'000 + i);
  log.engine.run();
  ASSERT_EQ(log.done.size(), 10'000u);
  for (std::size_t i = 0; i < log.done.size(); ++i)
    EXPECT_EQ(log.done[i].first, static_cast<std::int64_t>(i / 2) * 977);
}

} // namespace
} // namespace maquette::models
