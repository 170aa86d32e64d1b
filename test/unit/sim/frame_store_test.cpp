// test/unit/sim/frame_store_test.cpp - frames of many processes, most of them alike
// SPDX-License-Identifier: Apache-2.0
#include "sim/lib/fiber/frame_store.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::sim::fiber {
namespace {

using Words = std::vector<std::uint32_t>;

std::size_t save(FrameStore &store, FrameStore::Slice &slice, std::size_t have, const Words &frames) {
  const std::size_t size = frames.size() * sizeof frames[0];
  EXPECT_TRUE(store.save(slice, have, reinterpret_cast<const char *>(frames.data()), size));
  return FrameStore::blocksOf(slice, size);
}

Words load(FrameStore &store, const FrameStore::Slice &slice, std::size_t count) {
  Words frames(count);
  store.load(slice, reinterpret_cast<char *>(frames.data()), count * sizeof frames[0]);
  return frames;
}

// 200 words, of which two differ: 25 bytes for 25 groups of eight, padding, two words make 36: one block of 64 bytes.
TEST(FrameStore, KeepsOnlyWhatDiffers) {
  FrameStore store;
  std::vector<FrameStore::Slice> slices(1000);
  for (std::uint32_t i = 0; i < slices.size(); ++i) {
    Words frames(200, 77);
    frames[3] = i;
    frames[150] = ~i;
    save(store, slices[i], 0, frames);
  }
  EXPECT_EQ(store.usedBytes(), 1000u * 64);
  for (std::uint32_t i = 0; i < slices.size(); ++i) {
    const Words frames = load(store, slices[i], 200);
    EXPECT_EQ(frames[3], i);
    EXPECT_EQ(frames[4], 77u);
    EXPECT_EQ(frames[150], ~i);
  }
}

// Frames that have nothing in common fill the room for patterns of their size; then they are kept as they are.
TEST(FrameStore, KeepsFramesThatAreAlikeToNone) {
  FrameStore store;
  const Random random(9, 0);
  std::uint64_t draw = 0;
  std::vector<FrameStore::Slice> slices(40);
  std::vector<Words> contents;
  for (FrameStore::Slice &slice : slices) {
    Words frames(64);
    for (std::uint32_t &word : frames)
      word = static_cast<std::uint32_t>(random.bits(draw++));
    const std::size_t blocks = save(store, slice, 0, frames);
    EXPECT_EQ(blocks, contents.size() < PatternSet::kMostOfSize ? 1u : SliceStore::blocksFor(256));
    contents.push_back(frames);
  }
  for (std::size_t i = 0; i < slices.size(); ++i)
    EXPECT_EQ(load(store, slices[i], 64), contents[i]);
}

// Two kinds of frames of one size in turn: a pattern for each, so neither pays for the other.
TEST(FrameStore, KnowsSeveralPatternsOfOneSize) {
  FrameStore store;
  for (std::uint32_t i = 0; i < 100; ++i) {
    FrameStore::Slice slice;
    Words frames(64, i % 2 == 0 ? 1000 : 2000);
    frames[0] = i;
    EXPECT_EQ(save(store, slice, 0, frames), 1u);
    EXPECT_EQ(load(store, slice, 64), frames);
  }
}

TEST(FrameStore, KeepsThemWholeWhereThatIsAsked) {
  FrameStore store;
  store.keep(FrameStore::Keep::Whole);
  FrameStore::Slice slice;
  const Words frames(200, 3), deeper(2000, 4);
  std::size_t blocks = save(store, slice, 0, frames);
  EXPECT_EQ(load(store, slice, 200), frames);
  EXPECT_EQ(store.usedBytes(), 1024u); // 800 in units of 256.
  blocks = save(store, slice, blocks, deeper);
  EXPECT_EQ(load(store, slice, 2000), deeper);
  EXPECT_EQ(store.usedBytes(), 8192u);
  blocks = save(store, slice, blocks, frames);
  EXPECT_EQ(load(store, slice, 200), frames);
  EXPECT_EQ(store.usedBytes(), 1024u); // Less than an eighth of what there was.
  store.drop(slice, blocks);
  EXPECT_EQ(store.usedBytes(), 0u);
  EXPECT_EQ(store.peakBytes(), 8192u);
  EXPECT_EQ(save(store, slice, 0, deeper), 1u);
  EXPECT_EQ(load(store, slice, 2000), deeper);
}

TEST(FrameStore, TakesFramesTooLargeToCompare) {
  FrameStore store;
  FrameStore::Slice slice;
  const Words frames(PatternSet::kLargest, 5); // Four times that in bytes.
  const std::size_t blocks = save(store, slice, 0, frames);
  EXPECT_EQ(slice.pattern, PatternSet::kPlain);
  EXPECT_EQ(load(store, slice, frames.size()), frames);
  store.drop(slice, blocks);
  EXPECT_EQ(store.usedBytes(), 0u);
}

} // namespace
} // namespace maquette::sim::fiber
