//===- maquette/context/heap_growth.h - pages by which the C library's heap grows ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// malloc takes small blocks from pages that were never touched. The first touch of such a page takes time on the
/// host, and that time varies. HeapGrowth touches these pages before the program does, so that each is charged the
/// usual cost (first_touch.h).
///
/// Stage     touch-heap
/// Equation  charged = min(measured, new pages * usual cost of a page)
/// Worth     building a list of small blocks: 25 % with it, 41 % without (disturbed host)
#ifndef MAQUETTE_CONTEXT_HEAP_GROWTH_H
#define MAQUETTE_CONTEXT_HEAP_GROWTH_H

#include "maquette/memory/first_touch.h"
#include "maquette/memory/working_sets.h"

#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

class HeapGrowth {
public:
  /// All current pages of the heap count as touched.
  HeapGrowth();
  /// True if the block after \p block, a small one, may be on new pages.
  bool isNear(const void *block, std::size_t bytes) const {
    return reinterpret_cast<std::uintptr_t>(block) + bytes + kNear > touched_ && isBelowEnd(block);
  }
  /// Touches the next new pages. Returns their charged cost, in ticks of \p first_touch.
  std::int64_t touch(FirstTouch &first_touch, const void *block, std::size_t bytes);
  /// Pages that malloc returned to the host are new when the heap grows again.
  void noteShrinking();

private:
  /// malloc writes before and after a block before the program can touch its pages.
  static constexpr std::size_t kNear = WorkingSets::kSmallestBlock + 64;
  /// Few, so that pages are charged near the place where the program reaches them.
  static constexpr std::size_t kAhead = 3 * WorkingSets::kSmallestBlock;

  bool isBelowEnd(const void *block) const;

  std::uintptr_t touched_; ///< All pages below it are touched. Never above the program's break.
};

} // namespace maquette::runtime

#endif
