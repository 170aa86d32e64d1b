//===- models/lib/storage/extents.h - where files are on a disk -------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_EXTENTS_H
#define MAQUETTE_MODELS_LIB_STORAGE_EXTENTS_H

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace maquette::models {

/// Blocks of files in the order in which they were first accessed: what is written in a row is in a row on the disk.
class Extents {
public:
  static constexpr std::int64_t kBlockBytes = 4096;
  struct Piece {
    std::int64_t address, bytes;
  };
  /// The file has blocks up to \p end from now on; true if some are new.
  bool allocate(std::uint64_t file, std::int64_t end);
  /// Where the bytes are. \pre they have blocks.
  std::vector<Piece> find(std::uint64_t file, std::int64_t offset, std::int64_t bytes) const;
  std::size_t memoryBytes() const;

private:
  struct Extent {
    std::int64_t offset, address, bytes;
  };
  std::unordered_map<std::uint64_t, std::vector<Extent>> of_file_; ///< By offset, without holes.
  std::int64_t used_ = 0;
};

} // namespace maquette::models

#endif
