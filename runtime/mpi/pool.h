//===- runtime/mpi/pool.h - small objects, used again and again -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pool<T> hands out objects from pieces of an Arena and takes them back into a free list; nothing goes back to the host before
/// the arena ends. SizePool does the same for blocks of bytes in size classes.
#ifndef MAQUETTE_MPI_POOL_H
#define MAQUETTE_MPI_POOL_H

#include "maquette/sim/arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace maquette::mpi {

/// Blocks of one size.
class BlockPool {
public:
  void *take(sim::Arena &arena, std::size_t block_bytes) {
    if (free_ != nullptr) {
      Free *const block = free_;
      free_ = block->next;
      return block;
    }
    if (left_ < block_bytes)
      grow(arena);
    left_ -= block_bytes;
    return std::exchange(fresh_, fresh_ + block_bytes);
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
  /// Calls \p function with each block that is taken. \pre all have \p block_bytes.
  template <class Function> void forEachTaken(std::size_t block_bytes, Function function) const {
    for (const char *chunk : chunks_) {
      const char *const end = chunk == chunks_.back() ? fresh_ : chunk + kChunkBytes / block_bytes * block_bytes;
      for (const char *block = chunk; block < end; block += block_bytes)
        if (!isFree(block))
          function(block);
    }
  }

private:
  struct Free {
    Free *next;
    std::uint64_t mark;
  };
  /// No object has this as its second word.
  static constexpr std::uint64_t kFreeMark = 0xf4eeb10cf4eeb10cu;
  static constexpr std::size_t kChunkBytes = std::size_t{16} * 1024;

  void grow(sim::Arena &arena) {
    fresh_ = static_cast<char *>(arena.take(kChunkBytes));
    left_ = kChunkBytes;
    if (fresh_ == nullptr)
      throw std::bad_alloc();
    chunks_.push_back(fresh_);
  }

  Free *free_ = nullptr;
  char *fresh_ = nullptr; ///< Memory that was not handed out yet.
  std::size_t left_ = 0;
  std::vector<const char *> chunks_;
};

template <class T> class Pool {
public:
  explicit Pool(sim::Arena &arena) : arena_(arena) {}
  template <class... Arguments> T *make(Arguments &&...arguments) {
    ++live_;
    return new (blocks_.take(arena_, sizeof(T))) T{static_cast<Arguments &&>(arguments)...};
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
    blocks_.forEachTaken(sizeof(T), [&](const char *block) { function(*reinterpret_cast<const T *>(block)); });
  }

private:
  sim::Arena &arena_;
  BlockPool blocks_;
  std::size_t live_ = 0;
};

/// Blocks of any size; those over kLargest come from malloc.
class SizePool {
public:
  explicit SizePool(sim::Arena &arena) : arena_(arena) {}

  static constexpr std::size_t kStep = 32;
  static constexpr std::size_t kLargest = 2048;

  /// Never nullptr: ends the program's life as `new` does when the host has no memory.
  void *take(std::size_t bytes) {
    if (bytes > kLargest)
      return ::operator new(bytes);
    return classes_[classOf(bytes)].take(arena_, (classOf(bytes) + 1) * kStep);
  }
  void give(void *memory, std::size_t bytes) {
    if (bytes > kLargest)
      ::operator delete(memory);
    else
      classes_[classOf(bytes)].give(memory);
  }

private:
  static std::size_t classOf(std::size_t bytes) { return bytes == 0 ? 0 : (bytes - 1) / kStep; }

  sim::Arena &arena_;
  std::array<BlockPool, kLargest / kStep> classes_;
};

} // namespace maquette::mpi

#endif
