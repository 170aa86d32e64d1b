//===- runtime/trace_formats/lib/paraver/writer.h - writes traces for Paraver -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_PARAVER_WRITER_H
#define MAQUETTE_TRACE_FORMATS_LIB_PARAVER_WRITER_H

#include "../communicators.h"
#include "maquette/trace_formats/convert.h"

namespace maquette::traces::paraver {

/// A folder with trace.prv (records by time: states, MPI calls as events, messages), trace.pcf (their names) and
/// trace.row (names of ranks). Types of events are those of Extrae. Times are nanoseconds.
sim::Result<Written> writeParaver(const Trace &trace, const Communicators &communicators, const std::string &path);

} // namespace maquette::traces::paraver

#endif
