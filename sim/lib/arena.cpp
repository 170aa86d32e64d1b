//===- sim/lib/arena.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/arena.h"

#include "lib/fiber/mapping.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace maquette::sim {

using fiber::kHugePage;
using fiber::roundUp;

namespace {
/// Before blocks become large: up to some megabytes a last huge page that is half empty would be a large part.
constexpr std::size_t kSmallBlocks = 8;
} // namespace

Arena::~Arena() {
  for (const Block &block : blocks_)
    munmap(block.start, block.size);
}

bool Arena::addBlock(std::size_t least) {
  const bool large = used_ >= kSmallBlocks * kSmallBlock || least > 2 * kHugePage;
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
    static_cast<void>(madvise(next_, left_, MADV_HUGEPAGE));
  }
  return true;
}

void *Arena::take(std::size_t bytes) {
  bytes = roundUp(bytes, 64);
  if (left_ < bytes && !addBlock(bytes))
    return nullptr;
  char *const piece = next_;
  next_ += bytes;
  left_ -= bytes;
  used_ += bytes;
  return piece;
}

} // namespace maquette::sim
