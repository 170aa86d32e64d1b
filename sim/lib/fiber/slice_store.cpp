//===- sim/lib/fiber/slice_store.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/slice_store.h"

#include <algorithm>

namespace maquette::sim::fiber {
namespace {
unsigned floorLog2(std::size_t size) { return 63u - static_cast<unsigned>(__builtin_clzll(size)); }
} // namespace

std::size_t SliceStore::capacity(std::size_t size) {
  if (size <= kFine)
    return roundUp(size, kStep);
  if (size <= kSmall)
    return roundUp(size, kFine);
  // Quarters of the power of two below.
  return roundUp(size, std::size_t{1} << (floorLog2(size - 1) - 2));
}

std::size_t SliceStore::classOf(std::size_t capacity) {
  if (capacity <= kSmall)
    return capacity / kStep - 1;
  const unsigned log = floorLog2(capacity - 1);
  const std::size_t quarter = ((capacity - 1) >> (log - 2)) & 3;
  return kSmall / kStep + 4 * (log - 12) + quarter;
}

bool SliceStore::addRun(std::size_t capacity) {
  const std::size_t chunks = std::max<std::size_t>(1, kRun / capacity);
  const std::size_t run = chunks * capacity;
  if (left_ < run) {
    Mapping block(std::max(run, kBlock), pages_ == PageSize::Huge ? kHugePage : kPage);
    if (block.data() == nullptr)
      return false;
    if (pages_ == PageSize::Huge)
      block.adviseHuge();
    next_ = block.data();
    left_ = block.size();
    blocks_.push_back(std::move(block));
  }
  for (std::size_t i = chunks; i-- > 0;) {
    auto *chunk = reinterpret_cast<FreeChunk *>(next_ + i * capacity);
    chunk->next = free_[classOf(capacity)];
    free_[classOf(capacity)] = chunk;
  }
  next_ += run;
  left_ -= run;
  return true;
}

char *SliceStore::allocate(std::size_t capacity) {
  FreeChunk *&head = free_[classOf(capacity)];
  if (head == nullptr && !addRun(capacity))
    return nullptr;
  FreeChunk *chunk = head;
  head = chunk->next;
  used_bytes_ += capacity;
  peak_bytes_ = std::max(peak_bytes_, used_bytes_);
  return reinterpret_cast<char *>(chunk);
}

void SliceStore::release(char *chunk, std::size_t capacity) {
  auto *freed = reinterpret_cast<FreeChunk *>(chunk);
  freed->next = free_[classOf(capacity)];
  free_[classOf(capacity)] = freed;
  used_bytes_ -= capacity;
}

} // namespace maquette::sim::fiber
