//===- runtime/traces/lib/own/trace.h - reads Maquette's own traces --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_OWN_TRACE_H
#define MAQUETTE_TRACES_LIB_OWN_TRACE_H

#include "maquette/traces/trace.h"

namespace maquette::traces::own {

/// True for a file that begins as one.
bool isOwn(const std::string &path);
sim::Result<std::unique_ptr<Trace>> openOwn(const std::string &path);

} // namespace maquette::traces::own

#endif
