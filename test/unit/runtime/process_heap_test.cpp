// test/unit/runtime/process_heap_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "lib/memory/process_heap.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

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
