//===- runtime/trace_formats/lib/goal/text.h - reads GOAL schedules as text -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
///   num_ranks 2
///   rank 0 {
///   a: calc 100 cpu 0
///   b: send 8b to 1 tag 5
///   b requires a
///   }
/// Times are in nanoseconds. requires: begins when the other has ended; irequires: when it has begun. A sender or tag
/// of -1 is any. Remarks as in C++.
#ifndef MAQUETTE_TRACE_FORMATS_LIB_GOAL_TEXT_H
#define MAQUETTE_TRACE_FORMATS_LIB_GOAL_TEXT_H

#include "maquette/traces/trace.h"

namespace maquette::traces::goal {

bool isText(const std::string &path);
sim::Result<std::unique_ptr<Trace>> openText(const std::string &path);

} // namespace maquette::traces::goal

#endif
