//===- sim/lib/fiber/slice_store.h - memory for saved stack slices ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A slice is kept in blocks of 64 bytes, all of one size: processes wait at different depths in the phases of a
/// program, and what one phase gives back any other can use. Size classes would each keep what their phase once needed.
///
/// Every fourth block of a slice, from its first, begins with the numbers of the four that follow, so that all blocks
/// of a slice up to about 300 bytes are known when its first one is: they can be fetched at the same time.
#ifndef MAQUETTE_SIM_LIB_FIBER_SLICE_STORE_H
#define MAQUETTE_SIM_LIB_FIBER_SLICE_STORE_H

#include "maquette/sim/arena.h"
#include "maquette/sim/suspended_frames.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::sim::fiber {

class SliceStore {
public:
  /// Names a block.
  using Number = std::uint32_t;

  /// How many blocks a slice of \p size bytes takes. \pre size > 0.
  static std::size_t blocksFor(std::size_t size);
  /// Makes the slice that begins at \p first and has \p have blocks one of \p want blocks. When \p have is 0, \p first
  /// is set. False when the host has no memory; the slice is lost then.
  bool resize(Number &first, std::size_t have, std::size_t want);
  /// \pre the slice has blocksFor(size) blocks.
  void save(Number first, const char *from, std::size_t size) const;
  void load(Number first, char *to, std::size_t size) const;
  /// Brings the first block into the cache.
  void prefetchHead(Number first) const;
  /// Brings the blocks after the first into the cache, up to four. \pre there are \p count blocks.
  void prefetchBody(Number first, std::size_t count) const;

  std::size_t usedBytes() const { return used_ * kBlock; }
  std::size_t peakBytes() const { return peak_ * kBlock; }
  /// Says how slices are kept.
  void describe(SuspendedFrames &frames) const;

private:
  static constexpr std::size_t kBlock = 64;
  static constexpr std::size_t kGroup = 4;
  static constexpr std::size_t kHead = kGroup * sizeof(Number);
  static constexpr std::size_t kGroupBytes = kGroup * kBlock - kHead;
  static constexpr unsigned kChunkBits = 14; ///< A megabyte of blocks.
  static constexpr Number kNone = ~Number{0};
  class Walk;

  char *block(Number number) const {
    return chunks_[number >> kChunkBits] + (number & ((Number{1} << kChunkBits) - 1)) * kBlock;
  }
  Number *followers(Number head) const { return reinterpret_cast<Number *>(block(head)); }
  Number *linkOf(Number &first, std::size_t index) const;
  Number take();
  void give(Number number);
  bool addChunk();

  Arena arena_;
  std::vector<char *> chunks_;
  char *const *table_ = nullptr; ///< Of the chunks, for debuggers.
  Number free_ = kNone;          ///< Freed blocks, each naming the next.
  Number fresh_ = 0;             ///< Blocks from here on were never used.
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
};

} // namespace maquette::sim::fiber

#endif
