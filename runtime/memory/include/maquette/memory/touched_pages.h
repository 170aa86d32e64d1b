//===- maquette/memory/touched_pages.h - which pages of a unit hold something ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A page that was never touched is zero, and to look whether it is makes it one of the process: a page fault each. The
/// host tells which are there, in memory or swapped out.
///
/// Source    Linux, Documentation/admin-guide/mm/pagemap.rst.
/// Threads   one at a time.
/// Errors    none: where the host does not tell, or its pages are larger, every page counts as touched.
#ifndef MAQUETTE_MEMORY_TOUCHED_PAGES_H
#define MAQUETTE_MEMORY_TOUCHED_PAGES_H

#include "maquette/memory/unit_codec.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace maquette::runtime {

class TouchedPages {
public:
  static constexpr std::size_t kMostUnits = 64;

  TouchedPages() = default;
  ~TouchedPages();
  TouchedPages(const TouchedPages &) = delete;
  TouchedPages &operator=(const TouchedPages &) = delete;

  /// Looks at \p count units, at most kMostUnits, from \p first, which is aligned to a page. Guarded pages may count as
  /// touched.
  void lookAt(const void *first, std::size_t count);
  /// Of the n-th of them.
  PageSet of(std::size_t unit) const { return touched_[unit]; }
  std::size_t bytesOf(std::size_t unit) const {
    return static_cast<std::size_t>(std::popcount(touched_[unit])) * kPageBytes;
  }

private:
  bool open();

  int file_ = -1;
  pid_t opened_by_ = 0; ///< The file is about the process that opened it: one that was forked off opens its own.
  std::array<PageSet, kMostUnits> touched_{};
};

} // namespace maquette::runtime

#endif
