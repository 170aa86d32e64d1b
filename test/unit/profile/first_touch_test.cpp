// test/unit/profile/first_touch_test.cpp - what new memory costs a rank
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/first_touch.h"
#include "runtime/memory/lib/page_trial.h"

#include "maquette/host/tick_clock.h"

#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace maquette::runtime {
namespace {

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

class Memory {
public:
  explicit Memory(std::size_t pages)
      : bytes_(pages * kPage),
        begin_(static_cast<char *>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
  }
  ~Memory() { munmap(begin_, bytes_); }
  char *begin() const { return begin_; }
  std::size_t bytes() const { return bytes_; }
  std::size_t present() const {
    std::vector<unsigned char> pages(bytes_ / kPage);
    mincore(begin_, bytes_, pages.data());
    return static_cast<std::size_t>(
        std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return page & 1; }));
  }

private:
  std::size_t bytes_;
  char *begin_;
};

TEST(FirstTouch, BringsAllPagesOfABlock) {
  FirstTouch first;
  const Memory memory(64);
  EXPECT_EQ(memory.present(), 0u);
  first.touch(memory.begin() + 100, 63 * kPage); // From within the first page to within the last.
  EXPECT_EQ(memory.present(), 64u);
}

TEST(FirstTouch, ChangesNoContents) {
  FirstTouch first;
  std::string text(5 * kPage, 'x');
  first.touch(text.data(), text.size());
  EXPECT_EQ(text, std::string(5 * kPage, 'x'));
}

TEST(FirstTouch, LeavesLargeBlocksAlone) {
  FirstTouch first;
  const Memory memory(FirstTouch::kLargestBlock / kPage + 1);
  EXPECT_EQ(first.touch(memory.begin(), memory.bytes()), 0);
  EXPECT_EQ(memory.present(), 0u);
}

// Of each block's four pages one takes ten times as long, as where the kernel fetches many at once; the host stands
// still in the last block.
TEST(UsualCost, IsAnAverageThatNoStopOfTheHostIsIn) {
  EXPECT_DOUBLE_EQ(usualCostIn({{10, 10, 10, 100}, {10, 10, 100, 10}, {10, 10, 10, 1e6}}), 32.5);
}

// Pages that were there already are charged nothing.
TEST(FirstTouch, ChargesNewPagesAtMostAtTheUsualCost) {
  FirstTouch first;
  ASSERT_GT(first.pageCost(), 0u);
  const Memory memory(256);
  const std::int64_t most = 256 * static_cast<std::int64_t>(first.pageCost());
  const std::int64_t charged = first.touch(memory.begin(), memory.bytes());
  EXPECT_LE(charged, most);
  EXPECT_GT(charged, most / 4) << "most pages were new";
  EXPECT_LT(first.touch(memory.begin(), memory.bytes()), most / 8);
}

// A quarter of the pages of one block was written to: of the next of its size a quarter counts.
TEST(FirstTouch, ChargesWhatBlocksOfASizeAreUsedFor) {
  FirstTouch first;
  const Memory used(64), next(64), other(60);
  first.touch(used.begin(), used.bytes());
  EXPECT_TRUE(first.watches(used.begin()));
  for (std::size_t page = 0; page < 16; ++page)
    used.begin()[page * kPage + 5] = 1;
  first.freed(used.begin(), used.bytes());
  EXPECT_FALSE(first.watches(used.begin()));
  EXPECT_LE(first.touch(next.begin(), next.bytes()), 16 * static_cast<std::int64_t>(first.pageCost()));
  EXPECT_GT(first.touch(other.begin(), other.bytes()), 16 * static_cast<std::int64_t>(first.pageCost()))
      << "of another size nothing is known";
}

// Of 64 pages the first 8 and the last were written.
TEST(FirstTouch, GivesBackThePagesThatTheProgramDidNotNeed) {
  FirstTouch first;
  const Memory memory(64);
  first.touch(memory.begin(), memory.bytes());
  std::fill_n(memory.begin(), 8 * kPage, 'x');
  memory.begin()[63 * kPage] = 'y';
  first.freed(memory.begin(), memory.bytes());
  EXPECT_EQ(memory.present(), 9u);
  EXPECT_EQ(std::string(memory.begin(), 8 * kPage), std::string(8 * kPage, 'x'));
  EXPECT_EQ(memory.begin()[63 * kPage], 'y');
  EXPECT_EQ(memory.begin()[8 * kPage], 0);
}

// Buffers of a size are filled from the front, here 20 of 64 pages.
TEST(FirstTouch, TouchesBlocksAsFarAsOthersOfTheirSizeWereUsed) {
  FirstTouch first;
  const Memory used(64), next(64);
  first.touch(used.begin(), used.bytes());
  EXPECT_EQ(used.present(), 64u) << "of the first nothing is known";
  std::fill_n(used.begin(), 20 * kPage, 'x');
  first.freed(used.begin(), used.bytes());
  first.touch(next.begin(), next.bytes());
  EXPECT_EQ(next.present(), 20u);
}

// The first was used less than the second, whose last pages the program has touched itself.
TEST(FirstTouch, LearnsThatBlocksAreUsedFurther) {
  FirstTouch first;
  const Memory used(64), more(64), next(64);
  first.touch(used.begin(), used.bytes());
  std::fill_n(used.begin(), 20 * kPage, 'x');
  first.freed(used.begin(), used.bytes());
  first.touch(more.begin(), more.bytes());
  std::fill_n(more.begin(), 30 * kPage, 'x');
  first.freed(more.begin(), more.bytes());
  EXPECT_EQ(more.present(), 30u) << "what was not used is not touched to see that";
  first.touch(next.begin(), next.bytes());
  EXPECT_EQ(next.present(), 30u);
}

TEST(FirstTouch, ForgetsABlockThatWasUsedFurtherThanItsLike) {
  FirstTouch first;
  for (int block = 0; block < 20; ++block) {
    const Memory memory(64);
    first.touch(memory.begin(), memory.bytes());
    std::fill_n(memory.begin(), (block == 0 ? 64 : 20) * kPage, 'x');
    first.freed(memory.begin(), memory.bytes());
  }
  const Memory next(64);
  first.touch(next.begin(), next.bytes());
  EXPECT_LT(next.present(), 32u);
  EXPECT_GE(next.present(), 20u);
}

// What blocks of its size are used for says nothing of it.
TEST(FirstTouch, TouchesAllThatTheHeapHasGrownBy) {
  FirstTouch first;
  const Memory used(64), heap(64);
  first.touch(used.begin(), used.bytes());
  first.freed(used.begin(), used.bytes());
  EXPECT_GT(first.touchGrown(heap.begin(), heap.bytes()), 0);
  EXPECT_EQ(heap.present(), 64u);
}

// A block that was given back unseen is not mistaken for what stands there next.
TEST(FirstTouch, ReadsNoFurtherThanTheBlockThatIsGivenBack) {
  FirstTouch first;
  const Memory memory(64), next(64);
  first.touch(memory.begin(), memory.bytes());
  mprotect(memory.begin() + 32 * kPage, 32 * kPage, PROT_NONE);
  first.freed(memory.begin(), 32 * kPage);
  EXPECT_FALSE(first.watches(memory.begin()));
  EXPECT_GT(first.touch(next.begin(), next.bytes()), 16 * static_cast<std::int64_t>(first.pageCost()))
      << "nothing is known of that size";
}

TEST(FirstTouch, WatchesNoBlockOfPagesThatWereThere) {
  FirstTouch first;
  const Memory memory(64);
  first.touch(memory.begin(), memory.bytes());
  first.touch(memory.begin(), 32 * kPage);
  EXPECT_FALSE(first.watches(memory.begin()));
}

} // namespace
} // namespace maquette::runtime
