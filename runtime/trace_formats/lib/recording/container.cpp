//===- runtime/trace_formats/lib/recording/container.cpp - chunks that native processes wrote ---===//
// SPDX-License-Identifier: Apache-2.0
#include "container.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

namespace maquette::traces::recording {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kHeadWords = sizeof(MaquetteRecord) / kWord;

std::size_t wordsOf(std::uint64_t bytes) { return static_cast<std::size_t>((bytes + kWord - 1) / kWord); }

} // namespace

sim::Diagnostic Container::wrong(const std::string &what) const {
  return {path_, what, "maquette-trace-format", "", "record again with `maquette record`"};
}

sim::Result<Container> Container::open(const std::string &path) {
  Container container(path);
  std::ifstream file(path, std::ios::binary);
  MaquetteContainer head{};
  if (!file.read(reinterpret_cast<char *>(&head), sizeof head) ||
      std::memcmp(head.magic, MAQUETTE_CONTAINER_MAGIC, sizeof head.magic) != 0)
    return container.wrong("is no recording of a node");
  if (head.version != MAQUETTE_CONTAINER_VERSION || head.chunk_bytes != MAQUETTE_CHUNK_BYTES)
    return container.wrong(fmt::format("has version {} of the form, not {}", head.version, MAQUETTE_CONTAINER_VERSION));
  container.host_.assign(head.host, std::find(head.host, std::end(head.host), '\0'));
  if (const sim::Status found = container.findChunks(); !found)
    return found.error();
  return container;
}

sim::Status Container::findChunks() {
  std::ifstream file(path_, std::ios::binary);
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  for (std::uint64_t offset = MAQUETTE_CONTAINER_PAGE; offset + sizeof(MaquetteChunk) <= size;) {
    ChunkPlace chunk{offset, MAQUETTE_CHUNK_BYTES, {}};
    file.seekg(static_cast<std::streamoff>(offset));
    if (!file.read(reinterpret_cast<char *>(&chunk.head), sizeof chunk.head))
      return wrong(fmt::format("cannot be read at byte {}", offset));
    const bool is_used = chunk.head.magic == MAQUETTE_CHUNK_MAGIC;
    if (is_used || chunk.head.chunks > 0) // One that is no longer used keeps its length.
      chunk.bytes = std::uint64_t{chunk.head.chunks} * MAQUETTE_CHUNK_BYTES;
    if (chunk.bytes == 0)
      return wrong(fmt::format("is damaged at byte {}", offset));
    offset += chunk.bytes;
    chunk.bytes = std::min(chunk.bytes, size - chunk.offset); // The last one need not be whole.
    if (is_used)
      chunks_[{chunk.head.process, chunk.head.thread}].push_back(chunk);
  }
  for (auto &[of, chunks] : chunks_) {
    const auto before = [](const ChunkPlace &a, const ChunkPlace &b) { return a.head.sequence < b.head.sequence; };
    std::stable_sort(chunks.begin(), chunks.end(), before);
    std::vector<ChunkPlace> latest; // Of two with the same number the later is whole.
    for (const ChunkPlace &chunk : chunks)
      if (!latest.empty() && latest.back().head.sequence == chunk.head.sequence)
        latest.back() = chunk;
      else
        latest.push_back(chunk);
    chunks = std::move(latest);
  }
  return sim::Nothing{};
}

sim::Result<std::vector<std::uint64_t>> Container::read(const ChunkPlace &chunk) const {
  std::vector<std::uint64_t> words(static_cast<std::size_t>((chunk.bytes - sizeof(MaquetteChunk)) / kWord));
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(chunk.offset + sizeof(MaquetteChunk)));
  file.read(reinterpret_cast<char *>(words.data()), static_cast<std::streamsize>(words.size() * kWord));
  if (file.bad() || file.gcount() != static_cast<std::streamsize>(words.size() * kWord))
    return wrong(fmt::format("cannot be read at byte {}", chunk.offset));
  return words;
}

sim::Result<bool> nextRecord(const std::vector<std::uint64_t> &words, std::size_t &at, RecordView &record) {
  if (at + kHeadWords > words.size())
    return false;
  std::memcpy(&record.head, &words[at], sizeof record.head);
  if (record.head.bytes == 0)
    return false;
  const std::size_t length = wordsOf(record.head.bytes);
  if (length < kHeadWords || length > words.size() - at)
    return sim::Diagnostic{"", fmt::format("a record has {} bytes", record.head.bytes), "maquette-trace-record", "",
                           "record again with `maquette record`"};
  record.begin = &words[at] + kHeadWords;
  record.end = &words[at] + length;
  at += length;
  return true;
}

bool nextPiece(const std::uint64_t *&at, const std::uint64_t *end, Piece &piece) {
  if (at >= end)
    return false;
  const std::uint64_t word = *at++;
  const auto count = static_cast<std::uint32_t>(word >> 32);
  piece = {static_cast<unsigned>(word & 0xff), static_cast<unsigned>(word >> 8 & 0xff), count, at};
  std::size_t words = 0;
  bool is_in_next_word = false; // The number.
  switch (piece.form) {
  case MAQUETTE_PIECE_NUMBER:
    piece.number = static_cast<std::int32_t>(count);
    break;
  case MAQUETTE_PIECE_HANDLE:
    break;
  case MAQUETTE_PIECE_WIDE:
  case MAQUETTE_PIECE_WIDE_HANDLE:
  case MAQUETTE_PIECE_CONSTANT:
  case MAQUETTE_PIECE_NAMED:
    words = piece.form == MAQUETTE_PIECE_NAMED ? 2 : 1;
    is_in_next_word = true;
    break;
  case MAQUETTE_PIECE_NUMBERS:
  case MAQUETTE_PIECE_HANDLES:
    words = count;
    break;
  case MAQUETTE_PIECE_TEXT:
    words = wordsOf(count);
    break;
  case MAQUETTE_PIECE_STATUSES:
    words = 2 * std::size_t{count};
    break;
  default:
    return false;
  }
  if (static_cast<std::size_t>(end - at) < words)
    return false;
  if (is_in_next_word)
    piece.number = static_cast<std::int64_t>(*at);
  at += words;
  return true;
}

std::string textOf(const Piece &piece) {
  return {reinterpret_cast<const char *>(piece.data), static_cast<std::size_t>(piece.number)};
}

} // namespace maquette::traces::recording
