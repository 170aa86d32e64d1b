//===- runtime/formats/lib/call_trace_format.h - what reader and writer agree on -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_CALL_TRACE_FORMAT_H
#define MAQUETTE_FORMATS_CALL_TRACE_FORMAT_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>

namespace maquette::runtime {

constexpr std::uint64_t kTraceHead = 0x0145434152545141; ///< "AQTRACE", version 1
constexpr std::uint64_t kTraceEnd = 0x01444e4554514141;
constexpr std::int32_t kLastRecord = -1; ///< As rank: no more records; count is the number of places.

inline sim::Diagnostic traceError(const std::string &path, const std::string &what) {
  return {path, "the trace of MPI calls " + what, "maquette-trace-file", "",
          "check the folder's permissions and free space"};
}

} // namespace maquette::runtime

#endif
