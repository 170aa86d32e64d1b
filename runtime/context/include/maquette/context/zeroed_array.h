//===- maquette/context/zeroed_array.h - memory that costs nothing until it is touched ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// ZeroedArray<T> is an array of zero bytes from the host. A page of it takes memory when it is first touched, so an
/// array for a million ranks is free until they start.
///
/// Errors  create() reports that the host has no address space.
#ifndef MAQUETTE_CONTEXT_ZEROED_ARRAY_H
#define MAQUETTE_CONTEXT_ZEROED_ARRAY_H

#include "maquette/formats/run_config.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace maquette::runtime {

/// Which processes see what is written.
enum class ZeroedFor { ThisProcess, ForkedProcesses };
inline ZeroedFor usersOfRanks(const RunConfig &config) {
  return config.forksRanks() ? ZeroedFor::ForkedProcesses : ZeroedFor::ThisProcess;
}

sim::Result<void *> mapZeroed(std::size_t bytes, ZeroedFor users);
void unmapZeroed(void *memory, std::size_t bytes);

template <class T> class ZeroedArray {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  static sim::Result<ZeroedArray> create(std::int64_t size, ZeroedFor users) {
    MAQUETTE_ASSERT(size > 0);
    auto memory = mapZeroed(sizeof(T) * static_cast<std::size_t>(size), users);
    if (!memory)
      return memory.error();
    return ZeroedArray(static_cast<T *>(*memory), size);
  }
  ZeroedArray() = default;
  ZeroedArray(ZeroedArray &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ZeroedArray &operator=(ZeroedArray &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ZeroedArray() {
    if (data_ != nullptr)
      unmapZeroed(data_, sizeof(T) * static_cast<std::size_t>(size_));
  }

  T *data() const { return data_; }
  std::int64_t size() const { return size_; }
  T &operator[](std::int64_t index) const {
    MAQUETTE_ASSERT(index >= 0 && index < size_);
    return data_[index];
  }

private:
  ZeroedArray(T *data, std::int64_t size) : data_(data), size_(size) {}

  T *data_ = nullptr;
  std::int64_t size_ = 0;
};

} // namespace maquette::runtime

#endif
