//===- runtime/traces/lib/dumpi/file.h - DUMPI's file of one rank ------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_DUMPI_FILE_H
#define MAQUETTE_TRACES_LIB_DUMPI_FILE_H

#include "../windowed_file.h"

#include <array>
#include <map>
#include <vector>

namespace maquette::traces::dumpi {

/// Where the parts of the file begin; 0: it has no such part.
struct Sections {
  std::uint64_t datatype_sizes = 0, functions = 0, counters = 0, header = 0, body = 0, footer = 0, keyvals = 0;
};

struct Header {
  std::array<int, 3> version{};
  std::int64_t start_seconds = 0;
  std::string host, user;
  bool isSince(int major, int minor, int patch) const { return version >= std::array<int, 3>{major, minor, patch}; }
};

/// Its index and header.
struct File {
  WindowedFile bytes;
  Sections sections;
  Header header;

  static sim::Result<File> open(const std::string &path);
  /// By datatype; empty where the file holds none.
  sim::Result<std::vector<std::int64_t>> datatypeSizes();
  /// Of calls that are in the stream, by function; empty where the file does not count them.
  sim::Result<std::map<std::string, std::int64_t>> callCounts();
};

} // namespace maquette::traces::dumpi

#endif
