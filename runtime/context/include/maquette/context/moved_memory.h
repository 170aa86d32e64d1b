//===- maquette/context/moved_memory.h - what a call moved of a rank's memory ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An MPI library moves messages on the core of the rank that calls it: what came is in that core's caches then, and
/// what went still is. Where ranks compute in processes of their own (host_processes.h), the simulator moves them, on
/// another core. MovedMemory knows where they lie; the rank's process brings them into its core's caches before its
/// computing is measured.
///
/// Scope     messages and collectives, and the rank's stack near the call; not windows, whose data the other rank
/// moves, and not files.
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

  /// Maps the pages of \p moved and asks for their cache lines, to be written. Changes no contents.
  static void bringBack(std::span<const MovedBlocks> moved);
  /// The same for the stack that the caller runs on, from its frame on.
  static void bringBackStack();

private:
  std::vector<MovedBlocks> blocks_;
};

} // namespace maquette::runtime

#endif
