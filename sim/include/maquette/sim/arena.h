//===- maquette/sim/arena.h - memory for pools ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arena allocates zeroed memory and frees all of it when it is destroyed. It grows by blocks of host pages. The first
/// blocks are small, so that a small simulation stays small. Later blocks are large enough for huge pages, which save a
/// simulation of many processes most TLB misses.
///
/// Errors   take() gives nullptr when the host has no memory.
#ifndef MAQUETTE_SIM_ARENA_H
#define MAQUETTE_SIM_ARENA_H

#include <cstddef>
#include <vector>

namespace maquette::sim {

class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena();

  /// Aligned to 64 bytes. \pre bytes > 0.
  void *take(std::size_t bytes);
  /// Allocated so far.
  std::size_t usedBytes() const { return used_; }

private:
  static constexpr std::size_t kSmallBlock = std::size_t{1} << 20;
  static constexpr std::size_t kLargeBlock = std::size_t{16} << 20;
  struct Block {
    void *start;
    std::size_t size;
  };
  bool addBlock(std::size_t least);

  std::vector<Block> blocks_;
  char *next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t used_ = 0;
};

} // namespace maquette::sim

#endif
