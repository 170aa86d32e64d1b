//===- maquette/context/large_blocks.h - blocks that keep their pages ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Contents of large messages live from the send to the receive. The C library would return such blocks to the host and
/// get new pages for the next ones; clearing and mapping a page costs more than filling it. So these blocks are kept
/// for the next message of the same size.
///
/// Memory    never more than was in use at once before: a block is freed if kept blocks and used blocks together exceed
///           that.
#ifndef MAQUETTE_CONTEXT_LARGE_BLOCKS_H
#define MAQUETTE_CONTEXT_LARGE_BLOCKS_H

#include "maquette/sim/assert.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <new>
#include <vector>

namespace maquette::runtime {

class LargeBlocks {
public:
  static constexpr std::size_t kSmallest = std::size_t{64} << 10; ///< Bytes. The C library itself keeps smaller ones.

  LargeBlocks() = default;
  LargeBlocks(const LargeBlocks &) = delete;
  LargeBlocks &operator=(const LargeBlocks &) = delete;
  ~LargeBlocks() {
    while (kept_bytes_ > 0)
      letGo();
  }

  /// \pre bytes >= kSmallest, as for give(). Ends the program's life as `new` does when the host has no memory.
  void *take(std::size_t bytes) {
    MAQUETTE_ASSERT(bytes >= kSmallest);
    const std::size_t size = rounded(bytes);
    taken_bytes_ += size;
    most_taken_ = std::max(most_taken_, taken_bytes_);
    if (const auto kept = kept_.find(size); kept != kept_.end())
      return takeKept(kept);
    while (kept_bytes_ > 0 && taken_bytes_ + kept_bytes_ > most_taken_)
      letGo();
    return ::operator new(size);
  }
  /// \p bytes: what it was taken for.
  void give(void *block, std::size_t bytes) {
    MAQUETTE_ASSERT(bytes >= kSmallest);
    const std::size_t size = rounded(bytes);
    taken_bytes_ -= size;
    kept_bytes_ += size;
    kept_[size].push_back(block);
  }
  std::size_t keptBytes() const { return kept_bytes_; }

private:
  using Kept = std::map<std::size_t, std::vector<void *>>; ///< By their bytes. No list is empty.
  static constexpr std::size_t kPage = 4096;

  static std::size_t rounded(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

  void *takeKept(Kept::iterator kept) {
    void *const block = kept->second.back();
    kept_bytes_ -= kept->first;
    kept->second.pop_back();
    if (kept->second.empty())
      kept_.erase(kept);
    return block;
  }
  void letGo() { ::operator delete(takeKept(std::prev(kept_.end()))); }

  Kept kept_;
  std::size_t kept_bytes_ = 0;
  std::size_t taken_bytes_ = 0;
  std::size_t most_taken_ = 0; ///< At once.
};

} // namespace maquette::runtime

#endif
