//===- maquette/memory/compressed_memory.h - memory of waiting ranks, compressed ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a rank's set-up leaves in memory is often read once more, after all ranks have met, or never. When the process
/// takes more of the host's memory than it may, the units of a range that have been resident longest are compressed and
/// their pages given back. An access traps; the signal handler (bootstrap/crash.cpp) has restore() bring the unit back
/// and goes on. What the simulation computes is the same.
///
/// Units     of kUnitBytes, numbered from the begin of the range.
/// Scope     the host's kernel does not trap: a system call that is given such an address fails with EFAULT. So who
/// calls one touches
///           it first (bootstrap/touch.h).
/// Threads   one at a time; whoever owns it sees to that. Safe in a signal handler unless the C library's malloc() or
/// this was interrupted. Traps     guard pages where the host knows them (Linux 6.13; madvise(2), MADV_GUARD_INSTALL):
/// marks in its page tables. Else protected
///           mappings, of which it gives a process a number:
/// Islands   accessible units with none on either side take two entries in the host's table of mappings, 65,530 of
/// which it usually gives a process
///           (vm.max_map_count). Beyond most_regions, units that would make one more are not compressed, and those that
///           come back bring their neighbours.
/// Errors    none: where the host refuses to protect memory, it stays as it is.
#ifndef MAQUETTE_MEMORY_COMPRESSED_MEMORY_H
#define MAQUETTE_MEMORY_COMPRESSED_MEMORY_H

#include "maquette/memory/libc_heap.h"
#include "maquette/memory/packed_store.h"
#include "maquette/memory/reserved.h"
#include "maquette/memory/touched_pages.h"
#include "maquette/memory/unit_codec.h"
#include "maquette/sim/assert.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace maquette::runtime {

class CompressedMemory {
public:
  using UnitNumber = std::uint32_t;
  /// Host memory of this process now. Must not allocate.
  using Usage = std::uint64_t (*)();

  static constexpr std::size_t kMostRegions = 20'000;
  /// In place of a number of regions: guard pages. \pre hostGuardsPages()
  static constexpr std::size_t kGuarded = 0;
  static bool hostGuardsPages();

  struct Counts {
    std::uint64_t compressed = 0; ///< How often a unit was.
    std::uint64_t restored = 0;
    std::uint64_t units = 0;      ///< That are compressed now, those of zeros left out.
    std::uint64_t bytes = 0;      ///< What they take, equal ones once.
    std::uint64_t most_units = 0; ///< At any time.
    bool crowded = false;         ///< Units stayed because they would have made an region too many.
  };

  /// The range of \p units from \p base, reserved. \p limit: of usage(), in bytes.
  CompressedMemory(char *base, std::size_t units, std::uint64_t limit, Usage usage,
                   std::size_t most_regions = kMostRegions);
  ~CompressedMemory();
  CompressedMemory(const CompressedMemory &) = delete;
  CompressedMemory &operator=(const CompressedMemory &) = delete;

  /// The units below \p end become readable and writable, as they come. False if the host refuses.
  bool extend(std::size_t end);
  /// These units will be written. \pre below what was extended to
  void add(UnitNumber first, std::size_t count);
  /// Their contents are needed no longer: they are resident, take no memory, and read as zeros.
  void forget(UnitNumber first, std::size_t count);
  /// \pre as add()
  bool isCold(UnitNumber unit) const {
    MAQUETTE_ASSERT(unit < end_);
    return units_[unit].state == State::Cold;
  }
  /// Makes the unit accessible if it was compressed; false if it was not.
  bool restore(UnitNumber unit); ///< Any unit of the range.
  /// Looks, once in a while, whether the process has grown beyond the limit, and compresses units if so.
  void keepToLimit();
  Counts counts() const;
  /// Runs of accessible units, if they are counted.
  std::size_t regions() const { return regions_; }

private:
  enum class State : std::uint8_t { Resident, Cold };
  struct Unit {
    PackedStore::Block *packed = nullptr; ///< Null: it is zero.
    State state = State::Resident;
    UnitCodec::Steps steps = UnitCodec::Steps::None;
    bool queued = false;
  };

  char *memoryOf(std::size_t unit) const { return base_ + unit * kUnitBytes; }
  /// Not accessible, or not there.
  bool isOut(std::size_t unit) const { return unit >= end_ || isCold(static_cast<UnitNumber>(unit)); }
  bool setAccess(std::size_t first, std::size_t count, int access);
  bool protect(std::size_t first, std::size_t count, int access);
  void unpack(UnitNumber unit);
  void enqueue(UnitNumber unit);
  void compressSome(std::uint64_t bytes, std::size_t regions);
  std::uint64_t takeAway(std::size_t first, std::size_t end, std::size_t looked_at);
  std::uint64_t compressRun(UnitNumber first, std::size_t count);
  bool compress(UnitNumber unit, PageSet touched);
  void drop(Unit &unit);

  char *base_;
  std::uint64_t limit_;
  Usage usage_;
  std::size_t most_regions_; ///< Or kGuarded.
  std::size_t crowd_;        ///< More regions than that are too many.
  std::size_t regions_ = 0;
  Reserved<Unit> units_;
  std::deque<UnitNumber, LibcAllocator<UnitNumber>> queue_; ///< The longest resident first.
  std::size_t end_ = 0;                                     ///< Units below are accessible.
  std::uint64_t grown_ = 0;                                 ///< Bytes that became resident since the last look.
  std::uint64_t interval_;
  TouchedPages touched_;
  UnitCodec codec_;
  PackedStore store_;
  Counts counts_;
};

} // namespace maquette::runtime

#endif
