//===- runtime/shmem/setup/setup.h - a PE begins and ends ------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  OpenSHMEM 1.5, 9.1 and 9.2
#ifndef MAQUETTE_SHMEM_SETUP_SETUP_H
#define MAQUETTE_SHMEM_SETUP_SETUP_H

#include "core/call.h"

namespace maquette::shmem {

/// Returns when all PEs have come. Gives the thread level that the PE gets: the one it asks for.
int initialize(const Call &call, int thread_level);
/// The same by the name of before OpenSHMEM; a second call does nothing.
void startPes(const Call &call);
/// Completes what the PE has begun, and returns when all PEs have come.
void finalize(const Call &call);
/// The same for a PE whose main function has returned.
void finalizeAtEnd(Shmem &shmem, Rank &rank);
/// Ends all PEs with \p status; does not return.
void exitAll(const Call &call, int status);

} // namespace maquette::shmem

#endif
