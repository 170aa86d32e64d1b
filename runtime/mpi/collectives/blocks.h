//===- runtime/mpi/collectives/blocks.h - packed bytes and where their parts are ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_BLOCKS_H
#define MAQUETTE_MPI_COLLECTIVES_BLOCKS_H

#include "core/names.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::mpi {

class Collective;

/// Packed bytes that an algorithm works on. The destructor frees them unless they are the program's. May be phantom.
class Block {
public:
  Block() = default;
  /// Memory of the program.
  Block(char *borrowed, std::int64_t bytes) : data_(borrowed), bytes_(bytes) {}
  Block(Collective &collective, std::int64_t bytes, bool phantom);
  ~Block();
  Block(Block &&other) noexcept;
  Block &operator=(Block &&other) noexcept;

  char *data() const { return data_; }
  bool overlaps(const char *other, std::int64_t bytes) const {
    return data_ != nullptr && other < data_ + bytes_ && data_ < other + bytes;
  }
  /// nullptr stays nullptr.
  char *at(std::int64_t offset) const { return data_ == nullptr ? nullptr : data_ + offset; }

private:
  SizePool *pool_ = nullptr;
  char *data_ = nullptr;
  std::int64_t bytes_ = 0;
};

inline char *at(char *data, std::int64_t offset) { return data == nullptr ? nullptr : data + offset; }
inline const char *at(const char *data, std::int64_t offset) { return data == nullptr ? nullptr : data + offset; }
/// Nothing if either is phantom.
void copyBytes(char *to, const char *from, std::int64_t bytes);

/// The parts of a buffer, one for each rank: all of one size, or by a table.
class Layout {
public:
  Layout() = default;
  explicit Layout(std::int64_t block, int parts) : block_(block), step_(block), total_(block * parts) {}
  explicit Layout(std::vector<std::int64_t> sizes);
  /// Each part is the same \p bytes.
  static Layout repeated(std::int64_t bytes) {
    Layout layout(bytes, 1);
    layout.step_ = 0;
    return layout;
  }

  std::int64_t size(int part) const { return uniform() ? block_ : (*offsets_)[part + 1] - (*offsets_)[part]; }
  std::int64_t offset(int part) const { return uniform() ? step_ * part : (*offsets_)[part]; }
  std::int64_t total() const { return total_; }
  bool uniform() const { return offsets_ == nullptr; }

private:
  std::int64_t block_ = 0;
  std::int64_t step_ = 0; ///< From one part to the next.
  std::int64_t total_ = 0;
  std::shared_ptr<const std::vector<std::int64_t>> offsets_;
};

} // namespace maquette::mpi

#endif
