//===- maquette/context/heap_growth.h - pages by which the C library's heap grows ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// malloc takes small blocks from pages that nobody has touched. The host needs time for the first touch of such a
/// page, more or less of it as it pleases. HeapGrowth touches these pages ahead of the program, so that each counts as
/// the usual cost (first_touch.h).
#ifndef MAQUETTE_CONTEXT_HEAP_GROWTH_H
#define MAQUETTE_CONTEXT_HEAP_GROWTH_H

#include "maquette/memory/first_touch.h"
#include "maquette/memory/working_sets.h"

#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

class HeapGrowth {
public:
  /// What the heap has now counts as touched.
  HeapGrowth();
  /// True when the next block behind \p block, a small one, may come to new pages.
  bool isNear(const void *block, std::size_t bytes) const {
    return reinterpret_cast<std::uintptr_t>(block) + bytes + kNear > touched_ && isBelowEnd(block);
  }
  /// Touches the next of them. Returns what they are to count as, in ticks of \p first_touch.
  std::int64_t touch(FirstTouch &first_touch, const void *block, std::size_t bytes);
  /// What malloc gave back is new when the heap grows again.
  void noteShrinking();

private:
  /// malloc writes in front of a block and behind it before anybody can touch its pages.
  static constexpr std::size_t kNear = WorkingSets::kSmallestBlock + 64;
  /// Few, so that pages count about where the program comes to them.
  static constexpr std::size_t kAhead = 3 * WorkingSets::kSmallestBlock;

  bool isBelowEnd(const void *block) const;

  std::uintptr_t touched_; ///< What was new below it was touched. Never beyond the program's break.
};

} // namespace maquette::runtime

#endif
