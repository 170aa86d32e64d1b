//===- runtime/mpi/objects/communicator_calls.h - what makes communicators ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by the calls that make communicators and topologies. All but the attribute functions are collective: they
/// wait.
#ifndef MAQUETTE_MPI_OBJECTS_COMMUNICATOR_CALLS_H
#define MAQUETTE_MPI_OBJECTS_COMMUNICATOR_CALLS_H

#include "core/call.h"

namespace maquette::mpi {

/// Records a call that makes or frees a communicator.
inline void traceMaking(const Call &call, const CommView &comm) {
  call.trace(comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
}
/// A name that this collective on \p comm has on all its ranks.
CommunicatorConstruction::Name constructionName(const Call &call, const CommView &comm);
Share splitTogether(const Call &call, const CommView &comm, int color, int key);
/// The same on an inter-communicator.
Share splitInterTogether(const Call &call, const CommView &comm, int color, int key);
/// The place of the calling rank at communicatorConstruction of an inter-communicator.
std::int32_t interPlace(const CommView &comm);
/// The new communicator inherits the error handler.
MPI_Comm inherit(const Call &call, MPI_Comm parent, MPI_Comm child);
Share duplicateTogether(const Call &call, const CommView &comm);
MPI_Comm handleOf(const Call &call, const Share &share);

/// Of a distributed graph; nullptr for other communicators.
std::shared_ptr<const Neighbours> distributedEdges(const Call &call, MPI_Comm comm);

/// Of any topology; nullptr when there is none. \pre \p comm is valid.
std::shared_ptr<const Neighbours> neighboursOf(const Call &call, MPI_Comm comm);

/// The group behind a valid handle; of MPI_GROUP_EMPTY, one without members.
GroupPointer groupPointer(MPI_Group handle);

/// The value of a key; "" when there is none.
std::string infoValue(MPI_Info info, const char *key);
/// Nothing on MPI_INFO_NULL.
void setInfoValue(MPI_Info info, const char *key, const std::string &value);

/// Calls the copy functions of attributes; returns what they return.
int copyAttributes(const Call &call, MPI_Comm from, MPI_Comm to);
/// Calls the delete functions.
int removeAttributes(const Call &call, MPI_Comm comm);

} // namespace maquette::mpi

#endif
