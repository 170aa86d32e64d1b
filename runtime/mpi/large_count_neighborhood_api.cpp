//===- runtime/mpi/large_count_neighborhood_api.cpp - large counts --------===//
// SPDX-License-Identifier: Apache-2.0
// One function for each with a count; written by cmake/large_count.py.
#include "mpi/large_count.h"

using namespace maquette::mpi;

extern "C" {

int PMPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgather_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Neighbor_allgather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(),
                                 comm);
}

int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_allgather_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Ineighbor_allgather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(),
                                  recvcount_.type(), comm, request);
}

int PMPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                               const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgatherv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Sources, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_allgatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(),
                                  recvtype, comm);
}

int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_allgatherv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Sources, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ineighbor_allgatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(),
                                   recvtype, comm, request);
}

int PMPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                             MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoall_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Neighbor_alltoall(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(),
                                comm);
}

int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoall_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Ineighbor_alltoall(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(),
                                 comm, request);
}

int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, MPI_Datatype sendtype,
                              void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                              MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_alltoallv(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(),
                                 rdispls_.data(), recvtype, comm);
}

int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                               MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoallv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ineighbor_alltoallv(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(),
                                  rdispls_.data(), recvtype, comm, request);
}

int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                              const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                              const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallw_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_alltoallw(sendbuf, sendcounts_.data(), sdispls, sendtypes, recvbuf, recvcounts_.data(), rdispls,
                                 recvtypes, comm);
}

int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                               const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                               const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ineighbor_alltoallw_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ineighbor_alltoallw(sendbuf, sendcounts_.data(), sdispls, sendtypes, recvbuf, recvcounts_.data(), rdispls,
                                  recvtypes, comm, request);
}

} // extern "C"
