//===- maquette/sim/arena.h - memory for pools ------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arena hands out pieces of zeroed memory that are given back together at its end. It grows by blocks of the host's
/// pages: small ones first, so that a small simulation stays small; then such that the host can use huge pages, which
/// spare a simulation of many processes most of its address translation.
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
  /// Handed out so far.
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
