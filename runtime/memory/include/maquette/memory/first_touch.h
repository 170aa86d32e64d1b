//===- maquette/memory/first_touch.h - what new memory costs a rank -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first touch of a page makes the host find memory for it, which takes anything from a quarter of a microsecond to
/// some tens of them where the host is a virtual machine, or short of memory. Programs touch new memory in front of
/// collectives, where all wait for the unluckiest. So while computing is measured, FirstTouch touches the pages of a
/// block when the rank gets it, which counts as what it took, but at most as what so many pages usually cost.
///
/// Programs ask for more than they use, as buffers for the worst case, and fill them from the front. When a block is
/// given back, its pages that still hold nothing but zeros were not needed: later blocks of that size are touched as
/// far as the earlier ones were used, and charged for the share of it that was. Zeroing all would take the place of the
/// program's data in the caches, which without Maquette nobody does. What a program uses beyond, is measured as it
/// touches it. The host gets pages back that were not needed, which the program, without them, would not have to give
/// back.
///
/// Stage     touch
/// Equation  charged for a block = min(measured, new pages * usual cost of a page) * share
/// Worth     with touch-used and touch-heap: sweep of 1.5 MiB on 64 ranks, 10 % with them, 27 % without
///
/// Stage     touch-used
/// Equation  share = pages used / pages touched, over the blocks of its size that were given back; 1 if there are none
/// Worth     large buffers, used to an eighth: 103 % with it, 230 % without
///
/// Scope     blocks up to kLargestBlock, larger ones may never be used; as long as all of them take no more than a
///           quarter of the memory that is free. Others are measured as the program touches them.
/// Source    kLargestBlock is where the GNU C library stops to use freed memory again (M_MMAP_THRESHOLD).
#ifndef MAQUETTE_MEMORY_FIRST_TOUCH_H
#define MAQUETTE_MEMORY_FIRST_TOUCH_H

#include "maquette/host/corrections.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace maquette::runtime {

class FirstTouch {
public:
  static constexpr std::size_t kLargestBlock = std::size_t{32} << 20;

  /// Measures what a page usually costs: some milliseconds.
  explicit FirstTouch(Corrections corrections = {});

  /// Touches the pages of \p block, whose contents stay. Returns what that is to count as: the cost of those that were
  /// new, at most the usual one, in ticks of TickClock.
  std::int64_t touch(void *block, std::size_t bytes);
  /// The same for what the heap has grown by, of which all is used some day.
  std::int64_t touchGrown(void *begin, std::size_t bytes);
  /// True if freed() will look at the pages of \p block.
  bool watches(const void *block) const { return watched_.contains(block); }
  /// The program gives \p block back, which has \p bytes at least and is still as it left it.
  void freed(const void *block, std::size_t bytes);
  /// The usual cost of a page. Unit: ticks.
  std::uint64_t pageCost() const { return page_cost_; }

private:
  static constexpr std::size_t kSmallestWatched = 16; ///< Pages.
  static constexpr std::size_t kForgets = 8;          ///< Blocks, about, until a longer one no longer counts.
  struct Watched {
    std::size_t bytes = 0;
    std::size_t touched = 0; ///< Whole pages, from the front.
  };
  struct Use {
    std::size_t reach = 0; ///< As far as blocks were used, in whole pages.
    double used = 0;       ///< Of the touched ones, whole pages of all
    double blocks = 0;     ///< that were given back.
    void add(std::size_t used_pages, std::size_t used_reach);
  };
  struct Touched {
    std::size_t fresh = 0;  ///< Pages.
    std::uint64_t cost = 0; ///< At most the usual one.
  };
  /// Of the block at \p begin.
  char *wholePages(const void *begin) const;
  std::size_t countWholePages(const void *begin, std::size_t bytes) const;
  Touched touchUntil(char *begin, const char *end);
  bool wasUsed(const char *page) const;
  /// Of \p count pages from \p pages on, which were touched, those that were used; the others are given back.
  std::size_t countUsed(const char *pages, std::size_t count);
  /// Of \p count pages from \p pages on, how many there are up to the last that was used; one that nobody touched is
  /// not touched for that.
  std::size_t reachOf(const char *pages, std::size_t count) const;
  /// Pages that hold zeros, and will again. Nothing if \p begin is null.
  void giveBack(const char *begin, const char *end);

  Corrections corrections_;
  std::size_t page_;
  std::uint64_t least_cost_; ///< In ticks.
  std::uint64_t page_cost_;
  std::size_t room_ = 0;                              ///< Bytes of new pages that may be touched yet.
  std::unordered_map<const void *, Watched> watched_; ///< Blocks of which all that was touched was new.
  std::unordered_map<std::size_t, Use> use_;          ///< Of blocks of so many bytes.
};

} // namespace maquette::runtime

#endif
