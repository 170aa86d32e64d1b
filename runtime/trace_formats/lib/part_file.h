//===- runtime/trace_formats/lib/part_file.h - a file that is there whole or not at all ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_PART_FILE_H
#define MAQUETTE_TRACE_FORMATS_LIB_PART_FILE_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace maquette::traces {

/// Is written beside \p path and gets its name when it is complete; else nothing is left.
class PartFile {
public:
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  /// \p most_bytes: more than that is an error, after which nothing is written.
  explicit PartFile(std::string path, std::uint64_t most_bytes = kNoLimit);
  ~PartFile();
  PartFile(const PartFile &) = delete;
  PartFile &operator=(const PartFile &) = delete;

  /// Errors are told by good() and commit().
  void write(std::string_view data);
  bool good() const { return error_ == 0; }
  std::uint64_t bytes() const { return bytes_; }
  /// For what others write. What they cannot write is told by fail().
  int descriptor() const { return file_; }
  void fail();
  /// Errors: maquette-output-unwritable.
  sim::Status commit();

private:
  void flush();

  std::string path_, part_, buffer_;
  std::uint64_t most_bytes_, bytes_ = 0;
  int file_ = -1, error_ = 0;
};

} // namespace maquette::traces

#endif
