//===- maquette/sim/event_queue.h - pending events in time order -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A monotone radix heap: no event may be earlier than the one last popped. Events of equal time leave in the order in
/// which they were pushed.
///
/// An event waits in the bucket named by the highest digit (of kDigitBits bits) in which its time differs from the
/// base, so it moves at most once per digit before it leaves. The next events are sorted in a window, which also serves
/// prefetching. Memory grows in chunks of 1 KiB without copying; the queue reuses it and does not return it.
///
/// Cost      a push or pop takes amortized constant time for any practical number of events.
/// Range     times from 0; targets below 2^48; at most 65,536 different actions.
#ifndef MAQUETTE_SIM_EVENT_QUEUE_H
#define MAQUETTE_SIM_EVENT_QUEUE_H

#include "maquette/sim/arena.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::sim {

using EventAction = void (*)(void *target, std::uint64_t argument);

struct Event {
  SimTime when;
  EventAction action = nullptr;
  void *target = nullptr;
  std::uint64_t argument = 0;
};

/// What an event calls, in one word: a queue has few actions, which it knows by numbers.
class PackedTargets {
public:
  std::uint64_t pack(EventAction action, void *target) {
    const auto address = reinterpret_cast<std::uintptr_t>(target);
    MAQUETTE_ASSERT(address >> kAddressBits == 0);
    const std::uint64_t index = action == recent_action_ ? recent_index_ : indexOf(action);
    return address | index << kAddressBits;
  }
  EventAction action(std::uint64_t packed) const { return actions_[packed >> kAddressBits]; }
  static void *target(std::uint64_t packed) {
    return reinterpret_cast<void *>(packed & ((std::uint64_t{1} << kAddressBits) - 1));
  }

private:
  static constexpr unsigned kAddressBits = 48;
  std::uint64_t indexOf(EventAction action);

  EventAction recent_action_ = nullptr;
  std::uint64_t recent_index_ = 0;
  std::vector<EventAction> actions_;
};

class EventQueue {
public:
  EventQueue();
  EventQueue(const EventQueue &) = delete;
  EventQueue &operator=(const EventQueue &) = delete;

  /// \pre when is not before the time of the event last popped.
  void push(SimTime when, EventAction action, void *target, std::uint64_t argument) {
    MAQUETTE_ASSERT(when.ps() >= last_);
    const Entry entry{when.ps(), targets_.pack(action, target), argument};
    ++size_;
    if (entry.when < window_limit_)
      insertIntoWindow(entry);
    else
      put(entry);
  }

  /// False when no event is left.
  bool pop(Event &event) {
    if (window_head_ == window_tail_ && !refill())
      return false;
    const Entry &entry = window_[window_head_++];
    last_ = entry.when;
    --size_;
    event = unpacked(entry);
    return true;
  }

  /// Sets \p when to the time of the next event; false if there is none.
  bool next(SimTime &when) {
    if (window_head_ == window_tail_ && !refill())
      return false;
    when = SimTime::fromPs(window_[window_head_].when);
    return true;
  }

  /// The event \p ahead places after the next one; false if the window does not reach that far.
  bool peek(std::size_t ahead, Event &event) const {
    if (window_head_ + ahead >= window_tail_)
      return false;
    event = unpacked(window_[window_head_ + ahead]);
    return true;
  }

  std::size_t size() const { return size_; }
  std::size_t memoryBytes() const { return chunks_.memoryBytes(); }

private:
  struct Entry {
    std::int64_t when;
    std::uint64_t action_target;
    std::uint64_t argument;
  };
  static constexpr unsigned kDigitBits = 4;
  static constexpr unsigned kDigits = 1u << kDigitBits;
  static constexpr unsigned kLevels = (63 + kDigitBits - 1) / kDigitBits;
  static constexpr std::size_t kWindowFill = 256;
  static constexpr std::size_t kWindowCapacity = 448;
  static constexpr std::size_t kMostSorted = 64; ///< Events of a bucket; a larger bucket is spread first.
  static constexpr std::size_t kChunkEntries = 42;
  struct Chunk {
    Chunk *next;
    std::uint64_t unused;
    Entry entries[kChunkEntries];
  };
  static_assert(sizeof(Chunk) == 1024);
  class ChunkStore {
  public:
    Chunk *take();
    void giveBack(Chunk *chunk) {
      chunk->next = free_;
      free_ = chunk;
    }
    std::size_t memoryBytes() const { return memory_.usedBytes(); }

  private:
    static constexpr std::size_t kBlockChunks = 64;

    Chunk *free_ = nullptr;
    Arena memory_;
  };
  struct Bucket {
    Chunk *head = nullptr;
    Chunk *tail = nullptr;
    std::uint32_t head_index = 0; ///< First entry of head that is still there.
    std::uint32_t tail_count = 0; ///< Entries in tail.
    std::uint64_t count = 0;
  };

  Event unpacked(const Entry &entry) const {
    return Event{SimTime::fromPs(entry.when), targets_.action(entry.action_target),
                 PackedTargets::target(entry.action_target), entry.argument};
  }
  static unsigned levelOf(std::uint64_t difference) {
    return difference == 0 ? 0 : (63u - static_cast<unsigned>(__builtin_clzll(difference))) / kDigitBits;
  }
  void put(const Entry &entry) {
    const unsigned level = levelOf(static_cast<std::uint64_t>(entry.when ^ base_));
    const unsigned digit = static_cast<unsigned>(entry.when >> (level * kDigitBits)) & (kDigits - 1);
    Bucket &bucket = buckets_[level][digit];
    if (bucket.count == 0) {
      used_digits_[level] |= 1u << digit;
      used_levels_ |= 1u << level;
    }
    if (bucket.tail == nullptr || bucket.tail_count == kChunkEntries)
      addChunk(bucket);
    bucket.tail->entries[bucket.tail_count++] = entry;
    ++bucket.count;
  }

  void insertIntoWindow(const Entry &entry);
  void addChunk(Bucket &bucket);
  void takeIntoWindow(unsigned level, unsigned digit, std::size_t limit);
  std::uint64_t startOf(unsigned level, unsigned digit) const;
  void sortWindow(std::size_t start);
  void gather(unsigned level, unsigned digit);
  void spread(unsigned level, unsigned digit);
  void spillWindow();
  bool refill();

  std::int64_t base_ = 0;         ///< Buckets are relative to it.
  std::int64_t last_ = 0;         ///< Time of the event last popped.
  std::int64_t window_limit_ = 0; ///< Earlier events belong in the window.
  std::size_t window_head_ = 0;
  std::size_t window_tail_ = 0;
  std::size_t size_ = 0;
  PackedTargets targets_;
  std::uint32_t used_levels_ = 0;
  std::array<std::uint32_t, kLevels> used_digits_{};
  std::array<Entry, kWindowCapacity> window_;
  std::array<std::array<Bucket, kDigits>, kLevels> buckets_;
  ChunkStore chunks_;
};

} // namespace maquette::sim

#endif
