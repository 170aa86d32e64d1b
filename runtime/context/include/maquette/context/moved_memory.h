//===- maquette/context/moved_memory.h - memory of a rank that a call moved --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An MPI library moves messages on the core of the calling rank, so received and sent data are in the caches of that
/// core. If ranks compute in their own processes (host_processes.h), the simulator moves messages on another core.
/// MovedMemory records their addresses; the process of the rank loads them into the caches of its core before its
/// computing is measured.
///
/// Stage     moved
/// Rule      before a span, outside what is measured: load every line that the call read or wrote
/// Worth     poisson3d 32^3 on 2 cores: -1 % with it, 5 % without
/// Scope     messages and collectives. Not windows, whose data the other rank moves, and not files.
#ifndef MAQUETTE_CONTEXT_MOVED_MEMORY_H
#define MAQUETTE_CONTEXT_MOVED_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace maquette::runtime {

/// count blocks of length bytes, each stride bytes after the one before.
struct MovedBlocks {
  const char *first = nullptr;
  std::int64_t length = 0;
  std::int64_t stride = 0;
  std::int64_t count = 1;
};

class MovedMemory {
public:
  void note(const MovedBlocks &blocks) {
    if (blocks.length > 0 && blocks.count > 0)
      blocks_.push_back(blocks);
  }
  /// Since the latest forget(). Valid until the next note().
  std::span<const MovedBlocks> blocks() const { return blocks_; }
  void forget() { blocks_.clear(); }

  /// Maps the pages of \p moved and prefetches their cache lines for writing. Does not change the contents.
  static void bringBack(std::span<const MovedBlocks> moved);

private:
  std::vector<MovedBlocks> blocks_;
};

} // namespace maquette::runtime

#endif
