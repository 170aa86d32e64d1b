// test/unit/runtime/chain_pool_test.cpp - chains of segments: shared, freed, summed up
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/chain_pool.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace maquette::causality {
namespace {

sim::SimTime at(std::int64_t ps) { return sim::SimTime::fromPs(ps); }
constexpr ActivityId kWork{0}, kSend{1}, kFlight{2};

std::vector<Segment> segmentsOf(const ChainPool &pool, const Chain &chain) {
  std::vector<Segment> segments;
  pool.backwards(chain, [&](const Segment &segment) {
    segments.push_back(segment);
    return true;
  });
  return segments;
}

TEST(ChainPool, AChainHasItsSegmentsWithoutGaps) {
  ChainPool pool;
  Chain chain;
  pool.extend(chain, at(5), kWork, 0);
  pool.extend(chain, at(7), kSend, 0);
  const std::vector<Segment> segments = segmentsOf(pool, chain);
  ASSERT_EQ(segments.size(), 2u);
  EXPECT_EQ(segments[0].begin, at(5));
  EXPECT_EQ(segments[0].end, at(7));
  EXPECT_EQ(segments[0].activity, kSend);
  EXPECT_EQ(segments[1].begin, at(0));
  EXPECT_EQ(segments[1].duration.ps(), 5);
}

TEST(ChainPool, MoreOfTheSameMakesASegmentLonger) {
  ChainPool pool;
  Chain chain;
  pool.extend(chain, at(5), kWork, 0);
  pool.extend(chain, at(9), kWork, 0);
  EXPECT_EQ(pool.end(chain), at(9));
  pool.extend(chain, at(3), kSend, 0); // It is there already.
  EXPECT_EQ(pool.end(chain), at(9));
  EXPECT_EQ(segmentsOf(pool, chain).size(), 1u);
}

TEST(ChainPool, WhatIsSharedDoesNotChangeForTheOther) {
  ChainPool pool;
  Chain chain;
  pool.extend(chain, at(5), kWork, 0);
  const Chain message = pool.share(chain);
  pool.extend(chain, at(9), kWork, 0);
  EXPECT_EQ(pool.end(message), at(5));
  EXPECT_EQ(pool.end(chain), at(9));
}

/// Segments of 1 ps, of two activities in turn.
void addMany(ChainPool &pool, Chain &chain, int count, std::int32_t rank) {
  for (int i = 0; i < count; ++i)
    pool.extend(chain, at(pool.end(chain).ps() + 1), i % 2 == 0 ? kWork : kSend, rank);
}

TEST(ChainPool, ALongChainHasAllItsSegments) {
  ChainPool pool;
  Chain chain;
  addMany(pool, chain, 100, 3);
  const std::vector<Segment> segments = segmentsOf(pool, chain);
  ASSERT_EQ(segments.size(), 100u);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    EXPECT_EQ(segments[i].end.ps(), 100 - static_cast<std::int64_t>(i));
    EXPECT_EQ(segments[i].duration.ps(), 1);
    EXPECT_EQ(segments[i].rank, 3);
  }
}

TEST(ChainPool, ChainsGoOnApartFromWhatTheyShare) {
  ChainPool pool;
  Chain first;
  addMany(pool, first, 4, 0);
  Chain second = pool.share(first);
  addMany(pool, first, 10, 0);
  addMany(pool, second, 8, 1);
  EXPECT_EQ(segmentsOf(pool, first).size(), 14u);
  const std::vector<Segment> segments = segmentsOf(pool, second);
  ASSERT_EQ(segments.size(), 12u);
  EXPECT_EQ(segments[7].rank, 1);
  EXPECT_EQ(segments[8].rank, 0);
  EXPECT_EQ(pool.end(second), at(12));
}

TEST(ChainPool, WhatNobodyNeedsIsFreed) {
  ChainPool pool;
  Chain sender, receiver;
  addMany(pool, sender, 21, 0);
  const std::size_t of_sender = pool.blockCount();
  addMany(pool, receiver, 21, 1);
  EXPECT_EQ(pool.blockCount(), 2 * of_sender);
  pool.release(receiver);
  EXPECT_EQ(pool.blockCount(), of_sender);
  receiver = pool.share(sender);
  pool.extend(receiver, at(50), kFlight, kNoRank);
  pool.release(sender);
  EXPECT_EQ(pool.blockCount(), of_sender);
  pool.release(receiver);
  EXPECT_EQ(pool.blockCount(), 0u);
}

TEST(ChainPool, WhatStoodBehindAReleasedPartIsWrittenOver) {
  ChainPool pool;
  Chain first;
  addMany(pool, first, 5, 0);
  Chain second = pool.share(first);
  addMany(pool, first, 2, 0);
  pool.release(first);
  addMany(pool, second, 2, 1);
  EXPECT_EQ(pool.blockCount(), 1u);
  EXPECT_EQ(segmentsOf(pool, second).size(), 7u);
  EXPECT_EQ(segmentsOf(pool, second)[1].rank, 1);
}

TEST(ChainPool, AMarkHasNoLength) {
  ChainPool pool;
  Chain chain;
  pool.extend(chain, at(5), kWork, 0);
  pool.extendOrMark(chain, at(5), kSend, 0);
  pool.extendOrMark(chain, at(5), kSend, 0);
  ASSERT_EQ(segmentsOf(pool, chain).size(), 2u);
  EXPECT_EQ(segmentsOf(pool, chain)[0].duration.ps(), 0);
}

// Two ranks whose chains meet now and then, for ever: the memory stays, and so do the sums.
TEST(ChainPool, ALongPastIsSummedUpExactly) {
  ChainPool pool;
  pool.setLimit(100);
  Chain first, second;
  std::int64_t now = 0;
  for (int i = 0; i < 10'000; ++i) {
    pool.extend(first, at(now += 3), kWork, 0);
    pool.extend(first, at(now += 2), kSend, 0);
    pool.extend(second, at(now), kWork, 1);
    pool.extend(second, at(now += 1), kSend, 1);
    if (i % 100 == 99) {
      pool.release(second);
      second = pool.share(first);
      pool.extend(second, at(now), kFlight, kNoRank);
    }
  }
  EXPECT_LT(pool.blockCount(), 300u);
  std::map<ActivityId, std::int64_t> sums;
  for (const Segment &segment : segmentsOf(pool, first))
    sums[segment.activity] += segment.duration.ps();
  EXPECT_EQ(sums[kWork] + sums[kSend], pool.end(first).ps());
  EXPECT_EQ(sums[kSend], 20'000);
  pool.release(first);
  pool.release(second);
  EXPECT_EQ(pool.blockCount(), 0u);
}

} // namespace
} // namespace maquette::causality
