//===- models/lib/network/pool.h - objects by number ------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gives out objects under 32-bit numbers that fit an event. Grows by chunks, never moves an object, reuses freed ones.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_POOL_H
#define MAQUETTE_MODELS_LIB_NETWORK_POOL_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace maquette::models {

template <class T> class Pool {
public:
  std::uint32_t allocate() {
    if (free_.empty()) {
      if (size_ == chunks_.size() << kChunkBits)
        chunks_.emplace_back(new T[std::size_t{1} << kChunkBits]);
      return size_++;
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  void release(std::uint32_t index) { free_.push_back(index); }
  T &operator[](std::uint32_t index) { return chunks_[index >> kChunkBits][index & ((1u << kChunkBits) - 1)]; }
  const T &operator[](std::uint32_t index) const {
    return chunks_[index >> kChunkBits][index & ((1u << kChunkBits) - 1)];
  }
  /// Brings one into the cache.
  void prefetch(std::uint32_t index) const {
    const char *const object = reinterpret_cast<const char *>(&(*this)[index]);
    for (std::size_t offset = 0; offset < sizeof(T); offset += 64)
      __builtin_prefetch(object + offset, 1);
  }
  std::size_t memoryBytes() const {
    return (chunks_.size() << kChunkBits) * sizeof(T) + free_.capacity() * sizeof(std::uint32_t);
  }

private:
  static constexpr unsigned kChunkBits = 10;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::vector<std::uint32_t> free_;
  std::uint32_t size_ = 0;
};

/// Gives out rows of consecutive objects; a freed row serves the next request for the same length. Objects move when the
/// pool grows. Number 0 is never given out.
template <class T> class RowPool {
public:
  std::uint32_t allocate(std::size_t length) {
    if (free_.size() <= length)
      free_.resize(length + 1);
    if (!free_[length].empty()) {
      const std::uint32_t first = free_[length].back();
      free_[length].pop_back();
      return first;
    }
    const std::size_t first = all_.size();
    all_.resize(first + length);
    return static_cast<std::uint32_t>(first);
  }
  void release(std::uint32_t first, std::size_t length) { free_[length].push_back(first); }
  T &operator[](std::uint32_t index) { return all_[index]; }
  const T &operator[](std::uint32_t index) const { return all_[index]; }
  std::size_t memoryBytes() const { return all_.capacity() * sizeof(T); }

private:
  std::vector<T> all_{1};
  std::vector<std::vector<std::uint32_t>> free_; ///< By length.
};

/// An array of zeros whose untouched pages cost nothing.
template <class T> class LazyArray {
public:
  explicit LazyArray(std::size_t size) : data_(static_cast<T *>(std::calloc(size, sizeof(T)))), size_(size) {}
  LazyArray(const LazyArray &) = delete;
  LazyArray &operator=(const LazyArray &) = delete;
  ~LazyArray() { std::free(data_); }
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return data_ == nullptr; }

private:
  T *data_;
  std::size_t size_;
};

} // namespace maquette::models

#endif
