//===- runtime/lib/memory/first_touch.cpp - what new memory costs a rank -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/memory/first_touch.h"

#include "lib/host/memory_limit.h"
#include "lib/host/tick_clock.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace maquette::runtime {
namespace {

constexpr std::size_t kTrialPages = 256;
constexpr std::size_t kTrialBlocks = 10;

/// A write that changes nothing. Returns the ticks it took.
std::uint64_t touchPage(char *byte) {
  const std::uint64_t begun = TickClock::now();
  __atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
  return TickClock::now() - begun;
}

std::uint64_t median(std::vector<std::uint64_t> &ticks) {
  const auto middle = ticks.begin() + static_cast<std::ptrdiff_t>(ticks.size() / 2);
  std::nth_element(ticks.begin(), middle, ticks.end());
  return *middle;
}

/// New memory for trials, given back at its end.
class Trial {
public:
  Trial(std::size_t page, std::size_t blocks)
      : page_(page), bytes_(blocks * kTrialPages * page),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;
  ~Trial() {
    if (memory_ != MAP_FAILED)
      munmap(memory_, bytes_);
  }

  /// The median over the pages of a block that was not touched before; 0 where the host has no memory.
  std::uint64_t costOfBlock(std::size_t block) const {
    if (memory_ == MAP_FAILED)
      return 0;
    std::vector<std::uint64_t> ticks;
    for (std::size_t i = 0; i < kTrialPages; ++i)
      ticks.push_back(touchPage(static_cast<char *>(memory_) + (block * kTrialPages + i) * page_));
    return median(ticks);
  }

private:
  std::size_t page_;
  std::size_t bytes_;
  void *memory_;
};

/// Of pages that the host has just had back, and still has in its caches. A neighbour that disturbs a block or two does not count.
std::uint64_t leastCost(std::size_t page) {
  std::uint64_t least = Trial(page, 1).costOfBlock(0);
  for (std::size_t i = 1; i < kTrialBlocks; ++i)
    least = std::min(least, Trial(page, 1).costOfBlock(0));
  return least;
}

/// Of more pages than that: what most pages of a process are to it.
std::uint64_t usualCost(std::size_t page) {
  const Trial trial(page, kTrialBlocks);
  std::vector<std::uint64_t> costs;
  for (std::size_t block = 0; block < kTrialBlocks; ++block)
    costs.push_back(trial.costOfBlock(block));
  return median(costs);
}

} // namespace

FirstTouch::FirstTouch()
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), least_cost_(leastCost(page_)), page_cost_(usualCost(page_)),
      room_(static_cast<std::size_t>(availableBytes().value_or(0) / 4)) {}

std::int64_t FirstTouch::touch(void *block, std::size_t bytes) {
  watched_.erase(block); // One that was there before, and given back unseen.
  if (bytes > kLargestBlock || bytes > room_ || least_cost_ == 0)
    return 0;
  char *const first = static_cast<char *>(block);
  const std::size_t lead = reinterpret_cast<std::uintptr_t>(first) % page_;
  std::uint64_t cost = 0;
  std::size_t pages = 0, fresh = 0;
  for (std::size_t offset = 0; offset < bytes; offset += offset == 0 ? page_ - lead : page_) {
    const std::uint64_t ticks = touchPage(first + offset);
    ++pages;
    if (ticks <= least_cost_ / 2)
      continue; // It was there.
    ++fresh;
    cost += std::min(ticks, page_cost_);
    room_ -= std::min(room_, page_);
  }
  constexpr std::size_t kEnds = 2; // What is beside the block may have brought them.
  if (pages >= kSmallestWatched && fresh + kEnds >= pages)
    watched_[block] = bytes;
  const auto use = use_.find(bytes);
  const double share = use == use_.end() ? 1 : use->second.used / use->second.all;
  return static_cast<std::int64_t>(share * static_cast<double>(cost));
}

bool FirstTouch::wasUsed(const char *page) const {
  return *page != 0 || std::memcmp(page, page + 1, page_ - 1) != 0;
}

void FirstTouch::freed(const void *block, std::size_t bytes) {
  const auto found = watched_.find(block);
  if (found == watched_.end())
    return;
  if (bytes < found->second) { // Another one.
    watched_.erase(found);
    return;
  }
  const char *const begin = static_cast<const char *>(block);
  const std::size_t lead = reinterpret_cast<std::uintptr_t>(begin) % page_;
  Use &use = use_[found->second];
  const char *unused = nullptr; // The first page of those behind one another.
  const char *at = begin + (lead == 0 ? 0 : page_ - lead);
  for (; at + page_ <= begin + found->second; at += page_) {
    ++use.all;
    if (!wasUsed(at)) {
      unused = unused == nullptr ? at : unused;
      continue;
    }
    ++use.used;
    giveBack(std::exchange(unused, nullptr), at);
  }
  giveBack(unused, at);
  watched_.erase(found);
}

void FirstTouch::giveBack(const char *begin, const char *end) {
  if (begin == nullptr || madvise(const_cast<char *>(begin), static_cast<std::size_t>(end - begin), MADV_DONTNEED) != 0)
    return;
  room_ += static_cast<std::size_t>(end - begin);
}

} // namespace maquette::runtime
