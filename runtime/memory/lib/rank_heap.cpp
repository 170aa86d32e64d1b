//===- runtime/memory/lib/rank_heap.cpp - the heap of the ranks of a skeleton ------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/rank_heap.h"
#include "maquette/sim/assert.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace maquette::runtime {
namespace {

constexpr std::size_t kUnits = RankHeap::kBytes / kUnitBytes;
/// The range becomes accessible in steps.
constexpr std::size_t kStepUnits = (std::size_t{64} << 20) / kUnitBytes;
/// What was given back keeps its pages up to here: a program may ask for as much again at once.
constexpr std::size_t kMostDirtyUnits = (std::size_t{16} << 20) / kUnitBytes;

/// Sizes are multiples of 16 up to 128, then four between powers of two.
constexpr std::size_t classOf(std::size_t bytes) {
  if (bytes <= 128)
    return bytes == 0 ? 0 : (bytes - 1) / 16;
  const int power = std::bit_width(bytes - 1) - 1; // 2^power < bytes <= 2^(power + 1)
  return 8 + static_cast<std::size_t>(power - 7) * 4 + ((bytes - 1) >> (power - 2)) - 4;
}

constexpr std::size_t sizeOfClass(std::size_t size_class) {
  if (size_class < 8)
    return (size_class + 1) * 16;
  const std::size_t power = 7 + (size_class - 8) / 4;
  return (std::size_t{1} << power) + ((size_class - 8) % 4 + 1) * (std::size_t{1} << (power - 2));
}

static_assert(sizeOfClass(classOf(129)) == 160 && sizeOfClass(classOf(160)) == 160 && sizeOfClass(classOf(161)) == 192);
static_assert(sizeOfClass(classOf(216)) == 224 && sizeOfClass(classOf(256)) == 256 && sizeOfClass(classOf(257)) == 320);

constexpr std::size_t slotsOf(std::size_t size_class) { return kUnitBytes / sizeOfClass(size_class); }

/// So many bytes that the class's slots, which follow each other from the unit's begin, are aligned.
constexpr std::size_t alignedBytes(std::size_t bytes, std::size_t alignment) {
  return alignment <= RankHeap::kSmallestAlignment ? bytes : std::bit_ceil(std::max(bytes, alignment));
}

} // namespace

RankHeap *RankHeap::current_ = nullptr;

std::unique_ptr<RankHeap> RankHeap::create(std::uint64_t limit, CompressedMemory::Usage usage,
                                           std::size_t most_regions) {
  void *const range = reserveAddresses(kBytes, reinterpret_cast<void *>(kBase));
  if (range == nullptr)
    return nullptr;
  madvise(range, kBytes, MADV_NOHUGEPAGE);
  try {
    std::unique_ptr<RankHeap> heap(new RankHeap(limit, usage, most_regions));
    current_ = heap.get();
    return heap;
  } catch (const std::bad_alloc &) {
    munmap(range, kBytes);
    return nullptr;
  }
}

RankHeap::RankHeap(std::uint64_t limit, CompressedMemory::Usage usage, std::size_t most_regions)
    : entries_(kUnits), memory_(reinterpret_cast<char *>(kBase), kUnits, limit, usage, most_regions) {
  static_assert(classOf(kLargestSlot) + 1 <= kClasses);
}

RankHeap::~RankHeap() {
  current_ = nullptr;
  for (UnitNumber unit = 0; unit < next_unit_; ++unit)
    delete entries_[unit].slots;
  munmap(reinterpret_cast<void *>(kBase), kBytes);
}

void *RankHeap::allocate(std::size_t bytes, std::size_t alignment) {
  const std::scoped_lock hold(lock_);
  if (alignment > kUnitBytes)
    return nullptr;
  bool zeros = false;
  const std::size_t size = alignedBytes(bytes, alignment);
  void *const block = size <= kLargestSlot ? allocateSlot(classOf(size)) : allocateSpan(bytes, zeros);
  memory_.keepToLimit();
  return block;
}

void *RankHeap::allocateZeros(std::size_t bytes) {
  bool zeros = false;
  void *block = nullptr;
  {
    const std::scoped_lock hold(lock_);
    block = bytes <= kLargestSlot ? allocateSlot(classOf(bytes)) : allocateSpan(bytes, zeros);
    memory_.keepToLimit();
  }
  if (block != nullptr && !zeros)
    std::memset(block, 0, bytes); // It may be compressed, and trap.
  return block;
}

void RankHeap::release(void *block) {
  MAQUETTE_ASSERT(contains(block));
  const std::scoped_lock hold(lock_);
  const UnitNumber unit = unitOf(block);
  if (Slots *const slots = entries_[unit].slots)
    releaseSlot(*slots, block);
  else if (entries_[unit].span != 0)
    releaseSpan(unit);
}

std::size_t RankHeap::sizeOf(const void *block) const {
  MAQUETTE_ASSERT(contains(block));
  const std::scoped_lock hold(lock_);
  const Entry &entry = entries_[unitOf(block)];
  return entry.slots != nullptr ? sizeOfClass(entry.slots->size_class) : entry.span * kUnitBytes;
}

bool RankHeap::restore(const void *address) {
  const std::scoped_lock hold(lock_);
  if (!memory_.restore(unitOf(address)))
    return false;
  memory_.keepToLimit();
  return true;
}

CompressedMemory::Counts RankHeap::counts() const {
  const std::scoped_lock hold(lock_);
  return memory_.counts();
}

std::optional<RankHeap::UnitNumber> RankHeap::newUnits(std::size_t count) {
  if (count > kUnits - next_unit_)
    return std::nullopt;
  const UnitNumber first = next_unit_;
  const auto end = static_cast<UnitNumber>(next_unit_ + count);
  if (end > accessible_) {
    const auto next = static_cast<UnitNumber>((end + kStepUnits - 1) / kStepUnits * kStepUnits);
    if (!entries_.extend(next) || !memory_.extend(next))
      return std::nullopt;
    accessible_ = next;
  }
  next_unit_ = end;
  return first;
}

RankHeap::Slots *RankHeap::slotsWithRoom(std::size_t size_class) {
  Slots *&current = filling_[size_class];
  if (current != nullptr && (current->unused > 0 || current->fresh < slotsOf(size_class)))
    return current;
  Vector<Slots *> &reusable = reusable_[size_class];
  if (!reusable.empty()) {
    current = reusable.back();
    reusable.pop_back();
    current->listed = false;
    if (std::exchange(current->dirty, false))
      --dirty_units_;
    return current;
  }
  const auto unit = newUnits(1);
  if (!unit)
    return nullptr;
  current = new Slots;
  current->unit = *unit;
  current->size_class = static_cast<std::uint16_t>(size_class);
  entries_[*unit].slots = current;
  memory_.add(*unit, 1);
  return current;
}

/// Those that were given back first.
std::size_t RankHeap::takeSlot(Slots &slots) {
  if (slots.unused == 0)
    return slots.fresh++;
  --slots.unused;
  const auto word = std::find_if(slots.free.begin(), slots.free.end(), [](std::uint64_t bits) { return bits != 0; });
  const int bit = std::countr_zero(*word);
  *word &= *word - 1;
  return static_cast<std::size_t>(word - slots.free.begin()) * 64 + static_cast<std::size_t>(bit);
}

void *RankHeap::allocateSlot(std::size_t size_class) {
  Slots *const slots = slotsWithRoom(size_class);
  return slots == nullptr ? nullptr : memoryOf(slots->unit) + takeSlot(*slots) * sizeOfClass(size_class);
}

void RankHeap::releaseSlot(Slots &slots, const void *block) {
  const std::size_t count = slotsOf(slots.size_class);
  const std::size_t slot =
      (reinterpret_cast<std::uintptr_t>(block) - kBase) % kUnitBytes / sizeOfClass(slots.size_class);
  if (slots.free.empty())
    slots.free.resize((count + 63) / 64);
  slots.free[slot / 64] |= std::uint64_t{1} << slot % 64;
  ++slots.unused;
  if (&slots == filling_[slots.size_class])
    return;
  if (slots.unused == slots.fresh)
    emptied(slots);
  // Blocks of a compressed unit are not given out again before all of them are free.
  const std::size_t room = count - slots.fresh + slots.unused;
  const bool worth_it = memory_.isCold(slots.unit) ? room == count : room * 4 >= count;
  if (!slots.listed && worth_it) {
    slots.listed = true;
    reusable_[slots.size_class].push_back(&slots);
  }
}

void RankHeap::emptied(Slots &slots) {
  slots.free.clear();
  slots.fresh = slots.unused = 0;
  slots.dirty = dirty_units_ < kMostDirtyUnits && !memory_.isCold(slots.unit);
  if (slots.dirty)
    ++dirty_units_;
  else
    memory_.forget(slots.unit, 1);
}

/// The shortest of those given back that are long enough; what is left of it is another.
void *RankHeap::allocateSpan(std::size_t bytes, bool &zeros) {
  if (bytes > kBytes)
    return nullptr;
  const std::size_t length = (bytes + kUnitBytes - 1) / kUnitBytes;
  const auto found = spans_.lower_bound(static_cast<std::uint32_t>(length));
  std::optional<UnitNumber> first;
  zeros = true;
  if (found != spans_.end()) {
    first = found->second.back();
    found->second.pop_back();
    const std::uint32_t whole = found->first;
    if (found->second.empty())
      spans_.erase(found);
    Entry &entry = entries_[*first];
    if (entry.dirty)
      dirty_units_ -= whole;
    zeros = !entry.dirty;
    if (whole > length) {
      const auto rest = static_cast<UnitNumber>(*first + length);
      entries_[rest].dirty = entry.dirty;
      if (entry.dirty)
        dirty_units_ += whole - length;
      spans_[static_cast<std::uint32_t>(whole - length)].push_back(rest);
    }
    entry.dirty = false;
  } else {
    first = newUnits(length);
  }
  if (!first)
    return nullptr;
  entries_[*first].span = static_cast<std::uint32_t>(length);
  memory_.add(*first, length);
  return memoryOf(*first);
}

void RankHeap::releaseSpan(UnitNumber first) {
  Entry &entry = entries_[first];
  const std::uint32_t length = std::exchange(entry.span, 0);
  bool is_cold = false;
  for (std::uint32_t i = 0; i < length && !is_cold; ++i)
    is_cold = memory_.isCold(first + i);
  entry.dirty = !is_cold && dirty_units_ + length <= kMostDirtyUnits;
  if (entry.dirty)
    dirty_units_ += length;
  else
    memory_.forget(first, length);
  spans_[length].push_back(first);
}

} // namespace maquette::runtime
