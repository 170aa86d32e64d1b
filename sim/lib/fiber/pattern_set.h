//===- sim/lib/fiber/pattern_set.h - frames that are nearly the same --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Processes that wait at the same place have frames that differ in few words: their numbers, their own objects. Return
/// addresses, saved registers and what earlier calls left between are the same. PatternSet keeps the frames of some
/// processes as patterns, and writes those of others as what they do not have in common with one.
///
/// Written  as WordDifferences does.
/// Patterns are made from frames that fit none of their size well, and stay. There are few: kMostOfSize of one size,
/// and all
///          together take at most kMostBytes.
/// Errors   none: frames are told to be written plainly where there is no room for patterns, or where that takes less.
#ifndef MAQUETTE_SIM_LIB_FIBER_PATTERN_SET_H
#define MAQUETTE_SIM_LIB_FIBER_PATTERN_SET_H

#include "lib/fiber/word_differences.h"
#include "maquette/sim/arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::sim::fiber {

class PatternSet {
public:
  using Number = std::uint16_t;
  /// No pattern: the frames are to be written as they are.
  static constexpr Number kPlain = 0xffff;
  /// Frames of more bytes are not compared.
  static constexpr std::size_t kLargest = std::size_t{16} << 10;
  static constexpr std::size_t kMostOfSize = 16;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  /// What was written; \c text holds until the next call.
  struct Written {
    Number pattern = kPlain;
    std::uint16_t bytes = 0;
    const char *text = nullptr; ///< nullptr: kPlain.
  };
  Written write(const char *frames, std::size_t size);
  /// Where the text may be put that read() takes next.
  char *room() { return text_.data(); }
  /// \p text is what write() gave for frames of this \p size.
  void read(Number pattern, const char *text, char *frames, std::size_t size) const {
    differences_.read(patterns_[pattern], text, size, frames);
  }
  /// For debuggers: the patterns, by number.
  const char *const *const *table() const { return &table_; }

private:
  static constexpr std::size_t kSizes = 256; ///< Lists of patterns, by a digest of their size.
  struct Pattern {
    Number number;
    std::uint16_t size;
  };
  struct List {
    std::vector<Pattern> patterns; ///< The one that fitted last stands first.
    std::uint32_t misfits = 0;     ///< In a row.
  };

  Written compare(const char *frames, const Pattern &pattern);
  Written writeUnlikeFirst(const char *frames, std::size_t size, List &list);
  bool add(const char *frames, std::size_t size, List &list);

  Arena arena_;
  std::vector<const char *> patterns_;
  const char *const *table_ = nullptr;
  std::size_t bytes_ = 0;
  std::array<List, kSizes> lists_;
  WordDifferences differences_ = fastDifferences();
  alignas(64) std::array<char, mostTextBytes(kLargest)> text_;
};

} // namespace maquette::sim::fiber

#endif
