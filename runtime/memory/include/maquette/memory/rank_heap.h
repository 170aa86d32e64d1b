//===- maquette/memory/rank_heap.h - the heap of the ranks of a skeleton --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a skeleton's own code gets from malloc(), apart from what the runtime gets: so memory of ranks that wait can be
/// compressed (compressed_memory.h). Its tables lie elsewhere: neither allocating nor freeing touches a block.
///
/// Layout    units of kUnitBytes in one range of addresses. Blocks up to kLargestSlot share units with blocks of the
/// same size, in the order they
///           are asked for, so those of one rank lie together; a larger one has units of its own.
/// Threads   any.
/// Errors    nullptr where it has no room; the C library's heap may have.
#ifndef MAQUETTE_MEMORY_RANK_HEAP_H
#define MAQUETTE_MEMORY_RANK_HEAP_H

#include "maquette/memory/compressed_memory.h"
#include "maquette/memory/libc_heap.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace maquette::runtime {

class RankHeap {
public:
  static constexpr std::uintptr_t kBase = 0x220000000000;
  static constexpr std::size_t kBytes = std::size_t{4} << 40;
  static constexpr std::size_t kLargestSlot = std::size_t{16} << 10;
  static constexpr std::size_t kSmallestAlignment = 16;

  /// True for an address in the range, which is nobody else's.
  static bool contains(const void *address) { return reinterpret_cast<std::uintptr_t>(address) - kBase < kBytes; }

  /// \p limit: host memory of the process from which on blocks are compressed, in bytes. nullptr if the host does not
  /// give the addresses.
  static std::unique_ptr<RankHeap> create(std::uint64_t limit, CompressedMemory::Usage usage,
                                          std::size_t most_regions = CompressedMemory::kMostRegions);
  /// The same for this host; \p limit 0: one that suits it.
  static std::unique_ptr<RankHeap> createForHost(std::uint64_t limit);
  /// The one of this process, or nullptr: free() must know blocks whoever gives them back, also in a process that a
  /// rank forked off.
  static RankHeap *current() { return current_; }
  ~RankHeap();
  RankHeap(const RankHeap &) = delete;
  RankHeap &operator=(const RankHeap &) = delete;

  /// \p alignment: a power of two.
  void *allocate(std::size_t bytes, std::size_t alignment = kSmallestAlignment);
  /// The same, of zeros.
  void *allocateZeros(std::size_t bytes);
  /// \pre contains(block)
  void release(void *block);
  std::size_t sizeOf(const void *block) const;
  /// Makes the memory there accessible if it was compressed; false if it was not.
  bool restore(const void *address);
  CompressedMemory::Counts counts() const;

private:
  using UnitNumber = CompressedMemory::UnitNumber;
  static constexpr std::size_t kClasses = 40;
  template <class T> using Vector = std::vector<T, LibcAllocator<T>>;

  /// A unit of blocks of one size.
  struct Slots {
    std::uint32_t unit = 0;
    std::uint16_t size_class = 0;
    std::uint16_t fresh = 0;    ///< Never given out from here on.
    std::uint16_t unused = 0;   ///< Below that.
    bool listed = false;        ///< Among reusable_.
    bool dirty = false;         ///< None is in use, and it still has its pages.
    Vector<std::uint64_t> free; ///< Bits of those unused.

    static void *operator new(std::size_t bytes) { return LibcAllocator<char>().allocate(bytes); }
    static void operator delete(void *memory) { libcFree(memory); }
  };
  struct Entry {
    Slots *slots = nullptr;
    std::uint32_t span = 0; ///< Units of the large block that begins here.
    bool dirty = false;     ///< A span that is not in use: it is not zero.
  };

  RankHeap(std::uint64_t limit, CompressedMemory::Usage usage, std::size_t most_regions);
  static char *memoryOf(UnitNumber unit) { return reinterpret_cast<char *>(kBase) + std::size_t{unit} * kUnitBytes; }
  static UnitNumber unitOf(const void *address) {
    return static_cast<UnitNumber>((reinterpret_cast<std::uintptr_t>(address) - kBase) / kUnitBytes);
  }
  std::optional<UnitNumber> newUnits(std::size_t count);
  void *allocateSlot(std::size_t size_class);
  Slots *slotsWithRoom(std::size_t size_class);
  static std::size_t takeSlot(Slots &slots);
  void releaseSlot(Slots &slots, const void *block);
  void emptied(Slots &slots);
  void *allocateSpan(std::size_t bytes, bool &zeros);
  void releaseSpan(UnitNumber first);

  static RankHeap *current_;

  mutable std::mutex lock_;
  Reserved<Entry> entries_; ///< By unit.
  CompressedMemory memory_;
  UnitNumber next_unit_ = 0;
  UnitNumber accessible_ = 0; ///< Units below are.
  std::array<Slots *, kClasses> filling_{};
  std::array<Vector<Slots *>, kClasses> reusable_;
  std::map<std::uint32_t, Vector<UnitNumber>, std::less<>,
           LibcAllocator<std::pair<const std::uint32_t, Vector<UnitNumber>>>>
      spans_;                   ///< Not in use, by length.
  std::size_t dirty_units_ = 0; ///< Not in use, with their pages.
};

} // namespace maquette::runtime

#endif
