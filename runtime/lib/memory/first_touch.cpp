//===- runtime/lib/memory/first_touch.cpp - what new memory costs a rank -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/memory/first_touch.h"

#include "lib/host/memory_limit.h"
#include "lib/host/tick_clock.h"
#include "lib/memory/page_trial.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace maquette::runtime {
FirstTouch::FirstTouch()
    : page_(hostPageBytes()), least_cost_(leastPageCost()), page_cost_(usualPageCost(PageSharing::Private)),
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
    cost += ticks;
    room_ -= std::min(room_, page_);
  }
  constexpr std::size_t kEnds = 2; // What is beside the block may have brought them.
  if (pages >= kSmallestWatched && fresh + kEnds >= pages)
    watched_[block] = bytes;
  const auto use = use_.find(bytes);
  const double share = use == use_.end() ? 1 : use->second.used / use->second.all;
  return static_cast<std::int64_t>(share * static_cast<double>(std::min(cost, fresh * page_cost_)));
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
