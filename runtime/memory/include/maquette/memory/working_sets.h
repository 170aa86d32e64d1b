//===- maquette/memory/working_sets.h - what a rank left in the caches ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// On the target machine a rank has a core of its own: after a message it finds its data in the caches as it left them.
/// On the host all ranks share one core, and the data of the others have taken their place. WorkingSets knows the
/// memory of each rank and can read it back.
///
/// Stage     restore
/// Rule      before a span, outside what is measured: read the rank's data, at most one core's share of the caches
/// Worth     sweep of 1.5 MiB on 64 ranks: 2 % with it, 129 % without
/// Scope     blocks of kSmallestBlock bytes or more from malloc and its kin, and the private globals; not smaller
///           blocks, not stacks (small, and touched by the switch itself), not mmap.
/// Limit     no more than one core's share of the caches, the latest blocks first.
/// Threads   allocated() and freed() may be called from any thread.
#ifndef MAQUETTE_MEMORY_WORKING_SETS_H
#define MAQUETTE_MEMORY_WORKING_SETS_H

#include "maquette/host/heap_lock.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

/// Data caches as one core of the host sees them. Unit: bytes.
struct CacheSizes {
  std::size_t own = 0;   ///< The largest that the core shares with nobody.
  std::size_t share = 0; ///< Of all caches, shared ones divided by the cores that share them.
};
/// From what the kernel tells; 1 MiB and 2 MiB where it tells nothing.
CacheSizes cachesOfHost();

class WorkingSets {
public:
  static constexpr std::size_t kSmallestBlock = 4096;

  WorkingSets(std::int64_t ranks, CacheSizes caches);

  void allocated(std::int64_t rank, const void *block, std::size_t bytes);
  /// Blocks that are not known are ignored.
  void freed(const void *block);
  /// Bytes of private globals that each rank has besides.
  void setGlobals(std::size_t bytes) { globals_ = bytes; }
  /// True when the sets of all ranks fit the core's own cache side by side: then no rank disturbs another.
  bool allFit() const;
  /// Reads the blocks of \p rank and \p globals into the caches.
  void restore(std::int64_t rank, std::span<const char> globals);

  /// Bytes of the blocks that \p rank holds.
  std::size_t bytesOf(std::int64_t rank) const;
  /// Processor time that restore() took so far.
  double spentPs() const { return static_cast<double>(spent_ns_) * 1e3; }

private:
  struct Block {
    const char *begin = nullptr;
    std::size_t bytes = 0;
  };
  struct Place {
    std::int64_t rank = 0;
    std::size_t index = 0;
  };
  struct Set {
    std::vector<Block> blocks;
    std::size_t bytes = 0;
  };
  void readBack(const std::vector<Block> &blocks, std::span<const char> globals) const;

  mutable HeapLock lock_;
  CacheSizes caches_;
  std::vector<Set> sets_;
  std::unordered_map<const void *, Place> places_;
  std::size_t total_bytes_ = 0;
  std::size_t globals_ = 0;
  std::uint64_t spent_ns_ = 0;
};

} // namespace maquette::runtime

#endif
