//===- runtime/mpi/p2p/completion.h - what a complete request gives ---------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_P2P_COMPLETION_H
#define MAQUETTE_MPI_P2P_COMPLETION_H

#include "core/names.h"
#include "p2p/request.h"

namespace maquette::mpi {

/// Moves the clock to the completion and past the receive overhead, unpacks, fills \p status and releases the request
/// or makes it inactive. Returns an MPI error class.
int finishRequest(Mpi &mpi, Rank &rank, Request *request, MPI_Status *status);

} // namespace maquette::mpi

#endif
