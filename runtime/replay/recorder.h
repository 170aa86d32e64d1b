//===- runtime/replay/recorder.h - what records the calls of ranks --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// libmaquette-recorder.so is loaded before a program's other libraries. It has each function of MPI and OpenSHMEM,
/// makes the call by its name for profiling, and writes what was called and when to the file that MAQUETTE_TRACE names.
#ifndef MAQUETTE_REPLAY_RECORDER_H
#define MAQUETTE_REPLAY_RECORDER_H

#include "handles.h"
#include "maquette/traces/request_numbers.h"
#include "maquette/traces/trace_writer.h"

#include <tuple>

namespace maquette::record {

/// Numbers for the handles that a rank has made.
template <class Handle> class HandleNumbers {
public:
  std::int64_t give(Handle handle) {
    if (const auto named = replay::numberOfNamed(handle))
      return *named;
    return numbers_[handle] = next_++;
  }
  /// Nothing for one that the recorder has not seen made.
  std::optional<std::int64_t> find(Handle handle) const {
    if (const auto named = replay::numberOfNamed(handle))
      return named;
    const auto found = numbers_.find(handle);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

private:
  std::map<Handle, std::int64_t> numbers_;
  std::int64_t next_ = 0;
};

/// Of one rank, on its own heap.
class RankRecord {
public:
  template <class Handle> HandleNumbers<Handle> &numbers() { return std::get<HandleNumbers<Handle>>(numbers_); }

  traces::RequestNumbers requests;

private:
  std::tuple<HandleNumbers<MPI_Comm>, HandleNumbers<MPI_Datatype>, HandleNumbers<MPI_Group>, HandleNumbers<MPI_Op>,
             HandleNumbers<MPI_Win>, HandleNumbers<MPI_File>>
      numbers_;
};

class Recorder {
public:
  /// That of the running rank; null where nothing is recorded.
  static Recorder *current();

  RankRecord &rank();
  void add(traces::Event &event);
  /// The running rank makes no more calls. With the last one the file is complete.
  void finish();
  /// No rank makes more calls.
  void finishAll();

private:
  Recorder(int file, std::int64_t ranks, std::pmr::memory_resource *memory);
  static Recorder *make();

  traces::TraceWriter writer_;
  std::pmr::vector<RankRecord *> records_; ///< By rank; null before its first call.
  std::pmr::vector<char> wanted_;
  std::int64_t open_;
};

} // namespace maquette::record

#endif
