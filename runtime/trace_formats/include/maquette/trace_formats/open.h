//===- maquette/trace_formats/open.h - opens a trace of any format ------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_OPEN_H
#define MAQUETTE_TRACE_FORMATS_OPEN_H

#include "maquette/traces/trace.h"

namespace maquette::traces {

/// Formats that openAny() knows: those of traceFormats(), too.
std::span<const std::string_view> readableFormats();

/// As openTrace(), for all formats. \p format: one of readableFormats(), or "auto".
sim::Result<std::unique_ptr<Trace>> openAny(const std::string &path, const std::string &format);

/// True for formats that openTrace() does not know: whoever needs that has to convert the trace first.
bool needsConversion(const Trace &trace);

} // namespace maquette::traces

#endif
