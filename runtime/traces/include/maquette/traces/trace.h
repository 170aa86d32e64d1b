//===- maquette/traces/trace.h - traces, whatever their format ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Trace is what a program's ranks did. Each rank has a reader of its own, which keeps a few KiB of its file at a
/// time and no file open.
///
/// Errors  maquette-trace-format: no trace, one of another format, or damaged; maquette-trace-record: a record that
///         cannot be. All name the file, and records the rank, the number of the record and the byte offset.
#ifndef MAQUETTE_TRACES_TRACE_H
#define MAQUETTE_TRACES_TRACE_H

#include "maquette/sim/result.h"
#include "maquette/traces/event.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace maquette::traces {

/// What one rank did, in order.
class EventReader {
public:
  virtual ~EventReader() = default;
  /// The next event; false behind the last one.
  virtual sim::Result<bool> next(Event &event) = 0;
  /// Size in bytes of a datatype that the program made, if the trace says it apart from how it was made.
  virtual std::optional<std::int64_t> datatypeSize(std::int64_t datatype) const = 0;
};

struct TraceSummary {
  std::string format;  ///< "dumpi".
  std::string version; ///< Of the format, as it counts.
  std::int64_t ranks = 0;
  std::string host, user;
  std::int64_t start_seconds = 0; ///< Since 1970; 0: not known.
  double compute_factor = 1;      ///< Computing took so many times as long as on a core with cpu_scale 1.
  bool from_start = false;        ///< Times count from the start of the rank's program.
};

class Trace {
public:
  virtual ~Trace() = default;
  virtual const TraceSummary &summary() const = 0;
  /// \pre 0 <= \p rank < summary().ranks
  virtual sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const = 0;
  /// How often each function was called, as the trace itself counts; nothing where it does not.
  virtual sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t rank) const = 0;
};

/// Makes the tables that all readers and writers use; else the first of them does. Returns true.
bool prepareTables();

/// Formats that openTrace() knows.
std::span<const std::string_view> traceFormats();
/// \p format: one of traceFormats(), or "auto".
sim::Result<std::unique_ptr<Trace>> openTrace(const std::string &path, const std::string &format);

} // namespace maquette::traces

#endif
