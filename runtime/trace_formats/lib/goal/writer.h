//===- runtime/trace_formats/lib/goal/writer.h - writes GOAL schedules in binary form -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_GOAL_WRITER_H
#define MAQUETTE_TRACE_FORMATS_LIB_GOAL_WRITER_H

#include "maquette/trace_formats/convert.h"
#include "maquette/traces/task_trace.h"

namespace maquette::traces::goal {

/// In the form of goal_form.h. Computing is rounded to nanoseconds.
sim::Result<Written> writeBinary(const TaskTrace &trace, const std::string &path);

} // namespace maquette::traces::goal

#endif
