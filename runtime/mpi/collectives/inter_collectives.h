//===- runtime/mpi/collectives/inter_collectives.h - collective calls between groups ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the collective functions do when their communicator is an inter-communicator. `request` is nullptr for a
/// blocking call.
/// \pre the communicator is valid.
#ifndef MAQUETTE_MPI_COLLECTIVES_INTER_COLLECTIVES_H
#define MAQUETTE_MPI_COLLECTIVES_INTER_COLLECTIVES_H

#include "collectives/launch.h"

namespace maquette::mpi {

int interBarrierCall(const Call &call, MPI_Comm comm, MPI_Request *request);
int interBroadcastCall(const Call &call, const Elements &data, int root, MPI_Comm comm, MPI_Request *request);
/// \p parts are significant at the root.
int interGatherCall(const Call &call, const Elements &send, const Places &parts, int root, MPI_Comm comm,
                    MPI_Request *request);
int interScatterCall(const Call &call, const Places &parts, const Elements &receive, int root, MPI_Comm comm,
                     MPI_Request *request);
int interAllgatherCall(const Call &call, const Elements &send, const Places &parts, MPI_Comm comm,
                       MPI_Request *request);
int interAlltoallCall(const Call &call, const Places &send, const Places &receive, MPI_Comm comm, MPI_Request *request);
/// For the following, \p op is defined for the type.
int interReduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, int root, MPI_Comm comm,
                    MPI_Request *request);
int interAllreduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, MPI_Comm comm,
                       MPI_Request *request);
/// \p receive: this rank's part; \p layout: those of all ranks of the local group, \p total elements.
int interReduceScatterCall(const Call &call, const void *sendbuf, std::int64_t total, const Elements &receive,
                           const Layout &layout, MPI_Op op, MPI_Comm comm, MPI_Request *request);

} // namespace maquette::mpi

#endif
