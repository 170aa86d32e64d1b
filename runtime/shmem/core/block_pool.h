//===- runtime/shmem/core/block_pool.h - blocks of one size, used again and again -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_CORE_BLOCK_POOL_H
#define MAQUETTE_SHMEM_CORE_BLOCK_POOL_H

#include <cstddef>
#include <memory>
#include <vector>

namespace maquette::shmem {

/// The block given back last is taken first: it is most likely in the cache.
template <std::size_t Bytes> class BlockPool {
public:
  BlockPool() = default;
  BlockPool(const BlockPool &) = delete;
  BlockPool &operator=(const BlockPool &) = delete;

  void *take() {
    if (free_ == nullptr)
      addBlocks();
    Block *const block = free_;
    free_ = block->next;
    __builtin_prefetch(free_, 1); // Who takes one often takes several.
    return block;
  }
  void give(void *memory) {
    auto *const block = static_cast<Block *>(memory);
    block->next = free_;
    free_ = block;
  }
  std::size_t usedBytes() const { return chunks_.size() * kChunk * sizeof(Block); }

private:
  static constexpr std::size_t kChunk = 256;
  union alignas(64) Block {
    Block *next;
    char bytes[Bytes];
  };

  void addBlocks() {
    chunks_.push_back(std::make_unique_for_overwrite<Block[]>(kChunk));
    for (std::size_t i = kChunk; i-- > 0;)
      give(&chunks_.back()[i]);
  }

  std::vector<std::unique_ptr<Block[]>> chunks_;
  Block *free_ = nullptr;
};

} // namespace maquette::shmem

#endif
