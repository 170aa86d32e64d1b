//===- maquette/memory/unit_codec.h - compresses a unit of a rank's memory ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ranks keep for later is indices, offsets, pointers, lengths: numbers that grow by steps that repeat, which a
/// compressor that looks for equal bytes does not see. So a unit is told as differences between neighbouring words of 8
/// or 4 bytes, or as it is, whichever gets smallest in a sample of it, and that goes through LZ4.
///
/// Errors    none: what does not get smaller is not compressed, and says so.
#ifndef MAQUETTE_MEMORY_UNIT_CODEC_H
#define MAQUETTE_MEMORY_UNIT_CODEC_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace maquette::runtime {

/// Bytes of memory that are compressed as one.
inline constexpr std::size_t kUnitBytes = std::size_t{64} << 10;
inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kPagesOfUnit = kUnitBytes / kPageBytes;
/// A bit for each page of a unit, the first one lowest.
using PageSet = std::uint16_t;
inline constexpr PageSet kAllPages = 0xffff;
static_assert(kPagesOfUnit == 16);

class UnitCodec {
public:
  enum class Steps : std::uint8_t { None, Words4, Words8 };
  struct Packed {
    std::size_t bytes = 0; ///< Of contents(); 0: the unit is all zeros.
    Steps steps = Steps::None;
  };

  UnitCodec() = default;
  UnitCodec(const UnitCodec &) = delete;
  UnitCodec &operator=(const UnitCodec &) = delete;

  /// Compresses kUnitBytes from \p unit, aligned to 8, into contents(). Only the pages of \p touched are looked at, the
  /// others are zero. nullopt if that saves less than a quarter of those.
  std::optional<Packed> pack(const void *unit, PageSet touched = kAllPages);
  const char *contents() const { return packed_; }
  /// The inverse, into kUnitBytes at \p unit, which are zero: pages that stay so are not touched.
  void unpack(const char *contents, Packed packed, void *unit);

private:
  Steps bestSteps(const char *unit);

  static constexpr std::size_t kMostBytes = kUnitBytes / 4 * 3;
  alignas(8) char whole_[kUnitBytes]; ///< A unit with pages that were not touched, or as it comes back.
  alignas(8) char steps_[kUnitBytes];
  char packed_[kMostBytes];
};

} // namespace maquette::runtime

#endif
