//===- runtime/lib/first_touch.cpp - what new memory costs a rank -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "first_touch.h"

#include "memory_limit.h"
#include "tick_clock.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace maquette::runtime {
namespace {

constexpr std::size_t kTrialPages = 256;
constexpr int kTrialBlocks = 10;

/// A write that changes nothing. Returns the ticks it took.
std::uint64_t touchPage(char *byte) {
  const std::uint64_t begun = TickClock::now();
  __atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
  return TickClock::now() - begun;
}

/// The median over pages of a new block, which is given back.
std::uint64_t costOfBlock(std::size_t page) {
  void *const memory = mmap(nullptr, kTrialPages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 0;
  std::vector<std::uint64_t> ticks;
  for (std::size_t i = 0; i < kTrialPages; ++i)
    ticks.push_back(touchPage(static_cast<char *>(memory) + i * page));
  munmap(memory, kTrialPages * page);
  std::nth_element(ticks.begin(), ticks.begin() + kTrialPages / 2, ticks.end());
  return ticks[kTrialPages / 2];
}

/// Of pages that the host has just had back, so that it need not look for them. A neighbour that disturbs a block or
/// two does not count.
std::uint64_t usualCost(std::size_t page) {
  std::uint64_t least = costOfBlock(page);
  for (int i = 1; i < kTrialBlocks; ++i)
    least = std::min(least, costOfBlock(page));
  return least;
}

} // namespace

FirstTouch::FirstTouch()
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), page_cost_(usualCost(page_)),
      room_(static_cast<std::size_t>(availableBytes().value_or(0) / 4)) {}

std::int64_t FirstTouch::touch(void *block, std::size_t bytes) {
  if (bytes > kLargestBlock || bytes > room_ || page_cost_ == 0)
    return 0;
  char *const first = static_cast<char *>(block);
  const std::size_t lead = reinterpret_cast<std::uintptr_t>(first) % page_;
  std::uint64_t added = 0;
  for (std::size_t offset = 0; offset < bytes; offset += offset == 0 ? page_ - lead : page_)
    added += touchPage(first + offset) > page_cost_ / 2 ? 1 : 0;
  room_ -= std::min(room_, added * page_);
  return static_cast<std::int64_t>(added * page_cost_);
}

} // namespace maquette::runtime
