//===- sim/lib/event_queue.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/event_queue.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace maquette::sim {

EventQueue::EventQueue() = default;

std::uint64_t PackedTargets::indexOf(EventAction action) {
  auto found = std::find(actions_.begin(), actions_.end(), action);
  if (found == actions_.end()) {
    MAQUETTE_ASSERT(actions_.size() < 65536);
    found = actions_.insert(found, action);
  }
  recent_action_ = action;
  recent_index_ = static_cast<std::uint64_t>(found - actions_.begin());
  return recent_index_;
}

EventQueue::Chunk *EventQueue::ChunkStore::take() {
  if (free_ == nullptr) {
    auto *const chunks = static_cast<Chunk *>(memory_.take(kBlockChunks * sizeof(Chunk)));
    if (chunks == nullptr)
      throw std::bad_alloc();
    for (std::size_t i = kBlockChunks; i-- > 0;)
      giveBack(&chunks[i]);
  }
  Chunk *chunk = free_;
  free_ = chunk->next;
  chunk->next = nullptr;
  return chunk;
}

void EventQueue::addChunk(Bucket &bucket) {
  Chunk *chunk = chunks_.take();
  if (bucket.tail == nullptr) {
    bucket.head = chunk;
    bucket.head_index = 0;
  } else {
    bucket.tail->next = chunk;
  }
  bucket.tail = chunk;
  bucket.tail_count = 0;
}

void EventQueue::insertIntoWindow(const Entry &entry) {
  if (window_tail_ == kWindowCapacity) {
    if (window_head_ == 0 || window_tail_ - window_head_ > kWindowCapacity / 2) {
      spillWindow();
      put(entry);
      return;
    }
    std::copy(&window_[window_head_], &window_[window_tail_], &window_[0]);
    window_tail_ -= window_head_;
    window_head_ = 0;
  }
  std::size_t position = window_tail_;
  while (position > window_head_ && window_[position - 1].when > entry.when) {
    window_[position] = window_[position - 1];
    --position;
  }
  window_[position] = entry;
  ++window_tail_;
}

/// Too many events came between those of the window: they go back into buckets, now relative to the present.
void EventQueue::spillWindow() {
  base_ = last_;
  window_limit_ = last_;
  for (std::size_t i = window_head_; i < window_tail_; ++i)
    put(window_[i]);
  window_head_ = window_tail_ = 0;
}

/// Moves up to \p limit entries from the front of a bucket to the end of the window.
void EventQueue::takeIntoWindow(unsigned level, unsigned digit, std::size_t limit) {
  Bucket &bucket = buckets_[level][digit];
  while (limit > 0 && bucket.count > 0) {
    const std::size_t in_chunk =
        (bucket.head == bucket.tail ? bucket.tail_count : kChunkEntries) - std::size_t{bucket.head_index};
    const std::size_t taken = std::min(in_chunk, limit);
    std::memcpy(&window_[window_tail_], &bucket.head->entries[bucket.head_index], taken * sizeof(Entry));
    window_tail_ += taken;
    limit -= taken;
    bucket.count -= taken;
    bucket.head_index += static_cast<std::uint32_t>(taken);
    if (taken == in_chunk) {
      Chunk *done = bucket.head;
      bucket.head = done->next;
      bucket.head_index = 0;
      chunks_.giveBack(done);
    }
  }
  if (bucket.count > 0)
    return;
  bucket = Bucket{};
  used_digits_[level] &= ~(1u << digit);
  if (used_digits_[level] == 0)
    used_levels_ &= ~(1u << level);
}

/// First time of a bucket.
std::uint64_t EventQueue::startOf(unsigned level, unsigned digit) const {
  const unsigned shift = level * kDigitBits;
  const std::uint64_t upper = level + 1 == kLevels ? 0 : ~std::uint64_t{0} << (shift + kDigitBits);
  return (static_cast<std::uint64_t>(base_) & upper) | std::uint64_t{digit} << shift;
}

/// Stable insertion sort: the few entries of one bucket, often almost in order already.
void EventQueue::sortWindow(std::size_t start) {
  for (std::size_t i = start + 1; i < window_tail_; ++i) {
    const Entry entry = window_[i];
    std::size_t position = i;
    for (; position > start && window_[position - 1].when > entry.when; --position)
      window_[position] = window_[position - 1];
    window_[position] = entry;
  }
}

/// Fills the window from the bucket and those after it on its level, as far as they fit whole.
void EventQueue::gather(unsigned level, unsigned digit) {
  std::uint32_t digits = used_digits_[level];
  unsigned last_digit = digit;
  while (digits != 0) {
    const auto next = static_cast<unsigned>(__builtin_ctz(digits));
    digits &= digits - 1;
    const std::size_t start = window_tail_, count = buckets_[level][next].count;
    if (start + count > kWindowFill || (level > 0 && count > kMostSorted))
      break;
    takeIntoWindow(level, next, count);
    if (level > 0)
      sortWindow(start);
    last_digit = next;
  }
  const std::uint64_t end = startOf(level, last_digit) + (std::uint64_t{1} << (level * kDigitBits));
  window_limit_ = static_cast<std::int64_t>(std::min<std::uint64_t>(end, std::numeric_limits<std::int64_t>::max()));
}

/// Moves the events of the first bucket to the levels below; those of its first instant, often all of them, to the
/// lowest one.
void EventQueue::spread(unsigned level, unsigned digit) {
  const Bucket full = buckets_[level][digit];
  buckets_[level][digit] = Bucket{};
  used_digits_[level] &= ~(1u << digit);
  if (used_digits_[level] == 0)
    used_levels_ &= ~(1u << level);
  const auto endOf = [&](const Chunk *chunk) { return chunk == full.tail ? full.tail_count : kChunkEntries; };
  base_ = full.head->entries[full.head_index].when;
  std::size_t index = full.head_index;
  for (const Chunk *chunk = full.head; chunk != nullptr; chunk = chunk->next, index = 0) {
    __builtin_prefetch(chunk->next);
    for (; index < endOf(chunk); ++index)
      base_ = std::min(base_, chunk->entries[index].when);
  }
  index = full.head_index;
  for (Chunk *chunk = full.head; chunk != nullptr; index = 0) {
    for (; index < endOf(chunk); ++index)
      put(chunk->entries[index]);
    Chunk *next = chunk->next;
    chunks_.giveBack(chunk);
    chunk = next;
  }
}

bool EventQueue::refill() {
  window_head_ = window_tail_ = 0;
  while (used_levels_ != 0) {
    const auto level = static_cast<unsigned>(__builtin_ctz(used_levels_));
    const auto digit = static_cast<unsigned>(__builtin_ctz(used_digits_[level]));
    const std::size_t count = buckets_[level][digit].count;
    if (count <= (level > 0 ? kMostSorted : kWindowFill)) {
      gather(level, digit);
      return true;
    }
    if (level == 0) {
      // One instant only: its events may stay behind in their order, and later ones of that instant join them there.
      window_limit_ = buckets_[0][digit].head->entries[buckets_[0][digit].head_index].when;
      takeIntoWindow(0, digit, kWindowFill);
      return true;
    }
    spread(level, digit);
  }
  return false;
}

} // namespace maquette::sim
