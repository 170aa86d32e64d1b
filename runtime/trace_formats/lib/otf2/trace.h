//===- runtime/trace_formats/lib/otf2/trace.h - reads traces in OTF2 ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_TRACE_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_TRACE_H

#include "maquette/traces/trace.h"

namespace maquette::traces::otf2 {

/// \p path: of the anchor file. One rank is read at a time.
sim::Result<std::unique_ptr<Trace>> openOtf2(const std::string &path);

} // namespace maquette::traces::otf2

#endif
