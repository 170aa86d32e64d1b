//===- runtime/formats/lib/call_trace_reader.cpp - reads what the writer wrote ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace.h"

#include "call_trace_format.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maquette::runtime {

namespace {

/// More ranks than any run has: a damaged number must not take all memory.
constexpr std::int32_t kMostRanks = 1 << 24;

struct File {
  std::FILE *stream;
  ~File() {
    if (stream)
      std::fclose(stream);
  }
  template <class T> bool read(T &value) { return std::fread(&value, sizeof value, 1, stream) == 1; }
  /// Text of \p size bytes, read in pieces: a damaged size must not take more memory than the file is long.
  bool read(std::string &text, std::size_t size) {
    constexpr std::size_t kPiece = 4096;
    while (text.size() < size) {
      const std::size_t known = text.size();
      text.resize(std::min(size, known + kPiece));
      if (std::fread(text.data() + known, 1, text.size() - known, stream) != text.size() - known)
        return false;
    }
    return true;
  }
};

} // namespace

sim::Result<CallTrace> readCallTrace(const std::string &path) {
  File file{std::fopen(path.c_str(), "rb")};
  if (!file.stream)
    return traceError(path, std::string("cannot be read: ") + std::strerror(errno));
  std::uint64_t mark = 0;
  if (!file.read(mark) || mark != kTraceHead)
    return traceError(path, "is not a trace file");
  CallTrace out;
  CallRecord record;
  while (file.read(record) && record.rank != kLastRecord) {
    if (record.rank < 0 || record.rank >= kMostRanks)
      return traceError(path, "is damaged");
    if (out.ranks.size() <= static_cast<std::size_t>(record.rank))
      out.ranks.resize(static_cast<std::size_t>(record.rank) + 1);
    out.ranks[static_cast<std::size_t>(record.rank)].push_back(record);
  }
  for (std::int64_t i = 0; i < record.count && record.rank == kLastRecord; ++i) {
    std::uint32_t size = 0;
    if (!file.read(size))
      break;
    std::string place;
    if (!file.read(place, size))
      break;
    out.places.push_back(std::move(place));
  }
  if (!file.read(mark) || mark != kTraceEnd)
    return traceError(path, "is incomplete: the program did not finish");
  return out;
}

} // namespace maquette::runtime
