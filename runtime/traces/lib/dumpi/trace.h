//===- runtime/traces/lib/dumpi/trace.h - a trace of DUMPI: its files and what they say together ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_DUMPI_TRACE_H
#define MAQUETTE_TRACES_LIB_DUMPI_TRACE_H

#include "maquette/traces/trace.h"

namespace maquette::traces::dumpi {

/// \p path: of the .meta file, which names the others.
sim::Result<std::unique_ptr<Trace>> openDumpi(const std::string &path);

} // namespace maquette::traces::dumpi

#endif
