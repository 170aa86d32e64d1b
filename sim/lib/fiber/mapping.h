//===- sim/lib/fiber/mapping.h - a piece of address space -------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Owns anonymous memory, of this process or of those forked off it, too. Pages cost nothing until touched
/// (MAP_NORESERVE) and read as zero.
#ifndef MAQUETTE_SIM_LIB_FIBER_MAPPING_H
#define MAQUETTE_SIM_LIB_FIBER_MAPPING_H

#include <cstddef>
#include <utility>

namespace maquette::sim::fiber {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t roundUp(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

enum class Sharing { Private, WithForked };

class Mapping {
public:
  Mapping() = default;
  /// Empty (data() is null) when the host refuses. The start is aligned to \p alignment, a multiple of the page size.
  explicit Mapping(std::size_t size, std::size_t alignment = kPage, Sharing sharing = Sharing::Private);
  Mapping(Mapping &&other) noexcept
      : start_(std::exchange(other.start_, nullptr)), mapped_(std::exchange(other.mapped_, 0)),
        data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping &operator=(Mapping &&other) noexcept {
    std::swap(start_, other.start_);
    std::swap(mapped_, other.mapped_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Mapping();

  char *data() const { return data_; }
  std::size_t size() const { return size_; }
  bool contains(const void *address) const { return address >= data_ && address < data_ + size_; }
  /// Makes [data() + offset, + size) trap. False when the host has no mapping left.
  bool protect(std::size_t offset, std::size_t size) const;
  /// Asks for huge pages; without them everything works too.
  void adviseHuge() const;

private:
  char *start_ = nullptr;
  std::size_t mapped_ = 0;
  char *data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace maquette::sim::fiber

#endif
