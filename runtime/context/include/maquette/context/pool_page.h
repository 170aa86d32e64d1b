//===- maquette/context/pool_page.h - memory that goes from pool to pool --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The phases of a program need different objects: requests and messages while ranks exchange, frames while they
/// reduce. So the pools of a simulation share their memory by pages: a pool returns a page when it is empty, and any
/// other pool may take it. Memory is returned to the host only when the arena ends.
#ifndef MAQUETTE_CONTEXT_POOL_PAGE_H
#define MAQUETTE_CONTEXT_POOL_PAGE_H

#include "maquette/sim/arena.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace maquette::runtime {

class BlockPool;

/// A block that is not taken.
struct FreeBlock {
  FreeBlock *next;
  std::uint64_t mark;
};

/// The head of a page; blocks follow. It fills a line of the cache, so that blocks of 64 and 80 bytes touch as few of
/// them as they can.
struct alignas(64) PoolPage {
  static constexpr std::size_t kBytes = 4096;

  PoolPage *next;         ///< Among the pages of its pool that have room, or among those of no pool.
  PoolPage *before;       ///< Among those that have room.
  FreeBlock *free;        ///< Given back.
  const BlockPool *owner; ///< nullptr: none.
  std::uint32_t taken;
  std::uint32_t fresh; ///< Offset from which on no block was taken yet.

  static PoolPage *of(void *block) {
    return reinterpret_cast<PoolPage *>(reinterpret_cast<std::uintptr_t>(block) & ~std::uintptr_t{kBytes - 1});
  }
  char *at(std::size_t offset) { return reinterpret_cast<char *>(this) + offset; }
};

class PageSource {
public:
  /// All that \p arena gives must be asked for in multiples of a page.
  explicit PageSource(sim::Arena &arena) : arena_(arena) {}
  PageSource(const PageSource &) = delete;
  PageSource &operator=(const PageSource &) = delete;

  PoolPage *take(const BlockPool &owner) {
    if (free_ == nullptr)
      grow();
    PoolPage *const page = std::exchange(free_, free_->next);
    *page = {nullptr, nullptr, nullptr, &owner, 0, sizeof(PoolPage)};
    return page;
  }
  void give(PoolPage *page) {
    page->owner = nullptr;
    page->next = free_;
    free_ = page;
  }
  /// Calls \p function with each page of \p owner, in the order of their making.
  template <class Function> void forEach(const BlockPool &owner, Function function) const {
    for (char *run : runs_)
      for (std::size_t i = 0; i < kRun; ++i)
        if (PoolPage *const page = reinterpret_cast<PoolPage *>(run + i * PoolPage::kBytes); page->owner == &owner)
          function(*page);
  }

private:
  static constexpr std::size_t kRun = 4;

  void grow() {
    auto *const run = static_cast<char *>(arena_.take(kRun * PoolPage::kBytes));
    if (run == nullptr)
      throw std::bad_alloc();
    runs_.push_back(run);
    for (std::size_t i = kRun; i-- > 0;)
      give(reinterpret_cast<PoolPage *>(run + i * PoolPage::kBytes));
  }

  sim::Arena &arena_;
  std::vector<char *> runs_;
  PoolPage *free_ = nullptr;
};

} // namespace maquette::runtime

#endif
