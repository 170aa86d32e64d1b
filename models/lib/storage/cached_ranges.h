//===- models/lib/storage/cached_ranges.h - what of files is in a node's memory ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_CACHED_RANGES_H
#define MAQUETTE_MODELS_LIB_STORAGE_CACHED_RANGES_H

#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace maquette::models {

struct FileKey {
  std::int32_t volume = 0;
  std::uint64_t file = 0;
  auto operator<=>(const FileKey &) const = default;
};

/// Ranges of files, of which those used longest ago go when they are too many bytes.
class CachedRanges {
public:
  static constexpr std::int64_t kLongest = std::int64_t{4} << 20; ///< Bytes of a range: as much goes at once.
  struct Gap {
    std::int64_t begin, end;
  };
  /// What of the file is not there, by offset. What is there counts as used.
  std::vector<Gap> gaps(FileKey file, std::int64_t begin, std::int64_t end);
  /// From now on it is there.
  void add(FileKey file, std::int64_t begin, std::int64_t end);
  void remove(FileKey file, std::int64_t begin = 0, std::int64_t end = std::numeric_limits<std::int64_t>::max());
  void shrinkTo(std::int64_t bytes);
  std::int64_t bytes() const { return bytes_; }
  std::size_t memoryBytes() const { return ranges_.size() * 2 * 96; } ///< Nodes of both trees.

private:
  struct Key {
    FileKey file;
    std::int64_t begin = 0;
    auto operator<=>(const Key &) const = default;
  };
  struct Range {
    std::int64_t end = 0;
    std::uint64_t used = 0; ///< Number of its last use.
  };
  using Ranges = std::map<Key, Range>;
  /// The first range that ends after \p begin, or another file's.
  Ranges::iterator firstAfter(FileKey file, std::int64_t begin);
  void touch(Ranges::iterator range);
  Ranges::iterator erase(Ranges::iterator range);

  Ranges ranges_; ///< Without overlap.
  std::map<std::uint64_t, Key> by_use_;
  std::uint64_t uses_ = 0;
  std::int64_t bytes_ = 0;
};

} // namespace maquette::models

#endif
