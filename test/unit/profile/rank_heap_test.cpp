//===- test/unit/profile/rank_heap_test.cpp ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/rank_heap.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <numeric>
#include <random>
#include <set>

namespace maquette::runtime {
namespace {

std::uint64_t used_bytes = 0;

/// With each way of trapping.
class RankHeapTest : public testing::TestWithParam<std::size_t> {
protected:
  static constexpr std::uint64_t kLimit = std::uint64_t{16} << 20;

  void SetUp() override {
    used_bytes = 0;
    heap_ = RankHeap::create(kLimit, [] { return used_bytes; }, GetParam());
    ASSERT_NE(heap_, nullptr);
    struct sigaction action{};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = [](int, siginfo_t *info, void *) {
      if (!RankHeap::contains(info->si_addr) || !RankHeap::current()->restore(info->si_addr))
        std::abort();
    };
    sigaction(SIGSEGV, &action, &before_);
  }
  void TearDown() override { sigaction(SIGSEGV, &before_, nullptr); }

  /// As many blocks of 216 bytes as fill \p units, which begin with \p first and grow by one.
  std::vector<std::uint64_t *> rows(std::size_t units, std::uint64_t first = 0) {
    std::vector<std::uint64_t *> blocks(units * (kUnitBytes / 224));
    for (std::uint64_t *&block : blocks) {
      block = static_cast<std::uint64_t *>(heap_->allocate(216));
      for (std::size_t i = 0; i < 27; ++i)
        block[i] = first++;
    }
    return blocks;
  }
  static bool areThere(const std::vector<std::uint64_t *> &blocks, std::uint64_t first = 0) {
    for (const std::uint64_t *const block : blocks)
      for (std::size_t i = 0; i < 27; ++i)
        if (block[i] != first++)
          return false;
    return true;
  }
  /// The process has grown too large when the heap looks next.
  void press() {
    used_bytes = std::uint64_t{1} << 40;
    std::vector<void *> blocks;
    for (int i = 0; i < 16; ++i)
      blocks.push_back(heap_->allocate(kUnitBytes));
    used_bytes = 0;
    for (void *const block : blocks)
      heap_->release(block);
  }

  std::unique_ptr<RankHeap> heap_;
  struct sigaction before_{};
};

TEST_P(RankHeapTest, BlocksAreAlignedApartAndLargeEnough) {
  std::mt19937 numbers(1);
  std::set<std::pair<char *, char *>> taken;
  for (std::size_t alignment : {16u, 16u, 16u, 64u, 4096u, 65536u})
    for (int i = 0; i < 500; ++i) {
      const std::size_t bytes = numbers() % (i % 10 == 0 ? 300000 : 3000);
      char *const block = static_cast<char *>(heap_->allocate(bytes, alignment));
      ASSERT_NE(block, nullptr);
      EXPECT_TRUE(RankHeap::contains(block));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u);
      EXPECT_GE(heap_->sizeOf(block), bytes);
      std::memset(block, 1, bytes);
      taken.emplace(block, block + bytes);
    }
  const char *end = nullptr;
  for (const auto &[first, last] : taken) {
    EXPECT_GE(first, end);
    end = last;
  }
}

TEST_P(RankHeapTest, WhatWasGivenBackIsGivenOutAgain) {
  std::vector<std::uint64_t *> blocks = rows(10);
  const std::set<std::uint64_t *> before(blocks.begin(), blocks.end());
  for (std::uint64_t *const block : blocks)
    heap_->release(block);
  for (std::uint64_t *const block : rows(10))
    EXPECT_EQ(before.count(block), 1u);
  void *const large = heap_->allocate(5 * kUnitBytes);
  heap_->release(large);
  EXPECT_EQ(heap_->allocate(2 * kUnitBytes), large);
  EXPECT_EQ(heap_->allocate(3 * kUnitBytes), static_cast<char *>(large) + 2 * kUnitBytes);
}

TEST_P(RankHeapTest, ZerosAreZerosWhoeverHadTheMemory) {
  for (std::size_t bytes : {std::size_t{100}, std::size_t{100000}, std::size_t{40} << 20}) {
    char *const block = static_cast<char *>(heap_->allocate(bytes));
    std::memset(block, 1, bytes);
    heap_->release(block);
    const char *const zeros = static_cast<char *>(heap_->allocateZeros(bytes));
    EXPECT_EQ(std::count(zeros, zeros + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
  }
}

TEST_P(RankHeapTest, CompressesWhatIsOldestAndBringsItBack) {
  const std::vector<std::uint64_t *> old = rows(100, 7);
  const std::vector<std::uint64_t *> others = rows(100, 5);
  EXPECT_EQ(heap_->counts().units, 0u);
  press();
  const CompressedMemory::Counts counts = heap_->counts();
  EXPECT_GE(counts.units, 140u);                           // But for the 64 latest.
  EXPECT_LT(counts.bytes, counts.units * kUnitBytes / 20); // Numbers that grow by one are told in few.
  EXPECT_TRUE(heap_->restore(old[0]));
  EXPECT_FALSE(heap_->restore(old[0]));
  EXPECT_TRUE(areThere(old, 7));
  EXPECT_TRUE(areThere(others, 5));
  EXPECT_EQ(heap_->counts().units, 0u);
  EXPECT_EQ(heap_->counts().bytes, 0u);
}

TEST_P(RankHeapTest, EqualUnitsAreKeptOnce) {
  std::mt19937 numbers(4);
  std::vector<std::uint32_t> table(4 * kUnitBytes / 4);
  for (std::uint32_t &number : table)
    number = numbers() % 256;
  std::vector<void *> copies;
  for (int i = 0; i < 50; ++i)
    std::memcpy(copies.emplace_back(heap_->allocate(4 * kUnitBytes)), table.data(), 4 * kUnitBytes);
  rows(70);
  press();
  EXPECT_GE(heap_->counts().units, 200u);
  EXPECT_LT(heap_->counts().bytes, 6 * kUnitBytes);
  heap_->release(copies[0]);
  static_cast<std::uint32_t *>(copies[1])[0] = 1000;
  for (int i = 2; i < 50; ++i)
    EXPECT_EQ(std::memcmp(copies[static_cast<std::size_t>(i)], table.data(), 4 * kUnitBytes), 0);
  EXPECT_EQ(static_cast<std::uint32_t *>(copies[1])[0], 1000u);
}

/// Every third unit is used again, and all others then.
TEST(ColdMemoryTest, MakesFewIslands) {
  constexpr std::size_t kUnitCount = 600, kMost = 40;
  char *const base = static_cast<char *>(reserveAddresses((kUnitCount + 1) * kUnitBytes));
  ASSERT_NE(base, nullptr);
  struct sigaction action{}, before{};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = [](int, siginfo_t *, void *) { std::abort(); };
  sigaction(SIGSEGV, &action, &before);
  {
    used_bytes = 0;
    CompressedMemory memory(base, kUnitCount, std::uint64_t{1} << 20, [] { return used_bytes; }, kMost);
    ASSERT_TRUE(memory.extend(kUnitCount));
    memory.add(0, kUnitCount);
    for (std::size_t unit = 0; unit < kUnitCount; ++unit)
      std::memset(base + unit * kUnitBytes, static_cast<int>(unit % 251 + 1), kUnitBytes);
    std::size_t most = 0;
    const auto use = [&](std::size_t unit) {
      memory.restore(static_cast<CompressedMemory::UnitNumber>(unit));
      memory.keepToLimit();
      EXPECT_EQ(base[unit * kUnitBytes + 100], static_cast<char>(unit % 251 + 1));
      most = std::max(most, memory.regions());
    };
    used_bytes = std::uint64_t{1} << 30;
    memory.keepToLimit();
    EXPECT_GT(memory.counts().units, 500u);
    EXPECT_EQ(memory.regions(), 1u);
    EXPECT_FALSE(memory.counts().crowded);
    used_bytes = 0;
    for (std::size_t step : {3, 1, 7})
      for (std::size_t unit = 0; unit < kUnitCount; unit += step)
        use(unit);
    EXPECT_LE(most, kMost * 5 / 4);
    EXPECT_GT(most, kMost / 2);
    EXPECT_TRUE(memory.counts().crowded);
  }
  sigaction(SIGSEGV, &before, nullptr);
  munmap(base, (kUnitCount + 1) * kUnitBytes);
}

TEST(PackedStoreTest, FreesWhatNobodyHolds) {
  PackedStore store;
  std::vector<PackedStore::Block *> blocks;
  for (int copy = 0; copy < 2; ++copy)
    for (std::uint32_t i = 0; i < 3000; ++i)
      blocks.push_back(store.hold(reinterpret_cast<const char *>(&i), sizeof i));
  for (std::size_t i = 0; i < 3000; ++i)
    EXPECT_EQ(blocks[i], blocks[i + 3000]);
  EXPECT_NE(blocks[0], blocks[1]);
  const std::uint64_t all = store.bytes();
  for (std::size_t i = 0; i < 3000; ++i)
    store.release(blocks[i]);
  EXPECT_EQ(store.bytes(), all);
  for (std::size_t i = 3000; i < 6000; ++i)
    store.release(blocks[i]);
  EXPECT_EQ(store.bytes(), 0u);
}

TEST_P(RankHeapTest, NoiseStaysAsItIs) {
  std::mt19937_64 numbers(2);
  std::vector<std::uint64_t> expected(200 * kUnitBytes / 8);
  for (std::uint64_t &number : expected)
    number = numbers();
  char *const noise = static_cast<char *>(heap_->allocate(200 * kUnitBytes));
  std::memcpy(noise, expected.data(), 200 * kUnitBytes);
  press();
  for (std::size_t unit = 0; unit < 200; ++unit)
    EXPECT_FALSE(heap_->restore(noise + unit * kUnitBytes));
  EXPECT_EQ(std::memcmp(noise, expected.data(), 200 * kUnitBytes), 0);
}

TEST_P(RankHeapTest, CompressedBlocksCanBeGivenBack) {
  std::vector<std::uint64_t *> blocks = rows(100);
  void *const large = heap_->allocateZeros(100 * kUnitBytes);
  std::memset(large, 3, 100 * kUnitBytes);
  rows(70);
  press();
  EXPECT_GE(heap_->counts().units, 200u);
  for (std::uint64_t *const block : blocks)
    heap_->release(block);
  const std::uint64_t restored = heap_->counts().restored;
  heap_->release(large);
  EXPECT_EQ(heap_->counts().restored, restored);
  EXPECT_LT(heap_->counts().units, 110u);
  EXPECT_TRUE(areThere(rows(100, 9), 9));
}

// A block that was given back and then compressed is given out again: until somebody touches it there is nothing to
// compress.
TEST_P(RankHeapTest, CompressesNothingTwice) {
  std::vector<void *> large(24);
  const auto take = [&] {
    for (void *&block : large)
      block = heap_->allocate(2 * kUnitBytes);
  };
  take();
  for (void *const block : large)
    std::memset(block, 7, 2 * kUnitBytes);
  for (void *const block : large)
    heap_->release(block);
  const std::vector<std::uint64_t *> some = rows(70);
  press();
  take();
  const std::vector<std::uint64_t *> more = rows(70, 3);
  press();
  for (void *const block : large)
    std::memset(block, 9, 2 * kUnitBytes);
  EXPECT_TRUE(areThere(some));
  EXPECT_TRUE(areThere(more, 3));
}

std::vector<std::size_t> waysOfHost() {
  return CompressedMemory::hostGuardsPages() ? std::vector{CompressedMemory::kMostRegions, CompressedMemory::kGuarded}
                                             : std::vector{CompressedMemory::kMostRegions};
}
INSTANTIATE_TEST_SUITE_P(Traps, RankHeapTest, testing::ValuesIn(waysOfHost()), [](const auto &info) {
  return std::string(info.param == CompressedMemory::kGuarded ? "Guards" : "Protection");
});

std::uint64_t sumOf(const std::uint64_t *words, std::size_t count) {
  return std::accumulate(words, words + count, std::uint64_t{0});
}

// Looking whether a page is zero would make it one of the process.
TEST_P(RankHeapTest, TouchesNoPageThatTheRankDidNot) {
  constexpr std::size_t kWords = kUnitBytes / sizeof(std::uint64_t);
  auto *const large = static_cast<std::uint64_t *>(heap_->allocate(3 * kUnitBytes));
  large[kWords + 600] = 5; // The second page of the second unit.
  TouchedPages pages;
  const auto touched = [&] {
    pages.lookAt(large, 3);
    return std::array{pages.of(0), pages.of(1), pages.of(2)};
  };
  const std::array<PageSet, 3> at_first{0, 2, 0};
  EXPECT_EQ(touched(), at_first);
  for (int i = 0; i < 3; ++i) {
    rows(70); // The latest stay.
    press();
    for (int unit : {1, 0, 2})
      EXPECT_TRUE(heap_->restore(large + unit * kWords));
    EXPECT_EQ(touched(), at_first);
  }
  EXPECT_EQ(sumOf(large, 3 * kWords), 5u);
}

TEST(TouchedPagesTest, KnowsThemInAProcessThatWasForkedOff) {
  auto *const unit =
      static_cast<char *>(mmap(nullptr, 2 * kUnitBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(unit, MAP_FAILED);
  unit[3 * kPageBytes] = 1;
  TouchedPages pages;
  pages.lookAt(unit, 2);
  EXPECT_EQ(pages.of(0), 8);
  EXPECT_EQ(pages.bytesOf(0), kPageBytes);
  EXPECT_EQ(pages.of(1), 0);
  const pid_t child = fork();
  if (child == 0) {
    unit[kUnitBytes] = 1;
    pages.lookAt(unit, 2);
    _exit(pages.of(0) == 8 && pages.of(1) == 1 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  munmap(unit, 2 * kUnitBytes);
}

/// Whatever the contents look like.
TEST(UnitCodecTest, UnpacksWhatItPacked) {
  const auto codec = std::make_unique<UnitCodec>();
  alignas(8) static unsigned char unit[kUnitBytes], again[kUnitBytes];
  std::mt19937 numbers(3);
  const auto check = [&](double least_ratio) {
    const auto packed = codec->pack(unit);
    ASSERT_TRUE(packed);
    EXPECT_LE(static_cast<double>(packed->bytes) * least_ratio, kUnitBytes);
    std::memset(again, 0, sizeof again);
    codec->unpack(codec->contents(), *packed, again);
    EXPECT_EQ(std::memcmp(unit, again, kUnitBytes), 0);
  };
  check(1e9); // Zeros take nothing.
  std::uint32_t small[kUnitBytes / 4];
  for (std::uint32_t i = 0; i < kUnitBytes / 4; ++i)
    small[i] = 4'000'000'000u + i * 3 + (i % 27 == 0 ? i * 100 : 0); // Wraps.
  std::memcpy(unit, small, kUnitBytes);
  check(2);
  std::uint64_t large[kUnitBytes / 8];
  for (std::uint64_t i = 0; i < kUnitBytes / 8; ++i)
    large[i] = i % 3 + i / 3 * 1000;
  std::memcpy(unit, large, kUnitBytes);
  check(50);
  std::memset(unit, 'x', kUnitBytes);
  check(100);
  for (unsigned char &byte : unit)
    byte = static_cast<unsigned char>(numbers());
  EXPECT_FALSE(codec->pack(unit));
  std::memset(unit + 2 * kPageBytes, 0, kPageBytes); // What is not said to be touched is not looked at.
  EXPECT_FALSE(codec->pack(unit, 1));
  EXPECT_EQ(codec->pack(unit, 0)->bytes, 0u);
  const auto packed = codec->pack(unit, 4);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->bytes, 0u);
}

} // namespace
} // namespace maquette::runtime
