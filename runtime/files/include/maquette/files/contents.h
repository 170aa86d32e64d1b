//===- maquette/files/contents.h - what a file that only a simulation has holds ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FILES_CONTENTS_H
#define MAQUETTE_FILES_CONTENTS_H

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace maquette::files {

/// Bytes by offset. Pages that were never written, or with zeros only, take no memory and read as zeros.
class Contents {
public:
  static constexpr std::int64_t kPageBytes = 4096;

  /// \p keeps_data false: only the size is kept, and all reads give zeros.
  explicit Contents(bool keeps_data) : keeps_data_(keeps_data) {}
  std::int64_t size() const { return size_; }
  /// Bytes read, at most up to the end.
  std::int64_t read(void *data, std::int64_t bytes, std::int64_t offset) const;
  /// \p data may be null: bytes that nobody has. What was there before is gone, too.
  void write(const void *data, std::int64_t bytes, std::int64_t offset);
  void resize(std::int64_t size);
  std::int64_t keptBytes() const { return static_cast<std::int64_t>(pages_.size()) * kPageBytes; }

private:
  using Page = std::array<char, kPageBytes>;
  void put(std::int64_t page, std::int64_t inside, const char *data, std::int64_t bytes);
  void clear(std::int64_t begin, std::int64_t end);

  bool keeps_data_;
  std::int64_t size_ = 0;
  std::unordered_map<std::int64_t, std::unique_ptr<Page>> pages_;
};

} // namespace maquette::files

#endif
