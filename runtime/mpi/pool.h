//===- runtime/mpi/pool.h - small objects, used again and again -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pool<T> hands out objects from chunks and takes them back into a free list; nothing goes back to the host before the pool
/// ends. SizePool does the same for blocks of bytes in size classes.
#ifndef MAQUETTE_MPI_POOL_H
#define MAQUETTE_MPI_POOL_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace maquette::mpi {

/// Blocks of one size.
class BlockPool {
public:
  explicit BlockPool(std::size_t block_bytes) : block_bytes_(block_bytes) {}

  void *take() {
    if (free_ == nullptr)
      grow();
    Free *const block = free_;
    free_ = block->next;
    return block;
  }
  void give(void *memory) {
    Free *const block = static_cast<Free *>(memory);
    block->next = free_;
    block->mark = kFreeMark;
    free_ = block;
  }
  /// True for a block that was given back and not taken again.
  static bool isFree(const void *memory) {
    std::uint64_t mark;
    std::memcpy(&mark, static_cast<const char *>(memory) + offsetof(Free, mark), sizeof mark);
    return mark == kFreeMark;
  }
  template <class Function> void forEachTaken(Function function) const {
    for (const auto &chunk : chunks_)
      for (std::size_t i = 0; i < kChunkBytes / block_bytes_; ++i)
        if (!isFree(chunk.get() + i * block_bytes_))
          function(chunk.get() + i * block_bytes_);
  }
  std::size_t memoryBytes() const { return chunks_.size() * kChunkBytes; }

private:
  struct Free {
    Free *next;
    std::uint64_t mark;
  };
  /// No object has this as its second word.
  static constexpr std::uint64_t kFreeMark = 0xf4eeb10cf4eeb10cu;
  static constexpr std::size_t kChunkBytes = std::size_t{256} * 1024;

  void grow() {
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(kChunkBytes));
    char *const chunk = chunks_.back().get();
    const std::size_t count = kChunkBytes / block_bytes_;
    for (std::size_t i = count; i-- > 0;)
      give(chunk + i * block_bytes_);
  }

  std::size_t block_bytes_;
  Free *free_ = nullptr;
  std::vector<std::unique_ptr<char[]>> chunks_;
};

template <class T> class Pool {
public:
  template <class... Arguments> T *make(Arguments &&...arguments) {
    ++live_;
    return new (blocks_.take()) T{static_cast<Arguments &&>(arguments)...};
  }
  void release(T *object) {
    --live_;
    object->~T();
    blocks_.give(object);
  }
  std::size_t live() const { return live_; }
  static bool isFree(const T *object) { return BlockPool::isFree(object); }
  /// Calls \p function for each object there is.
  template <class Function> void forEach(Function function) const {
    blocks_.forEachTaken([&](const char *block) { function(*reinterpret_cast<const T *>(block)); });
  }
  std::size_t memoryBytes() const { return blocks_.memoryBytes(); }

private:
  BlockPool blocks_{sizeof(T)};
  std::size_t live_ = 0;
};

/// Blocks of any size; those over kLargest come from malloc.
class SizePool {
public:
  static constexpr std::size_t kStep = 32;
  static constexpr std::size_t kLargest = 2048;

  /// Never nullptr: ends the program's life as `new` does when the host has no memory.
  void *take(std::size_t bytes) {
    if (bytes > kLargest)
      return ::operator new(bytes);
    return classOf(bytes).take();
  }
  void give(void *memory, std::size_t bytes) {
    if (bytes > kLargest)
      ::operator delete(memory);
    else
      classOf(bytes).give(memory);
  }
  std::size_t memoryBytes() const {
    std::size_t sum = 0;
    for (const auto &pool : classes_)
      sum += pool ? pool->memoryBytes() : 0;
    return sum;
  }

private:
  BlockPool &classOf(std::size_t bytes) {
    const std::size_t index = bytes == 0 ? 0 : (bytes - 1) / kStep;
    if (!classes_[index])
      classes_[index] = std::make_unique<BlockPool>((index + 1) * kStep);
    return *classes_[index];
  }
  std::array<std::unique_ptr<BlockPool>, kLargest / kStep> classes_;
};

} // namespace maquette::mpi

#endif
