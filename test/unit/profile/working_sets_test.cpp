//===- test/unit/profile/working_sets_test.cpp ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/working_sets.h"

#include <gtest/gtest.h>

#include <vector>

namespace maquette::runtime {
namespace {

constexpr CacheSizes kTiny{1024, 8192};

class WorkingSetsTest : public testing::Test {
protected:
  WorkingSetsTest() : memory(1 << 16) {}
  std::vector<char> memory;
};

TEST_F(WorkingSetsTest, BlocksBelongToTheRankThatAllocatedThem) {
  WorkingSets sets(2, kTiny);
  sets.allocated(0, memory.data(), 4096);
  sets.allocated(1, memory.data() + 8192, 5000);
  sets.allocated(1, memory.data() + 16384, 6000);
  EXPECT_EQ(sets.bytesOf(0), 4096u);
  EXPECT_EQ(sets.bytesOf(1), 11000u);
}

TEST_F(WorkingSetsTest, SmallBlocksAreNotFollowed) {
  WorkingSets sets(1, kTiny);
  sets.allocated(0, memory.data(), WorkingSets::kSmallestBlock - 1);
  EXPECT_EQ(sets.bytesOf(0), 0u);
}

TEST_F(WorkingSetsTest, AnyBlockCanBeFreedInAnyOrder) {
  WorkingSets sets(1, kTiny);
  for (int i = 0; i < 4; ++i)
    sets.allocated(0, memory.data() + 8192 * i, 4096u + static_cast<unsigned>(i));
  sets.freed(memory.data() + 8192); // 4097 bytes; the last one takes its place.
  EXPECT_EQ(sets.bytesOf(0), 4096u + 4098u + 4099u);
  sets.freed(memory.data() + 8192 * 3);
  sets.freed(memory.data());
  EXPECT_EQ(sets.bytesOf(0), 4098u);
  sets.freed(memory.data() + 8192 * 2);
  sets.freed(memory.data() + 1); // Never allocated.
  EXPECT_EQ(sets.bytesOf(0), 0u);
}

TEST_F(WorkingSetsTest, AllFitWhenTheyFillNoMoreThanHalfOfTheCoresOwnCache) {
  WorkingSets sets(2, {16384, 16384});
  EXPECT_TRUE(sets.allFit());
  sets.allocated(0, memory.data(), 4096);
  sets.allocated(1, memory.data() + 4096, 4096);
  EXPECT_TRUE(sets.allFit());
  sets.setGlobals(8);
  EXPECT_FALSE(sets.allFit());
}

TEST_F(WorkingSetsTest, ReadsNoMoreThanTheCoresShareOfTheCaches) {
  // 65,536 bytes are announced but only the first 8,192 may be read: the rest is not there.
  WorkingSets sets(1, kTiny);
  sets.allocated(0, memory.data() + memory.size() - 8192, 1 << 16);
  sets.restore(0, {});
  EXPECT_GT(sets.spentPs(), 0);
}

TEST(CachesOfHost, OwnIsPartOfTheShare) {
  const CacheSizes caches = cachesOfHost();
  EXPECT_GT(caches.share, 0u);
  EXPECT_LE(caches.own, caches.share);
}

} // namespace
} // namespace maquette::runtime
