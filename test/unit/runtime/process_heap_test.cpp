// test/unit/runtime/process_heap_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/process_heap.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace maquette::runtime {
namespace {

class ProcessHeapTest : public testing::Test {
protected:
  void SetUp() override {
    auto created = ProcessHeap::create(3);
    ASSERT_TRUE(created);
    heap_ = std::move(*created);
    heap_->use(0);
  }
  std::unique_ptr<ProcessHeap> heap_;
};

bool isZero(const char *block, std::size_t bytes) {
  return std::all_of(block, block + bytes, [](char byte) { return byte == 0; });
}

TEST_F(ProcessHeapTest, BlocksAreAlignedAndApart) {
  EXPECT_FALSE(heap_->isForRuntime());
  EXPECT_EQ(ProcessHeap::current(), heap_.get());
  char *const first = static_cast<char *>(heap_->allocate(100));
  char *const second = static_cast<char *>(heap_->allocate(1000, 4096));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 16, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second) % 4096, 0u);
  EXPECT_TRUE(second >= first + 100 || first >= second + 1000);
  EXPECT_GE(ProcessHeap::sizeOf(first), 100u);
  EXPECT_TRUE(ProcessHeap::contains(first));
  EXPECT_FALSE(ProcessHeap::contains(&first));
  EXPECT_NE(heap_->allocate(0), nullptr);
}

TEST_F(ProcessHeapTest, ZerosAreZerosWhereOthersWroteBefore) {
  for (const std::size_t bytes : {std::size_t{24}, std::size_t{5000}, std::size_t{1} << 20, std::size_t{40} << 20}) {
    char *const used = static_cast<char *>(heap_->allocate(bytes));
    std::memset(used, 'x', bytes);
    ProcessHeap::release(used);
    char *const zeros = static_cast<char *>(heap_->allocateZeros(2 * bytes));
    EXPECT_TRUE(isZero(zeros, 2 * bytes)) << bytes;
    std::memset(zeros, 'y', 2 * bytes);
    ProcessHeap::release(zeros);
  }
}

TEST_F(ProcessHeapTest, LargeBlocksGoBackToTheHost) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  void *const block = heap_->allocate(kBytes);
  std::memset(block, 1, kBytes);
  EXPECT_GE(heap_->touchedBytes(), kBytes);
  ProcessHeap::release(block);
  EXPECT_LT(heap_->touchedBytes(), kBytes / 8);
}

TEST_F(ProcessHeapTest, WhatIsReallocatedKeepsItsContents) {
  char *block = static_cast<char *>(heap_->allocate(10));
  std::memcpy(block, "contents!", 10);
  block = static_cast<char *>(heap_->reallocate(block, 100'000));
  EXPECT_STREQ(block, "contents!");
  block = static_cast<char *>(heap_->reallocate(block, 20));
  EXPECT_STREQ(block, "contents!");
  EXPECT_LT(ProcessHeap::sizeOf(block), 1000u);
  EXPECT_EQ(heap_->reallocate(block, ProcessHeap::kPartBytes), nullptr);
  EXPECT_STREQ(block, "contents!");
}

TEST_F(ProcessHeapTest, ABlockOfOneProcessIsReadAndGivenBackByAnother) {
  char **const told = new (heap_->allocate(sizeof(char *))) char *(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    heap_->use(1);
    *told = static_cast<char *>(heap_->allocate(1 << 20));
    std::strcpy(*told, "of the other");
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_NE(*told, nullptr);
  EXPECT_STREQ(*told, "of the other");
  EXPECT_FALSE(*told < reinterpret_cast<char *>(told) + ProcessHeap::kPartBytes / 2) << "parts are apart";
  ProcessHeap::release(*told);
}

// 660,000 B are more than 128 KiB: all go back but for 128 KiB and the pages beside them, and are zeros when they come
// again.
TEST_F(ProcessHeapTest, GivesItsEndBack) {
  static_cast<void>(heap_->allocate(100));
  const auto use = [&] {
    std::vector<char *> blocks;
    for (int i = 0; i < 6; ++i) {
      blocks.push_back(static_cast<char *>(heap_->allocateZeros(110'000)));
      EXPECT_TRUE(isZero(blocks.back(), 110'000));
      std::memset(blocks.back(), 'x', 110'000);
    }
    return blocks;
  };
  const std::uint64_t before = heap_->touchedBytes();
  for (int round = 0; round < 3; ++round) {
    const std::vector<char *> blocks = use();
    EXPECT_GE(heap_->touchedBytes(), before + 650'000); // The first page was there.
    for (char *const block : blocks)
      ProcessHeap::release(block);
    EXPECT_LE(heap_->touchedBytes(), before + (128 << 10) + 4 * 4096);
  }
}

TEST_F(ProcessHeapTest, KeepsItsEndBelowALiveBlock) {
  char *const low = static_cast<char *>(heap_->allocate(400'000));
  std::memset(low, 'x', 400'000);
  char *const high = static_cast<char *>(heap_->allocate(100));
  std::strcpy(high, "still here");
  const std::uint64_t before = heap_->touchedBytes();
  for (int i = 0; i < 4; ++i) {
    char *const last = static_cast<char *>(heap_->allocate(110'000));
    std::memset(last, 'y', 110'000);
    ProcessHeap::release(last);
  }
  EXPECT_STREQ(high, "still here");
  EXPECT_EQ(low[399'999], 'x');
  EXPECT_GE(heap_->touchedBytes(), before);
}

// The first block of 1 MiB goes back at once. From then on such blocks stay.
TEST_F(ProcessHeapTest, LearnsWhichBlocksComeAgain) {
  static_cast<void>(heap_->allocate(100));
  const std::uint64_t before = heap_->touchedBytes();
  std::uint64_t after[2] = {};
  for (std::uint64_t &bytes : after) {
    void *const block = heap_->allocate(1 << 20);
    std::memset(block, 'x', 1 << 20);
    ProcessHeap::release(block);
    bytes = heap_->touchedBytes();
  }
  EXPECT_LE(after[0], before + 4 * 4096);
  EXPECT_GE(after[1], before + (1 << 20) - 4 * 4096);
}

// A process that is forked off has a copy: nothing that it writes is seen here.
TEST(RuntimesHeap, IsOfThisProcessAlone) {
  const auto heap = ProcessHeap::createForRuntime();
  ASSERT_TRUE(heap);
  EXPECT_TRUE(heap->isForRuntime());
  EXPECT_EQ(ProcessHeap::current(), heap.get());
  char *const block = static_cast<char *>(heap->allocate(100));
  *block = 'a';
  const pid_t other = fork();
  if (other == 0) {
    *block = 'b';
    _exit(ProcessHeap::contains(block) ? 0 : 1);
  }
  int status = -1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(*block, 'a');
  ProcessHeap::release(block);
}

} // namespace
} // namespace maquette::runtime
