//===- runtime/memory/lib/compressed_memory.cpp - memory of waiting ranks, compressed ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/compressed_memory.h"
#include "maquette/sim/assert.h"

#include <sys/mman.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <utility>

namespace maquette::runtime {
namespace {

constexpr std::uint64_t kLargestInterval = std::uint64_t{64} << 20;
/// Units next to each other are protected by one call.
constexpr std::size_t kLongestRun = TouchedPages::kMostUnits;
/// The latest stay: an instruction may need several at once.
constexpr std::size_t kKept = 64;

/// Not in the C library's headers yet.
constexpr int kInstallGuards = 102, kRemoveGuards = 103;

/// False where the program has a handler of its own, which would not know what to do.
bool traps() {
  struct sigaction action{};
  return sigaction(SIGSEGV, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) != 0;
}

} // namespace

bool CompressedMemory::hostGuardsPages() {
  void *const page = mmap(nullptr, kPageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return false;
  const bool guards = madvise(page, kPageBytes, kInstallGuards) == 0;
  munmap(page, kPageBytes);
  return guards;
}

CompressedMemory::CompressedMemory(char *base, std::size_t units, std::uint64_t limit, Usage usage,
                                   std::size_t most_regions)
    : base_(base), limit_(limit), usage_(usage), most_regions_(most_regions), crowd_(most_regions), units_(units),
      interval_(std::clamp<std::uint64_t>(limit / 64, 4 * kUnitBytes, kLargestInterval)) {
  MAQUETTE_ASSERT(most_regions != kGuarded || hostGuardsPages());
}

CompressedMemory::~CompressedMemory() {
  for (std::size_t unit = 0; unit < end_; ++unit)
    drop(units_[unit]);
}

bool CompressedMemory::extend(std::size_t end) {
  if (!makeAccessible(base_ + end_ * kUnitBytes, (end - end_) * kUnitBytes) || !units_.extend(end))
    return false;
  regions_ += most_regions_ != kGuarded && isOut(end_ - 1) ? 1 : 0;
  end_ = end;
  return true;
}

void CompressedMemory::drop(Unit &unit) {
  if (unit.state != State::Cold)
    return;
  if (unit.packed != nullptr) {
    store_.release(std::exchange(unit.packed, nullptr));
    --counts_.units;
  }
  unit.state = State::Resident;
}

CompressedMemory::Counts CompressedMemory::counts() const {
  Counts counts = counts_;
  counts.bytes = store_.bytes();
  return counts;
}

void CompressedMemory::enqueue(UnitNumber unit) {
  grown_ += kUnitBytes;
  if (std::exchange(units_[unit].queued, true))
    return;
  queue_.push_back(unit);
}

void CompressedMemory::add(UnitNumber first, std::size_t count) {
  MAQUETTE_ASSERT(first + count <= end_);
  for (std::size_t i = 0; i < count; ++i)
    enqueue(static_cast<UnitNumber>(first + i));
}

void CompressedMemory::forget(UnitNumber first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const auto unit = static_cast<UnitNumber>(first + i);
        isCold(unit) && setAccess(unit, 1, PROT_READ | PROT_WRITE)) {
      drop(units_[unit]);
      enqueue(unit);
    }
  madvise(memoryOf(first), count * kUnitBytes, MADV_DONTNEED);
}

/// Units next to each other, all cold or all resident, become the other: those that are no longer accessible lose their
/// pages. False if the host refuses, or may soon.
bool CompressedMemory::setAccess(std::size_t first, std::size_t count, int access) {
  if (most_regions_ == kGuarded)
    return madvise(memoryOf(first), count * kUnitBytes, access == PROT_NONE ? kInstallGuards : kRemoveGuards) == 0;
  const bool done = protect(first, count, access);
  if (done && access == PROT_NONE)
    madvise(memoryOf(first), count * kUnitBytes, MADV_DONTNEED);
  return done;
}

bool CompressedMemory::protect(std::size_t first, std::size_t count, int access) {
  const std::size_t out = (isOut(first - 1) ? 1 : 0) + (isOut(first + count) ? 1 : 0); // Of the two neighbours.
  const std::size_t regions = access == PROT_NONE ? regions_ + 1 - out : regions_ + out - 1;
  const std::size_t most = access == PROT_NONE ? most_regions_ : most_regions_ + most_regions_ / 4;
  const bool is_crowded = regions > regions_ && regions > most;
  counts_.crowded |= is_crowded;
  if (is_crowded || mprotect(memoryOf(first), count * kUnitBytes, access) != 0)
    return false;
  regions_ = regions;
  return true;
}

void CompressedMemory::unpack(UnitNumber number) {
  Unit &unit = units_[number];
  if (unit.packed != nullptr) // Else it is zero already, and pages that nobody touches cost nothing.
    codec_.unpack(unit.packed->contents(), {unit.packed->bytes, unit.steps}, memoryOf(number));
  drop(unit);
  ++counts_.restored;
  enqueue(number);
}

/// Where it would make an region too many, all up to the next one come back.
bool CompressedMemory::restore(UnitNumber number) {
  if (number >= end_ || !isCold(number))
    return false;
  std::size_t first = number, end = first + 1;
  if (!setAccess(first, 1, PROT_READ | PROT_WRITE)) {
    std::size_t distance = 1;
    while (isOut(number - distance) && isOut(number + distance))
      if (++distance > end_)
        return false;
    (isOut(number - distance) ? end : first) = isOut(number - distance) ? number + distance : number - distance + 1;
    if (!setAccess(first, end - first, PROT_READ | PROT_WRITE))
      return false;
  }
  for (std::size_t unit = first; unit < end; ++unit)
    unpack(static_cast<UnitNumber>(unit));
  return true;
}

/// True if the store holds its contents now.
bool CompressedMemory::compress(UnitNumber number, PageSet touched) {
  Unit &unit = units_[number];
  const auto packed = codec_.pack(memoryOf(number), touched);
  if (!packed)
    return false;
  unit.steps = packed->steps;
  unit.packed = packed->bytes == 0 ? nullptr : store_.hold(codec_.contents(), packed->bytes);
  return packed->bytes == 0 || unit.packed != nullptr;
}

/// Those that do not get smaller stay resident for good. Returns the bytes that this gained.
std::uint64_t CompressedMemory::compressRun(UnitNumber first, std::size_t count) {
  std::uint64_t gained = 0;
  touched_.lookAt(memoryOf(first), count);
  for (std::size_t begin = first, last = first + count; begin < last;) {
    std::size_t end = begin;
    while (end < last && compress(static_cast<UnitNumber>(end), touched_.of(end - first)))
      ++end;
    if (end > begin)
      gained += takeAway(begin, end, first);
    begin = end + 1;
  }
  counts_.most_units = std::max(counts_.most_units, counts_.units);
  return gained;
}

/// The store holds their contents, and need not if they stay. The pages that were touched are known from \p looked_at
/// on.
std::uint64_t CompressedMemory::takeAway(std::size_t first, std::size_t end, std::size_t looked_at) {
  const bool goes = setAccess(first, end - first, PROT_NONE);
  std::uint64_t gained = 0;
  for (std::size_t number = first; number < end; ++number) {
    Unit &unit = units_[number];
    unit.state = State::Cold;
    counts_.units += unit.packed != nullptr ? 1 : 0;
    gained +=
        touched_.bytesOf(number - looked_at) - (unit.packed != nullptr ? unit.packed->bytes / unit.packed->holders : 0);
    if (!goes) {
      drop(unit);
      enqueue(static_cast<UnitNumber>(number));
    }
  }
  counts_.compressed += goes ? end - first : 0;
  return goes ? gained : 0;
}

/// Until so many bytes are gained, and there are no more regions than that.
void CompressedMemory::compressSome(std::uint64_t bytes, std::size_t regions) {
  std::uint64_t gained = 0;
  for (std::size_t left = queue_.size() - std::min(queue_.size(), kKept);
       left > 0 && (gained < bytes || regions_ > regions);) {
    const UnitNumber first = queue_.front();
    std::size_t count = 0;
    if (isCold(first)) { // Given out again since then, and not touched: it comes back to the queue when it is.
      queue_.pop_front();
      units_[first].queued = false;
      --left;
      continue;
    }
    while (left > 0 && count < kLongestRun && queue_.front() == first + count && !isCold(queue_.front())) {
      queue_.pop_front();
      units_[first + count].queued = false;
      ++count;
      --left;
    }
    gained += compressRun(first, count);
  }
}

void CompressedMemory::keepToLimit() {
  if (grown_ < interval_ && regions_ <= crowd_)
    return;
  grown_ = 0;
  const std::uint64_t used = usage_();
  const bool is_crowded = regions_ > crowd_;
  if ((used <= limit_ && !is_crowded) || !traps())
    return;
  compressSome(used <= limit_ ? 0 : used - limit_ + limit_ / 16,
               is_crowded ? most_regions_ / 4 * 3 : std::numeric_limits<std::size_t>::max());
  crowd_ = std::max(most_regions_, regions_ + most_regions_ / 16);
  grown_ = 0;
}

} // namespace maquette::runtime
