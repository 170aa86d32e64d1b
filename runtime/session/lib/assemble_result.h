//===- runtime/session/lib/assemble_result.h - what a simulation found ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// After the last rank, or when the simulation failed: its parts fill in the result.
#ifndef MAQUETTE_SESSION_ASSEMBLE_RESULT_H
#define MAQUETTE_SESSION_ASSEMBLE_RESULT_H

#include "maquette/context/world.h"
#include "run_start.h"

#include <cstddef>

namespace maquette::session {

/// Completes world.outcome().result(), and writes the profile and the record of calls. \p argument_bytes: what each
/// rank has for its arguments of main.
void assembleResult(runtime::World &world, const RunStart &start, std::size_t argument_bytes);

/// The parts of it in network_result.cpp: links and congestion until \p end; each of several jobs.
void fillNetwork(runtime::World &world, sim::SimTime end);
void fillJobs(runtime::World &world);

} // namespace maquette::session

#endif
