//===- runtime/trace_formats/lib/ti/trace.h - reads SimGrid's time-independent traces -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_TI_TRACE_H
#define MAQUETTE_TRACE_FORMATS_LIB_TI_TRACE_H

#include "maquette/traces/trace.h"

namespace maquette::traces::ti {

/// True for a file that begins with an action, or with the name of one that does.
bool isTi(const std::string &path);

/// \p path: of a file with the actions of all ranks, or with the names of each rank's. There are no times in it:
/// computing is in operations, of which 10^9 take a second.
sim::Result<std::unique_ptr<Trace>> openTi(const std::string &path);

} // namespace maquette::traces::ti

#endif
