//===- sim/lib/fiber/frame_store.h - the frames of processes that wait -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// FrameStore keeps the live frames of a process while another uses the stack: in one piece (WholeStore), or in blocks
/// (SliceStore) what differs from a pattern (PatternSet).
#ifndef MAQUETTE_SIM_LIB_FIBER_FRAME_STORE_H
#define MAQUETTE_SIM_LIB_FIBER_FRAME_STORE_H

#include "maquette/sim/assert.h"

#include "lib/fiber/pattern_set.h"
#include "lib/fiber/slice_store.h"
#include "lib/fiber/whole_store.h"

namespace maquette::sim::fiber {

class FrameStore {
public:
  enum class Keep { Whole, Differences };
  /// In the place of a pattern: the frames are in one piece.
  static constexpr PatternSet::Number kWhole = 0xfffe;

  /// Where the frames of one process are. \c bytes is of what differs; without a pattern it says nothing.
  struct Slice {
    std::uint32_t first; ///< Block, or buffer.
    PatternSet::Number pattern;
    std::uint16_t bytes;
  };

  /// \pre nothing was saved yet.
  void keep(Keep keep) {
    MAQUETTE_ASSERT(peakBytes() == 0);
    keep_ = keep;
  }
  /// Blocks of \p slice, which keeps frames of \p size.
  static std::size_t blocksOf(const Slice &slice, std::size_t size) {
    if (slice.pattern == kWhole)
      return 1;
    return SliceStore::blocksFor(slice.pattern == PatternSet::kPlain ? size : slice.bytes);
  }
  /// Puts frames of \p size into \p slice, which has \p have blocks. False when the host has no memory; the slice is
  /// lost then.
  bool save(Slice &slice, std::size_t have, const char *frames, std::size_t size) {
    if (keep_ == Keep::Differences)
      return saveDifferences(slice, have, frames, size);
    if (have == 0)
      slice = {wholes_.take(), kWhole, 0};
    return wholes_.save(slice.first, frames, size);
  }
  void load(const Slice &slice, char *frames, std::size_t size) {
    if (slice.pattern == kWhole)
      return wholes_.load(slice.first, frames, size);
    if (slice.pattern == PatternSet::kPlain)
      return blocks_.load(slice.first, frames, size);
    blocks_.load(slice.first, patterns_.room(), slice.bytes);
    patterns_.read(slice.pattern, patterns_.room(), frames, size);
  }
  /// Gives up a slice of \p have blocks.
  void drop(Slice &slice, std::size_t have) {
    if (keep_ == Keep::Differences)
      blocks_.resize(slice.first, have, 0);
    else if (have != 0)
      wholes_.give(slice.first);
  }

  void prefetchHead(const Slice &slice) const {
    return keep_ == Keep::Whole ? wholes_.prefetchHead(slice.first) : blocks_.prefetchHead(slice.first);
  }
  void prefetchBody(const Slice &slice, std::size_t size) const {
    return keep_ == Keep::Whole ? wholes_.prefetchBody(slice.first, size)
                                : blocks_.prefetchBody(slice.first, blocksOf(slice, size));
  }

  std::size_t usedBytes() const { return blocks_.usedBytes() + wholes_.usedBytes(); }
  std::size_t peakBytes() const { return blocks_.peakBytes() + wholes_.peakBytes(); }
  /// Says how frames are kept.
  void describe(SuspendedFrames &frames) const {
    blocks_.describe(frames);
    frames.patterns = patterns_.table();
    frames.plain = PatternSet::kPlain;
    frames.wholes = wholes_.table();
    frames.whole = kWhole;
  }

private:
  bool saveDifferences(Slice &slice, std::size_t have, const char *frames, std::size_t size) {
    const PatternSet::Written written = patterns_.write(frames, size);
    slice.pattern = written.pattern;
    slice.bytes = written.bytes;
    const std::size_t blocks = blocksOf(slice, size);
    if (blocks != have && !blocks_.resize(slice.first, have, blocks))
      return false;
    if (written.text != nullptr)
      blocks_.save(slice.first, written.text, written.bytes);
    else
      blocks_.save(slice.first, frames, size);
    return true;
  }

  Keep keep_ = Keep::Differences;
  SliceStore blocks_;
  PatternSet patterns_;
  WholeStore wholes_;
};

} // namespace maquette::sim::fiber

#endif
