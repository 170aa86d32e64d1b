//===- maquette/formats/call_trace.h - the MPI calls of every rank -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `maquette verify` compares: per rank, in program order, each MPI call that communicates with its arguments but
/// the payload. Polling calls (MPI_Test*, MPI_Iprobe) are left out: how often they are made depends on timing. A
/// wildcard is recorded as posted.
///
/// File    "MAQTRACE", version, records as they came, then a table of source places; complete only if its end mark is
/// there. Errors  a file that cannot be written or read is a Diagnostic with tag maquette-trace-file.
#ifndef MAQUETTE_FORMATS_CALL_TRACE_H
#define MAQUETTE_FORMATS_CALL_TRACE_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

/// One call, or one direction of a call that sends and receives. Counts and bytes are those of the arguments.
struct CallRecord {
  std::int32_t rank = 0;
  std::uint16_t call = 0; ///< Number of the function in mpi_calls.def.
  std::uint16_t part = 0; ///< 0; MPI_Sendrecv's receive is 1.
  std::int32_t peer =
      0; ///< Destination, source or root; -1 when the call has none (wildcards and MPI_PROC_NULL as in mpi.h).
  std::int32_t tag = 0;
  std::uint64_t communicator = 0; ///< The same in two runs that make the same communicators.
  std::int64_t count = 0;
  std::uint64_t datatype = 0; ///< The same for types with the same signature.
  std::int64_t bytes = 0;
  std::uint32_t site = 0; ///< Index into the table of places.
  std::uint32_t reserved = 0;
};
static_assert(sizeof(CallRecord) == 56);

class CallTraceWriter {
public:
  static sim::Result<std::unique_ptr<CallTraceWriter>> create(const std::string &path);
  ~CallTraceWriter();
  CallTraceWriter(const CallTraceWriter &) = delete;
  CallTraceWriter &operator=(const CallTraceWriter &) = delete;

  /// Appends \p record; \p return_address names where the call is.
  void add(CallRecord record, const void *return_address);
  /// Writes the places and the end mark.
  sim::Status close();

private:
  CallTraceWriter(std::FILE *file, std::string path) : file_(file), path_(std::move(path)) {}
  std::FILE *file_;
  std::string path_;
  std::unordered_map<const void *, std::uint32_t> sites_;
  std::vector<const void *> addresses_;
};

struct CallTrace {
  std::vector<std::vector<CallRecord>> ranks; ///< By rank, in program order.
  std::vector<std::string> places;            ///< "solve() at cg.c:31"
};

sim::Result<CallTrace> readCallTrace(const std::string &path);

} // namespace maquette::runtime

#endif
