//===- runtime/trace_formats/lib/recording/container.h - chunks that native processes wrote ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_RECORDING_CONTAINER_H
#define MAQUETTE_TRACE_FORMATS_LIB_RECORDING_CONTAINER_H

#include "maquette/record/container.h"
#include "maquette/sim/result.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace maquette::traces::recording {

/// Where a chunk lies.
struct ChunkPlace {
  std::uint64_t offset = 0; ///< In bytes.
  std::uint64_t bytes = 0;
  MaquetteChunk head{};
};

/// The file of one node.
class Container {
public:
  /// Errors: maquette-trace-format.
  static sim::Result<Container> open(const std::string &path);

  const std::string &path() const { return path_; }
  const std::string &host() const { return host_; }
  /// Of each process and thread in it, in order.
  const std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ChunkPlace>> &chunks() const { return chunks_; }
  /// The words behind the head of a chunk.
  sim::Result<std::vector<std::uint64_t>> read(const ChunkPlace &chunk) const;

private:
  explicit Container(std::string path) : path_(std::move(path)) {}
  sim::Diagnostic wrong(const std::string &what) const;
  sim::Status findChunks();

  std::string path_, host_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ChunkPlace>> chunks_;
};

/// A record of a chunk: its head, and its pieces' words.
struct RecordView {
  MaquetteRecord head{};
  const std::uint64_t *begin = nullptr;
  const std::uint64_t *end = nullptr;
};

/// The next record at word \p at, which moves on. Nothing behind the last one. Errors: a size that cannot be, said in
/// words.
sim::Result<bool> nextRecord(const std::vector<std::uint64_t> &words, std::size_t &at, RecordView &record);

/// One piece of a record.
struct Piece {
  unsigned place = 0, form = 0;
  std::int64_t number = 0; ///< The number, or how many words or bytes follow.
  const std::uint64_t *data = nullptr;
};

/// The next piece at \p at, which moves on. False behind the last, and where it does not fit.
bool nextPiece(const std::uint64_t *&at, const std::uint64_t *end, Piece &piece);
std::string textOf(const Piece &piece);

} // namespace maquette::traces::recording

#endif
