//===- sim/lib/fiber/word_differences.h - what two pieces of memory differ in ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text of differences: for each eight words of four bytes a byte, whose bits tell which of them differ, the lowest
/// address first; padding to four bytes; then the words that differ, as one of the two has them.
#ifndef MAQUETTE_SIM_LIB_FIBER_WORD_DIFFERENCES_H
#define MAQUETTE_SIM_LIB_FIBER_WORD_DIFFERENCES_H

#include "maquette/sim/assert.h"

#include <cstddef>

namespace maquette::sim::fiber {

constexpr std::size_t kWord = 4, kGroupWords = 8, kGroupBytes = kWord * kGroupWords;

/// Beyond the bytes that a text has, up to this many more are read and written.
constexpr std::size_t kTextSlack = kGroupBytes;

/// Bytes of a text before its words. \pre \p size is a multiple of kWord.
constexpr std::size_t headBytes(std::size_t size) {
  MAQUETTE_ASSERT(size % kWord == 0);
  const std::size_t groups = (size + kGroupBytes - 1) / kGroupBytes;
  return (groups + kWord - 1) / kWord * kWord;
}
/// The most bytes that a text for \p size bytes takes, slack included.
constexpr std::size_t mostTextBytes(std::size_t size) { return headBytes(size) + size + kTextSlack; }

/// How to write and read texts; all ways give the same.
struct WordDifferences {
  /// Writes to \p text how \p data differs from \p pattern. Returns the bytes of the text.
  std::size_t (*write)(const char *data, const char *pattern, std::size_t size, char *text);
  /// Makes \p data from \p pattern and \p text.
  void (*read)(const char *pattern, const char *text, std::size_t size, char *data);
};

WordDifferences portableDifferences();
/// The fastest for this processor.
WordDifferences fastDifferences();

} // namespace maquette::sim::fiber

#endif
