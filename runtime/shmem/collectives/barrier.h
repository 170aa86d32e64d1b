//===- runtime/shmem/collectives/barrier.h - PEs wait for each other ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Signals of no bytes by one of two algorithms (machine file, shmem.barrier). They are sent on by the arrival of
/// others: a PE that waits is woken once, at the end.
///
/// dissemination  in round r each PE signals the one 2^r places on (Hensgen, Finkel and Manber, 1988)
/// tree           signals go up a binomial tree to PE 0 and down again
#ifndef MAQUETTE_SHMEM_COLLECTIVES_BARRIER_H
#define MAQUETTE_SHMEM_COLLECTIVES_BARRIER_H

#include "core/call.h"

namespace maquette::shmem {

/// The caller goes on when all members of the team have called it.
void synchronize(const Call &call, Member &member);
/// The same; before, the accesses of the default context are complete.
void barrier(const Call &call, Member &member);

} // namespace maquette::shmem

#endif
