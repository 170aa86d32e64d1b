//===- runtime/session/lib/crash.h - when the simulated program crashes -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_CRASH_H
#define MAQUETTE_SESSION_CRASH_H

#include "simulation.h"

namespace maquette::bootstrap {

/// From now on a fatal signal inside a rank becomes a failure of the simulation: which rank, where, and whether it
/// touched phantom memory or left its stack. \p conclude writes the result; the process ends with what it returns.
void watchForCrashes(session::Simulation &simulation, int (*conclude)(runtime::World &world));
/// From now on they are the host's business, but accesses to compressed memory still bring it back.
void stopWatching();

} // namespace maquette::bootstrap

#endif
