//===- runtime/lib/memory/first_touch.h - what new memory costs a rank -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first touch of a page makes the host find memory for it, which takes anything from a quarter of a microsecond to some tens of
/// them where the host is a virtual machine, or short of memory. Programs touch new memory in front of collectives, where all wait for the
/// unluckiest. So while computing is measured, FirstTouch touches the pages of a block when the rank gets it, which counts as what it took,
/// but at most as what so many pages usually cost. Programs ask for more than they use, as buffers for the worst case: when a block is given back, its pages
/// that still hold nothing but zeros were not needed, and later blocks of that size are charged for the share that was. The host gets these pages back
/// first, which the program, without them, would not have to give back.
///
/// Scope     blocks up to kLargestBlock, larger ones may never be used; as long as all of them take no more than a quarter of the memory
///           that is free. Others are measured as the program touches them.
/// Source    kLargestBlock is where the GNU C library stops to use freed memory again (M_MMAP_THRESHOLD).
#ifndef MAQUETTE_RUNTIME_LIB_FIRST_TOUCH_H
#define MAQUETTE_RUNTIME_LIB_FIRST_TOUCH_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace maquette::runtime {

class FirstTouch {
public:
  static constexpr std::size_t kLargestBlock = std::size_t{32} << 20;

  /// Measures what a page usually costs: some milliseconds.
  FirstTouch();

  /// Touches the pages of \p block, whose contents stay. Returns what that is to count as: the cost of those that were new, at most the
  /// usual one, in ticks of TickClock.
  std::int64_t touch(void *block, std::size_t bytes);
  /// True if freed() will look at the pages of \p block.
  bool watches(const void *block) const { return watched_.contains(block); }
  /// The program gives \p block back, which has \p bytes at least and is still as it left it.
  void freed(const void *block, std::size_t bytes);
  /// The usual cost of a page. Unit: ticks.
  std::uint64_t pageCost() const { return page_cost_; }

private:
  static constexpr std::size_t kSmallestWatched = 16; ///< Pages.
  struct Use {
    double used = 0; ///< Pages, of
    double all = 0;  ///< those of the blocks that were given back.
  };
  bool wasUsed(const char *page) const;
  /// Pages that hold zeros, and will again. Nothing if \p begin is null.
  void giveBack(const char *begin, const char *end);

  std::size_t page_;
  std::uint64_t least_cost_; ///< In ticks.
  std::uint64_t page_cost_;
  std::size_t room_ = 0; ///< Bytes of new pages that may be touched yet.
  std::unordered_map<const void *, std::size_t> watched_; ///< Bytes of each block that was all new.
  std::unordered_map<std::size_t, Use> use_;              ///< Of blocks of so many bytes.
};

} // namespace maquette::runtime

#endif
