// test/unit/runtime/pool_test.cpp - memory that goes from pool to pool
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/pool.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace maquette::runtime {
namespace {

TEST(Pool, GivesTheBlockLastGivenBack) {
  sim::Arena arena;
  PageSource pages(arena);
  SizePool pool(pages);
  void *const first = pool.take(96), *const second = pool.take(96);
  pool.give(first, 96);
  EXPECT_EQ(pool.take(96), first);
  EXPECT_NE(first, second);
}

// 1,000 processes hold six blocks of 96 bytes each; one after the other they go on to a phase in which each has one of
// them and one of 320. That is less memory, and it is found in the pages of the first phase: 6 * 96 > 96 + 320.
TEST(Pool, OnePhaseUsesThePagesOfAnother) {
  sim::Arena arena;
  PageSource pages(arena);
  SizePool pool(pages);
  std::vector<std::array<void *, 6>> processes(1000);
  for (auto &blocks : processes)
    for (void *&block : blocks)
      block = pool.take(96);
  const std::size_t before = arena.usedBytes();
  for (auto &blocks : processes) {
    for (void *block : blocks)
      pool.give(block, 96);
    blocks[0] = pool.take(96);
    blocks[1] = pool.take(320);
  }
  EXPECT_LE(arena.usedBytes(), before + 8 * PoolPage::kBytes);
}

// Pages with room are kept in order through any sequence: every block is had once.
TEST(Pool, NeverGivesABlockTwice) {
  sim::Arena arena;
  PageSource pages(arena);
  SizePool pool(pages);
  std::vector<void *> held;
  const sim::Random random(11, 0);
  std::uint64_t draw = 0;
  const auto next = [&](std::size_t below) { return random.below(draw++, below); };
  for (int step = 0; step < 20'000; ++step)
    if (held.empty() || next(100) < (step / 2000 % 2 == 0 ? 70u : 30u)) {
      held.push_back(pool.take(200));
      *static_cast<std::size_t *>(held.back()) = held.size() - 1;
    } else {
      const std::size_t place = next(held.size());
      ASSERT_EQ(*static_cast<std::size_t *>(held[place]), place);
      pool.give(held[place], 200);
      held[place] = held.back();
      held.pop_back();
      if (place < held.size())
        *static_cast<std::size_t *>(held[place]) = place;
    }
}

// Four messages of 1 MiB at once, again and again, are the same four blocks.
TEST(LargeBlocks, KeepWhatWasTakenAtOnce) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  LargeBlocks blocks;
  std::vector<void *> first;
  for (int i = 0; i < 4; ++i)
    first.push_back(blocks.take(kMiB));
  for (void *block : first)
    blocks.give(block, kMiB);
  EXPECT_EQ(blocks.keptBytes(), 4 * kMiB);
  for (int i = 0; i < 4; ++i)
    EXPECT_NE(std::find(first.begin(), first.end(), blocks.take(kMiB - 100)), first.end());
  EXPECT_EQ(blocks.keptBytes(), 0u);
  for (void *block : first)
    blocks.give(block, kMiB - 100);
}

// After four of 1 MiB one of 3 MiB leaves room for one of them.
TEST(LargeBlocks, HoldNoMoreThanWasTakenAtOnce) {
  constexpr std::size_t kMiB = std::size_t{1} << 20;
  LargeBlocks blocks;
  std::array<void *, 4> small{};
  for (void *&block : small)
    block = blocks.take(kMiB);
  for (void *block : small)
    blocks.give(block, kMiB);
  void *const large = blocks.take(3 * kMiB);
  EXPECT_EQ(blocks.keptBytes(), kMiB);
  blocks.give(large, 3 * kMiB);
  EXPECT_EQ(blocks.keptBytes(), 4 * kMiB);
}

TEST(Pool, KeepsLargeBlocksWhereAsked) {
  sim::Arena arena;
  PageSource pages(arena);
  SizePool pool(pages);
  pool.keepLarge();
  void *const block = pool.take(LargeBlocks::kSmallest);
  pool.give(block, LargeBlocks::kSmallest);
  EXPECT_EQ(pool.take(LargeBlocks::kSmallest), block);
  pool.give(block, LargeBlocks::kSmallest);
}

} // namespace
} // namespace maquette::runtime
