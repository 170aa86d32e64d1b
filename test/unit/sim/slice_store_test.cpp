// test/unit/sim/slice_store_test.cpp - memory for saved stack slices
// SPDX-License-Identifier: Apache-2.0
#include "sim/lib/fiber/slice_store.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::sim::fiber {
namespace {

// A block has 64 bytes; the first of each four keeps 16 of them for the numbers of the others: 48, 112, 176, 240, 288.
TEST(SliceStore, CountsBlocks) {
  EXPECT_EQ(SliceStore::blocksFor(1), 1u);
  EXPECT_EQ(SliceStore::blocksFor(48), 1u);
  EXPECT_EQ(SliceStore::blocksFor(49), 2u);
  EXPECT_EQ(SliceStore::blocksFor(240), 4u);
  EXPECT_EQ(SliceStore::blocksFor(241), 5u);
  EXPECT_EQ(SliceStore::blocksFor(288), 5u);
  EXPECT_EQ(SliceStore::blocksFor(289), 6u);
}

struct Slice {
  SliceStore::Number first = 0;
  std::size_t blocks = 0;
  std::vector<char> contents;
};

TEST(SliceStore, KeepsSlicesThatGrowAndShrink) {
  SliceStore store;
  const Random random(3, 0);
  std::uint64_t draw = 0;
  std::vector<Slice> slices(40);
  for (int step = 0; step < 4000; ++step) {
    Slice &slice = slices[random.below(draw++, slices.size())];
    if (slice.blocks > 0) {
      std::vector<char> loaded(slice.contents.size());
      store.load(slice.first, loaded.data(), loaded.size());
      ASSERT_EQ(loaded, slice.contents);
    }
    const std::size_t most = random.below(draw++, 10) == 0 ? 20'000 : 1'500;
    slice.contents.resize(1 + random.below(draw++, most));
    for (char &byte : slice.contents)
      byte = static_cast<char>(random.below(draw++, 256));
    const std::size_t want = SliceStore::blocksFor(slice.contents.size());
    ASSERT_TRUE(store.resize(slice.first, slice.blocks, want));
    slice.blocks = want;
    store.save(slice.first, slice.contents.data(), slice.contents.size());
    if (random.below(draw++, 5) == 0) {
      ASSERT_TRUE(store.resize(slice.first, slice.blocks, 0));
      slice.blocks = 0;
    }
  }
  std::size_t held = 0;
  for (const Slice &slice : slices)
    held += slice.blocks;
  EXPECT_EQ(store.usedBytes(), held * 64);
}

// Many processes that go from one depth to another, one after the other, never need more than what they hold and one
// more slice.
TEST(SliceStore, OnePhaseUsesWhatAnotherGaveBack) {
  SliceStore store;
  std::vector<SliceStore::Number> firsts(1000);
  for (auto &first : firsts)
    ASSERT_TRUE(store.resize(first, 0, 6));
  for (auto &first : firsts)
    ASSERT_TRUE(store.resize(first, 6, 3));
  for (auto &first : firsts)
    ASSERT_TRUE(store.resize(first, 3, 6));
  EXPECT_EQ(store.peakBytes(), 1000u * 6 * 64);
}

} // namespace
} // namespace maquette::sim::fiber
