//===- runtime/trace_formats/lib/otf2/writer.h - writes traces in OTF2 ------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_WRITER_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_WRITER_H

#include "../communicators.h"
#include "maquette/trace_formats/convert.h"

namespace maquette::traces::otf2 {

/// A folder with an archive as the Open Trace Format 2 has it, for Vampir, Scalasca and others: a location for each
/// rank, a region for each MPI function, communicators with their groups, and records of messages and collective
/// operations. The clock counts picoseconds.
sim::Result<Written> writeOtf2(const Trace &trace, const Communicators &communicators, const std::string &path);

} // namespace maquette::traces::otf2

#endif
