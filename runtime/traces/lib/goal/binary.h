//===- runtime/traces/lib/goal/binary.h - GOAL schedules in LogGOPSim's binary form -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_GOAL_BINARY_H
#define MAQUETTE_TRACES_LIB_GOAL_BINARY_H

#include "maquette/traces/trace.h"

namespace maquette::traces::goal {

bool isBinary(const std::string &path);
sim::Result<std::unique_ptr<Trace>> openBinary(const std::string &path);

} // namespace maquette::traces::goal

#endif
