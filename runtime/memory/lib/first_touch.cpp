//===- runtime/memory/lib/first_touch.cpp - what new memory costs a rank -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/first_touch.h"

#include "maquette/host/memory_limit.h"
#include "maquette/host/tick_clock.h"
#include "page_trial.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace maquette::runtime {
FirstTouch::FirstTouch(Corrections corrections)
    : corrections_(corrections), page_(hostPageBytes()), least_cost_(leastPageCost()),
      page_cost_(usualPageCost(PageSharing::Private)),
      room_(static_cast<std::size_t>(availableBytes().value_or(0) / 4)) {}

char *FirstTouch::wholePages(const void *begin) const {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  return reinterpret_cast<char *>((address + page_ - 1) / page_ * page_);
}

std::size_t FirstTouch::countWholePages(const void *begin, std::size_t bytes) const {
  const char *const end = static_cast<const char *>(begin) + bytes;
  const char *const first = wholePages(begin);
  return first < end ? static_cast<std::size_t>(end - first) / page_ : 0;
}

FirstTouch::Touched FirstTouch::touchUntil(char *begin, const char *end) {
  Touched touched;
  for (char *at = begin; at < end; at = wholePages(at + 1)) {
    const std::uint64_t ticks = touchPage(at);
    if (ticks <= least_cost_ / 2)
      continue; // It was there.
    ++touched.fresh;
    touched.cost += ticks;
    room_ -= std::min(room_, page_);
  }
  touched.cost = std::min(touched.cost, touched.fresh * page_cost_);
  return touched;
}

std::int64_t FirstTouch::touch(void *block, std::size_t bytes) {
  watched_.erase(block); // One that was there before, and given back unseen.
  if (bytes > kLargestBlock || bytes > room_ || least_cost_ == 0 || !corrections_[Correction::Touch])
    return 0;
  char *const begin = static_cast<char *>(block);
  const std::size_t all = countWholePages(block, bytes);
  const auto use = use_.find(bytes);
  const std::size_t reach = use == use_.end() ? all : std::min(all, std::max(use->second.reach, kSmallestWatched));
  const Touched touched = touchUntil(begin, reach == all ? begin + bytes : wholePages(block) + reach * page_);
  constexpr std::size_t kEnds = 2; // What is beside the block may have brought them.
  if (corrections_[Correction::TouchUsed] && all >= kSmallestWatched && touched.fresh + kEnds >= reach)
    watched_[block] = {bytes, reach};
  const double share =
      use == use_.end() ? 1 : std::min(1.0, use->second.used / use->second.blocks / static_cast<double>(reach));
  return static_cast<std::int64_t>(share * static_cast<double>(touched.cost));
}

std::int64_t FirstTouch::touchGrown(void *begin, std::size_t bytes) {
  if (bytes > room_ || least_cost_ == 0 || !corrections_[Correction::TouchHeap])
    return 0;
  return static_cast<std::int64_t>(touchUntil(static_cast<char *>(begin), static_cast<char *>(begin) + bytes).cost);
}

bool FirstTouch::wasUsed(const char *page) const { return *page != 0 || std::memcmp(page, page + 1, page_ - 1) != 0; }

std::size_t FirstTouch::countUsed(const char *pages, std::size_t count) {
  std::size_t used = 0;
  const char *unused = nullptr; // The first page of those behind one another.
  const char *const end = pages + count * page_;
  for (const char *at = pages; at < end; at += page_) {
    if (!wasUsed(at)) {
      unused = unused == nullptr ? at : unused;
      continue;
    }
    ++used;
    giveBack(std::exchange(unused, nullptr), at);
  }
  giveBack(unused, end);
  return used;
}

std::size_t FirstTouch::reachOf(const char *pages, std::size_t count) const {
  std::vector<unsigned char> present(count);
  if (count == 0 || mincore(const_cast<char *>(pages), count * page_, present.data()) != 0)
    return 0;
  while (count > 0 && ((present[count - 1] & 1) == 0 || !wasUsed(pages + (count - 1) * page_)))
    --count;
  return count;
}

void FirstTouch::Use::add(std::size_t used_pages, std::size_t used_reach) {
  reach = std::max(used_reach, reach - (reach - std::min(reach, used_reach)) / kForgets);
  used += static_cast<double>(used_pages);
  ++blocks;
}

void FirstTouch::freed(const void *block, std::size_t bytes) {
  const auto found = watched_.find(block);
  if (found == watched_.end())
    return;
  const Watched watched = found->second;
  watched_.erase(found);
  if (bytes < watched.bytes) // Another one.
    return;
  const char *const pages = wholePages(block);
  const std::size_t reach = reachOf(pages, countWholePages(block, watched.bytes));
  use_[watched.bytes].add(countUsed(pages, watched.touched), reach);
}

void FirstTouch::giveBack(const char *begin, const char *end) {
  if (begin == nullptr || madvise(const_cast<char *>(begin), static_cast<std::size_t>(end - begin), MADV_DONTNEED) != 0)
    return;
  room_ += static_cast<std::size_t>(end - begin);
}

} // namespace maquette::runtime
