//===- runtime/tools/trace_text.h - a trace as text -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_TRACE_TEXT_H
#define MAQUETTE_TOOLS_TRACE_TEXT_H

#include "maquette/sim/result.h"
#include "maquette/traces/trace.h"

#include <string>

namespace maquette::tool {

/// "address=object 2+64 bytes=800 pe=3": the arguments that the event has, by their names in the tables of calls.
std::string argumentsText(const traces::Event &event);

/// Prints one line for each call, rank by rank, its columns separated by tabs; a heading first.
sim::Status printTrace(const traces::Trace &trace);

} // namespace maquette::tool

#endif
