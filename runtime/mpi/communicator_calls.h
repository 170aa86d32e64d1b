//===- runtime/mpi/communicator_calls.h - what makes communicators ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by the calls that make communicators and topologies. All but the attribute functions are collective: they wait.
#ifndef MAQUETTE_MPI_COMMUNICATOR_CALLS_H
#define MAQUETTE_MPI_COMMUNICATOR_CALLS_H

#include "mpi/call.h"

namespace maquette::mpi {

/// A name that this collective on \p comm has on all its ranks.
Meetings::Name meetingName(const Call &call, const CommView &comm);
Share splitTogether(const Call &call, const CommView &comm, int color, int key);
Share duplicateTogether(const Call &call, const CommView &comm);
MPI_Comm handleOf(const Call &call, const Share &share);

/// The group behind a handle; of MPI_GROUP_EMPTY, one without members.
GroupPointer groupPointer(MPI_Group handle);

/// Calls the copy functions of attributes; returns what they return.
int copyAttributes(const Call &call, MPI_Comm from, MPI_Comm to);
/// Calls the delete functions.
int removeAttributes(const Call &call, MPI_Comm comm);

} // namespace maquette::mpi

#endif
