//===- runtime/trace_formats/lib/perfetto/writer.h - writes traces for Perfetto's viewer ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_PERFETTO_WRITER_H
#define MAQUETTE_TRACE_FORMATS_LIB_PERFETTO_WRITER_H

#include "../communicators.h"
#include "maquette/trace_formats/convert.h"

namespace maquette::traces::perfetto {

/// One file of TracePacket messages: a track for each rank with a slice for each MPI call, and a flow for each message,
/// from the call that sends it to the end of the call that has received it. Times are nanoseconds, as the format has
/// it.
sim::Result<Written> writePerfetto(const Trace &trace, const Communicators &communicators, const std::string &path);

} // namespace maquette::traces::perfetto

#endif
