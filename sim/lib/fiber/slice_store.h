//===- sim/lib/fiber/slice_store.h - memory for saved stack slices ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chunks in size classes: steps of 64 bytes up to 512, of 512 bytes up to 4 KiB, then four classes per doubling. Freed chunks are
/// reused by their class. Processes wait at different depths in the phases of a program, so many fine classes would each keep
/// what their phase once needed: finer steps save less in a class than they lose between classes.
#ifndef MAQUETTE_SIM_LIB_FIBER_SLICE_STORE_H
#define MAQUETTE_SIM_LIB_FIBER_SLICE_STORE_H

#include "lib/fiber/mapping.h"

#include <array>
#include <cstddef>
#include <vector>

namespace maquette::sim::fiber {

enum class PageSize { Normal, Huge };

class SliceStore {
public:
  explicit SliceStore(PageSize pages) : pages_(pages) {}

  /// The capacity of the chunk that allocate(\p size) gives. \pre size > 0.
  static std::size_t capacity(std::size_t size);
  /// Null when the host has no memory. \pre capacity is a result of capacity().
  char *allocate(std::size_t capacity);
  void release(char *chunk, std::size_t capacity);

  std::size_t usedBytes() const { return used_bytes_; }
  std::size_t peakBytes() const { return peak_bytes_; }

private:
  static constexpr std::size_t kStep = 64;
  static constexpr std::size_t kFine = 512;
  static constexpr std::size_t kSmall = 4096;
  static constexpr std::size_t kRun = 16 * 1024;
  static constexpr std::size_t kBlock = std::size_t{16} << 20;
  static constexpr std::size_t kClasses = kSmall / kStep + 4 * 36;
  struct FreeChunk {
    FreeChunk *next;
  };
  static std::size_t classOf(std::size_t capacity);
  bool addRun(std::size_t capacity);

  PageSize pages_;
  std::array<FreeChunk *, kClasses> free_{};
  std::vector<Mapping> blocks_;
  char *next_ = nullptr; ///< Unused rest of the last block.
  std::size_t left_ = 0;
  std::size_t used_bytes_ = 0;
  std::size_t peak_bytes_ = 0;
};

} // namespace maquette::sim::fiber

#endif
