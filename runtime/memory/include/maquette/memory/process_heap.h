//===- maquette/memory/process_heap.h - the heap of ranks in processes of their own ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What malloc() gives where each rank computes in a process of the host forked off the simulator
/// (lib/world/host_processes.h): memory at the same addresses in all of them. Each has a part of it to itself, so what
/// lies near a block is the rank's own; any of them may give a block back.
///
/// Where ranks compute in the simulator's process and are measured, a private one is for what the runtime needs, and
/// the C library's heap for the program alone, as natively: that gives its end back to the host, and costs page faults
/// again when it grows, only if nothing lies there.
///
/// What is free at the end of a part goes back to the host as the GNU C library gives it back, and costs page faults
/// again: from 128 KiB on; blocks of 128 KiB or more at once. Once such a block was given back, the next of its size
/// stay, and twice of that at the end of the part.
///
/// Threads   any, of any of the processes; a part gives memory back in its own process alone.
/// Source    mallopt(3), M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_TOP_PAD.
/// Errors    create() reports that the host has no address space; nullptr where a part is full.
#ifndef MAQUETTE_MEMORY_PROCESS_HEAP_H
#define MAQUETTE_MEMORY_PROCESS_HEAP_H

#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace maquette::runtime {

class ProcessHeap {
public:
  static constexpr std::size_t kPartBytes = std::size_t{32} << 30;
  static constexpr std::size_t kSmallestAlignment = 16;

  /// Of \p parts processes. There is one at a time.
  static sim::Result<std::unique_ptr<ProcessHeap>> create(std::size_t parts);
  /// Of this process alone, in use, for the runtime. Nullptr where the host has no address space.
  static std::unique_ptr<ProcessHeap> createForRuntime();
  /// False where malloc() is a sanitizer's.
  static constexpr bool isMalloc() {
#if defined(__SANITIZE_ADDRESS__)
    return false;
#else
    return true;
#endif
  }
  /// Where malloc() of this process takes memory from; nullptr: not from here.
  static ProcessHeap *current() { return current_; }
  /// Then only what the runtime needs comes from here, else all.
  bool isForRuntime() const { return file_ < 0; }
  ~ProcessHeap();
  ProcessHeap(const ProcessHeap &) = delete;
  ProcessHeap &operator=(const ProcessHeap &) = delete;

  /// From now on malloc() of this process takes from \p part.
  void use(std::size_t part);
  /// True for a block of any part, whatever this process uses.
  static bool contains(const void *block) { return reinterpret_cast<std::uintptr_t>(block) - begin_ < bytes_; }

  /// \p alignment: a power of two.
  void *allocate(std::size_t bytes, std::size_t alignment = kSmallestAlignment);
  /// The same, of zeros.
  void *allocateZeros(std::size_t bytes);
  /// Nullptr where there is no room: then \p block is as it was. \pre contains(block)
  void *reallocate(void *block, std::size_t bytes);
  /// \pre contains(block), as for the next.
  static void release(void *block);
  static std::size_t sizeOf(const void *block);
  /// Host memory that the blocks of all parts take.
  std::uint64_t touchedBytes() const;

private:
  ProcessHeap(int file, void *range, std::size_t bytes);
  bool isOwnPart(std::uintptr_t part) const { return part == begin_ + part_ * kPartBytes; }

  static ProcessHeap *current_; ///< This and the next two: of the process.
  static std::uintptr_t begin_;
  static std::size_t bytes_;

  int file_;
  std::size_t part_ = 0;
};

} // namespace maquette::runtime

#endif
