//===- runtime/shmem/core/waiting.h - a PE waits, and its clock goes on ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_CORE_WAITING_H
#define MAQUETTE_SHMEM_CORE_WAITING_H

#include "core/names.h"

namespace maquette::shmem {

/// The calling \p rank waits for a completion. \p what it waits for, as "all PEs of the team to come", is for the
/// report of a deadlock.
void suspend(World &world, Rank &rank, const char *what);
/// Moves the clock of \p rank to \p when, unless it is beyond that, and counts the time as waiting.
void advanceTo(World &world, Rank &rank, SimTime when);

} // namespace maquette::shmem

#endif
