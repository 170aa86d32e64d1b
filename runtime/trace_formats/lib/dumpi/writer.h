//===- runtime/trace_formats/lib/dumpi/writer.h - writes traces in DUMPI's binary form -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_DUMPI_WRITER_H
#define MAQUETTE_TRACE_FORMATS_LIB_DUMPI_WRITER_H

#include "../communicators.h"
#include "maquette/trace_formats/convert.h"

namespace maquette::traces::dumpi {

/// A folder with dumpi.meta and a file for each rank, as of version 1.1. Times are nanoseconds. Local calls that DUMPI
/// has no record for are left out. Errors also: maquette-trace-format for others, as those of MPI 3.
sim::Result<Written> writeDumpi(const Trace &trace, const Communicators &communicators, const std::string &path);

} // namespace maquette::traces::dumpi

#endif
