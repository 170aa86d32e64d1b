//===- models/lib/network/pool.h - objects by number ------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gives out objects under 32-bit numbers that fit an event. Grows by chunks, never moves an object, reuses freed ones.
/// What is large lies in huge pages, where the host has them.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_POOL_H
#define MAQUETTE_MODELS_LIB_NETWORK_POOL_H

#include "lib/network/id_allocator.h"

#include "maquette/sim/arena.h"
#include "maquette/sim/assert.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

namespace maquette::models {

/// Zeroed memory for \p count objects. Errors: throws std::bad_alloc, as vectors do.
template <class T> T *takeArray(sim::Arena &memory, std::size_t count) {
  void *const taken = memory.take(count * sizeof(T));
  if (taken == nullptr)
    throw std::bad_alloc();
  return static_cast<T *>(taken);
}

/// Brings all of an object into the cache.
template <class T> void prefetchObject(const T *object) {
  for (std::size_t offset = 0; offset < sizeof(T); offset += 64)
    __builtin_prefetch(reinterpret_cast<const char *>(object) + offset, 1);
}

/// How many objects ahead of their use those to be reused are fetched.
constexpr std::size_t kSoon = 8;

template <class T> class Pool {
public:
  Pool() = default;
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;
  ~Pool() {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (std::uint32_t i = 0; i < size_; ++i)
        (*this)[i].~T();
  }
  std::uint32_t allocate() {
    if (free_.empty()) {
      if (size_ == chunks_.size() << kChunkBits)
        chunks_.push_back(takeArray<T>(memory_, std::size_t{1} << kChunkBits));
      new (&(*this)[size_]) T();
      return size_++;
    }
    const std::uint32_t index = free_.takeLeast();
    if (index + kSoon < size_) // Many that come at once reuse what was released long ago.
      prefetch(index + kSoon);
    return index;
  }
  void release(std::uint32_t index) { free_.add(index); }
  T &operator[](std::uint32_t index) { return chunks_[index >> kChunkBits][index & ((1u << kChunkBits) - 1)]; }
  const T &operator[](std::uint32_t index) const {
    return chunks_[index >> kChunkBits][index & ((1u << kChunkBits) - 1)];
  }
  /// Brings one into the cache.
  void prefetch(std::uint32_t index) const { prefetchObject(&(*this)[index]); }
  std::size_t memoryBytes() const { return memory_.usedBytes() + free_.memoryBytes(); }

private:
  static constexpr unsigned kChunkBits = 10;
  sim::Arena memory_;
  std::vector<T *> chunks_;
  IdAllocator free_;
  std::uint32_t size_ = 0;
};

/// Gives out rows of consecutive objects; a freed row serves the next request for the same length. Number 0 is never
/// given out.
template <class T> class RowPool {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  /// \pre length > 0.
  std::uint32_t allocate(std::size_t length) {
    MAQUETTE_ASSERT(length > 0);
    if (shelves_.size() <= length)
      shelves_.resize(length + 1);
    Shelf &shelf = shelves_[length];
    if (shelf.free.empty()) {
      if (shelf.size == shelf.chunks.size() * rowsOfChunk(length))
        addChunk(shelf, length);
      return firstOf(shelf, shelf.size++, length);
    }
    const std::uint32_t row = shelf.free.takeLeast();
    if (row + kSoon < shelf.size)
      prefetch(firstOf(shelf, row + kSoon, length), length);
    return firstOf(shelf, row, length);
  }
  void release(std::uint32_t first, std::size_t length) {
    Shelf &shelf = shelves_[length];
    const std::uint32_t chunk = place_[first >> kChunkBits];
    shelf.free.add(chunk * rowsOfChunk(length) + (first - shelf.chunks[chunk]) / static_cast<std::uint32_t>(length));
  }
  T &operator[](std::uint32_t index) { return chunks_[index >> kChunkBits][index & kMask]; }
  const T &operator[](std::uint32_t index) const { return chunks_[index >> kChunkBits][index & kMask]; }
  /// Brings a row into the cache.
  void prefetch(std::uint32_t first, std::size_t length) const {
    const char *const row = reinterpret_cast<const char *>(&(*this)[first]);
    for (std::size_t offset = 0; offset < length * sizeof(T) + 63; offset += 64)
      __builtin_prefetch(row + offset, 1);
  }
  std::size_t memoryBytes() const { return memory_.usedBytes(); }

private:
  static constexpr unsigned kChunkBits = 12;
  static constexpr std::uint32_t kMask = (std::uint32_t{1} << kChunkBits) - 1;
  /// Rows of one length.
  struct Shelf {
    IdAllocator free; ///< By row.
    std::vector<std::uint32_t>
        chunks;             ///< Number of the first object of each. A chunk of long rows takes several of chunks_.
    std::uint32_t size = 0; ///< Rows that were ever given out.
  };
  static std::size_t piecesOf(std::size_t length) { return (length + kMask) >> kChunkBits; }
  static std::uint32_t rowsOfChunk(std::size_t length) {
    return static_cast<std::uint32_t>((piecesOf(length) << kChunkBits) / length);
  }
  static std::uint32_t firstOf(const Shelf &shelf, std::uint32_t row, std::size_t length) {
    const std::uint32_t rows = rowsOfChunk(length);
    return shelf.chunks[row / rows] + row % rows * static_cast<std::uint32_t>(length);
  }
  void addChunk(Shelf &shelf, std::size_t length) {
    const std::size_t pieces = piecesOf(length);
    T *const memory = takeArray<T>(memory_, pieces << kChunkBits);
    place_.resize(chunks_.size() + pieces, static_cast<std::uint32_t>(shelf.chunks.size()));
    shelf.chunks.push_back(static_cast<std::uint32_t>(chunks_.size() << kChunkBits));
    for (std::size_t piece = 0; piece < pieces; ++piece)
      chunks_.push_back(memory + (piece << kChunkBits));
  }

  sim::Arena memory_;
  std::vector<T *> chunks_ = {nullptr};
  std::vector<std::uint32_t> place_ = {0}; ///< Of each of chunks_: which of its shelf's it is.
  std::vector<Shelf> shelves_;             ///< By length.
};

/// An array of zeros whose untouched pages cost nothing.
template <class T> class LazyArray {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  explicit LazyArray(std::size_t size) : data_(size == 0 ? nullptr : takeArray<T>(memory_, size)), size_(size) {}
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return data_ == nullptr; }

private:
  sim::Arena memory_;
  T *data_;
  std::size_t size_;
};

} // namespace maquette::models

#endif
