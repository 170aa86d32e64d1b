//===- sim/lib/arena.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/arena.h"

#include "maquette/sim/assert.h"

#include "lib/fiber/mapping.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace maquette::sim {

using fiber::kHugePage;
using fiber::roundUp;

namespace {
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // Linux 6.1; others refuse it, and their pages stay small.
#endif

/// Up to this use, huge pages are made of full ones only: a last one that is half empty would be a large part of the
/// memory.
constexpr std::size_t kSparing = std::size_t{8} << 20;

/// What is touched of them from now on shall be huge pages.
void adviseHuge(char *from, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  const std::size_t skipped = roundUp(address, fiber::kPage) - address;
  if (bytes > skipped)
    static_cast<void>(madvise(from + skipped, bytes - skipped, MADV_HUGEPAGE));
}

/// Makes the huge pages of which the last byte lies in [from, to) of what is in use.
void collapse(const char *from, const char *to) {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(from) / kHugePage * kHugePage;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(to) / kHugePage * kHugePage;
  if (end > begin)
    static_cast<void>(madvise(reinterpret_cast<void *>(begin), end - begin, MADV_COLLAPSE));
}
} // namespace

Arena::~Arena() {
  for (const Block &block : blocks_)
    munmap(block.start, block.size);
}

bool Arena::addBlock(std::size_t least) {
  const bool large = used_ >= 2 * kSmallBlock || least > 2 * kHugePage;
  const std::size_t usable = roundUp(std::max(least, large ? kLargeBlock : kSmallBlock), fiber::kPage);
  const std::size_t mapped = usable + (large ? kHugePage : 0);
  void *const start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return false;
  blocks_.push_back({start, mapped});
  next_ = static_cast<char *>(start);
  left_ = usable;
  if (large) {
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    next_ += roundUp(address, kHugePage) - address;
    if (used_ + least >= kSparing)
      adviseHuge(next_, left_);
  }
  return true;
}

void *Arena::take(std::size_t bytes) {
  MAQUETTE_ASSERT(bytes > 0);
  bytes = roundUp(bytes, 64);
  if (left_ < bytes && !addBlock(bytes))
    return nullptr;
  char *const piece = next_;
  next_ += bytes;
  left_ -= bytes;
  const std::size_t before = used_;
  used_ += bytes;
  if (before < kSparing && used_ > 2 * kSmallBlock)
    collapse(piece, next_);
  if (before < kSparing && used_ >= kSparing)
    adviseHuge(next_, left_);
  return piece;
}

} // namespace maquette::sim
