//===- maquette/traces/trace_writer.h - Maquette's own traces -------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One file for all ranks, in blocks of a rank's events, each block compressed alone. What is called is kept apart from
/// when: a call with its arguments is written once for each rank, and from then on is a number. So loops cost what
/// their times cost.
///
/// File    "MAQEVENT", version, ranks, picoseconds of a tick, names of functions; blocks; an index of blocks by rank
///         and its place. Numbers are little-endian. A file without its index, of a run that was killed, is read as far
///         as it goes.
/// Memory  all of it is from the resource that is given: a recorder lives in ranks whose heaps are not its own.
#ifndef MAQUETTE_TRACES_TRACE_WRITER_H
#define MAQUETTE_TRACES_TRACE_WRITER_H

#include "maquette/sim/result.h"
#include "maquette/traces/event.h"

#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::traces {

class TraceWriter {
public:
  struct Options {
    std::int64_t ranks = 1;
    std::int64_t tick_ps = 1; ///< Times are rounded to it.
    std::size_t block_events = 512;
    double compute_factor = 1; ///< As in TraceSummary.
    bool from_start = false;   ///< As in TraceSummary.
    std::pmr::memory_resource *memory = std::pmr::get_default_resource();
  };

  /// \pre the file was opened for writing and is empty.
  TraceWriter(int descriptor, const Options &options);
  ~TraceWriter();
  TraceWriter(const TraceWriter &) = delete;
  TraceWriter &operator=(const TraceWriter &) = delete;

  /// Events of a rank come in order.
  void add(std::int64_t rank, const Event &event);
  /// The rank has no more events.
  void finish(std::int64_t rank);
  /// Finishes all ranks and writes the index. Errors: the file could not be written; what is there can be read.
  bool close();
  std::uint64_t events() const { return events_; }
  std::uint64_t bytes() const { return bytes_; }

private:
  /// What a rank has that is not yet written.
  struct Stream {
    explicit Stream(std::pmr::memory_resource *memory);
    std::pmr::unordered_map<std::pmr::string, std::uint32_t> numbers; ///< Of calls with their arguments.
    std::pmr::string calls, sequence, gaps, durations;
    std::uint32_t events = 0;
    std::uint32_t new_calls = 0;
    bool starts_anew = true; ///< The numbers begin again with the next block.
    std::int64_t latest_tick = 0, first_tick = 0;
  };
  struct Block {
    std::uint64_t offset;
    std::int64_t first_tick;
    std::uint32_t rank, events;
  };

  Stream &streamOf(std::int64_t rank);
  void writeBlock(std::int64_t rank, Stream &stream);
  void write(const void *data, std::size_t size);
  void writeHeader();

  int file_;
  Options options_;
  std::pmr::unordered_map<std::int64_t, Stream *> streams_;
  std::pmr::vector<Block> blocks_;
  std::pmr::string raw_, packed_, body_, state_;
  std::uint64_t events_ = 0, bytes_ = 0;
  bool failed_ = false;
};

} // namespace maquette::traces

#endif
