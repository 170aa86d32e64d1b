//===- maquette/trace_formats/convert.h - writes a trace in another format -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Errors  maquette-output-exists: something is there already; maquette-output-unwritable; maquette-trace-too-large:
///         more than the format or its viewers take; and those of reading (trace.h). Nothing half-written is left.
#ifndef MAQUETTE_TRACE_FORMATS_CONVERT_H
#define MAQUETTE_TRACE_FORMATS_CONVERT_H

#include "maquette/traces/trace.h"

namespace maquette::traces {

/// What was written.
struct Written {
  std::uint64_t events = 0; ///< MPI calls.
  std::uint64_t bytes = 0;
  std::uint64_t lost = 0; ///< Messages whose sender and receiver the trace does not say: they are not in the output.
};

/// Formats that writeTrace() knows. "maquette" is one of them.
std::span<const std::string_view> writableFormats();

/// What writeTrace() does first, to be asked before hours of work. Errors: maquette-output-exists.
sim::Status checkReplaceable(const std::string &path, bool overwrites);

/// \p path: of a file or, for formats that have several, of a folder. \p overwrites: what is there may go.
/// \pre \p format is one of writableFormats().
sim::Result<Written> writeTrace(const Trace &trace, const std::string &path, std::string_view format, bool overwrites);

} // namespace maquette::traces

#endif
