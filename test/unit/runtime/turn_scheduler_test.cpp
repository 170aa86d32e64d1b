// test/unit/runtime/turn_scheduler_test.cpp - simulator and ranks' processes take turns
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/turn_scheduler.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <vector>

namespace maquette::runtime {
namespace {

/// Ranks that wait for their turn, do \p work and come back.
class Ranks {
public:
  using Work = std::function<void(std::int64_t rank, long &sum)>;

  Ranks(TurnScheduler &turn_scheduler, std::int64_t count, const Work &work)
      : turn_scheduler_(turn_scheduler),
        sum_(static_cast<long *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    for (std::int64_t rank = 0; rank < count; ++rank) {
      processes_.push_back(fork());
      if (processes_.back() != 0)
        continue;
      turn_scheduler.becomeOf(rank);
      while (turn_scheduler.waitForTurn(rank)) {
        work(rank, *sum_);
        turn_scheduler.toSimulator(rank);
      }
      _exit(0);
    }
  }
  ~Ranks() {
    for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
      turn_scheduler_.dismiss(static_cast<std::int64_t>(rank));
      int status = -1;
      waitpid(processes_[rank], &status, 0);
      EXPECT_EQ(status, 0);
    }
    munmap(sum_, 4096);
  }

  long sum() const { return *static_cast<volatile long *>(sum_); }
  /// Lets \p rank go on, and waits until it is back.
  void takeTurn(std::int64_t rank) {
    const std::uint32_t seen = turn_scheduler_.comings();
    turn_scheduler_.toRank(rank);
    while (turn_scheduler_.comings() == seen)
      turn_scheduler_.waitForComing(seen, 1'000'000'000);
    EXPECT_FALSE(turn_scheduler_.isRanksTurn(rank));
  }

private:
  TurnScheduler &turn_scheduler_;
  long *sum_;
  std::vector<pid_t> processes_;
};

int usableCores() {
  cpu_set_t usable;
  sched_getaffinity(0, sizeof usable, &usable);
  return CPU_COUNT(&usable);
}

/// Ranks, on so many cores: all with a core of their own, or none.
class Turns : public testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {
protected:
  void SetUp() override {
    if (GetParam().second > usableCores())
      GTEST_SKIP() << "this host has fewer cores";
  }
};

// 1 + 2 + ... + 3,000, each added by the rank whose turn it is: nobody else may touch the sum meanwhile.
TEST_P(Turns, OneAfterAnother) {
  const auto [ranks, cores] = GetParam();
  const auto turn_scheduler = TurnScheduler::create(ranks, cores);
  ASSERT_TRUE(turn_scheduler);
  Ranks processes(**turn_scheduler, ranks, [](std::int64_t, long &sum) { ++sum; });
  for (long turn = 0; turn < 3000; ++turn) {
    ASSERT_EQ(processes.sum(), turn);
    processes.takeTurn(turn * 7 % ranks);
  }
  EXPECT_EQ(processes.sum(), 3000);
}

TEST_P(Turns, AllAtOnce) {
  const auto [ranks, cores] = GetParam();
  const auto turn_scheduler = TurnScheduler::create(ranks, cores);
  ASSERT_TRUE(turn_scheduler);
  Ranks processes(**turn_scheduler, ranks,
                  [](std::int64_t, long &sum) { __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST); });
  for (long round = 1; round <= 500; ++round) {
    for (std::int64_t rank = 0; rank < ranks; ++rank)
      (*turn_scheduler)->toRank(rank);
    for (std::uint32_t seen = (*turn_scheduler)->comings(); seen != static_cast<std::uint32_t>(round * ranks);
         seen = (*turn_scheduler)->comings())
      (*turn_scheduler)->waitForComing(seen, 1'000'000'000);
    ASSERT_EQ(processes.sum(), round * ranks);
  }
}

// The first rank has its turn for 0.2 s; the simulator asks for ten milliseconds.
TEST_P(Turns, TheSimulatorGoesOnWhenItWantedTo) {
  const auto [ranks, cores] = GetParam();
  const auto turn_scheduler = TurnScheduler::create(ranks, cores);
  ASSERT_TRUE(turn_scheduler);
  Ranks processes(**turn_scheduler, ranks, [](std::int64_t rank, long &) {
    const timespec long_turn{0, 200'000'000};
    if (rank == 0)
      nanosleep(&long_turn, nullptr);
  });
  const std::uint32_t seen = (*turn_scheduler)->comings();
  (*turn_scheduler)->toRank(0);
  const std::uint64_t begun = hostNs();
  while (hostNs() < begun + 10'000'000)
    (*turn_scheduler)->waitForComing(seen, 10'000'000);
  EXPECT_EQ((*turn_scheduler)->comings(), seen);
  EXPECT_TRUE((*turn_scheduler)->isRanksTurn(0));
  while ((*turn_scheduler)->comings() == seen)
    (*turn_scheduler)->waitForComing(seen, 100'000'000);
}

INSTANTIATE_TEST_SUITE_P(RanksAndCores, Turns, testing::Values(std::pair{1, 2}, std::pair{2, 2}, std::pair{5, 2}),
                         [](const auto &about) {
                           return std::to_string(about.param.first) + "on" + std::to_string(about.param.second);
                         });

TEST(TurnScheduler, TheSimulatorMayUseAllItsCoresAfterwards) {
  const int before = usableCores();
  if (before < 2)
    GTEST_SKIP() << "this host has fewer cores";
  {
    const auto turn_scheduler = TurnScheduler::create(2, 2);
    ASSERT_TRUE(turn_scheduler);
    Ranks processes(**turn_scheduler, 2, [](std::int64_t, long &) {});
    for (int turn = 0; turn < 10'000 && usableCores() > 1; ++turn)
      processes.takeTurn(1);     // Who is back before the simulator sleeps does not get it.
    EXPECT_EQ(usableCores(), 1); // Where that rank waits.
  }
  EXPECT_EQ(usableCores(), before);
}

} // namespace
} // namespace maquette::runtime
