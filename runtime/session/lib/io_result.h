//===- runtime/session/lib/io_result.h - what ranks read and wrote -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_IO_RESULT_H
#define MAQUETTE_SESSION_IO_RESULT_H

#include "maquette/sim/time.h"

namespace maquette::runtime {
class World;
} // namespace maquette::runtime

namespace maquette::session {

/// RunResult::io, where ranks used files. \p end of the last rank.
void fillIo(runtime::World &world, sim::SimTime end);
/// RunResult::processes.
void fillProcesses(runtime::World &world);

} // namespace maquette::session

#endif
