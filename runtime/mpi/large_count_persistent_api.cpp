//===- runtime/mpi/large_count_persistent_api.cpp - large counts ----------===//
// SPDX-License-Identifier: Apache-2.0
// One function for each with a count; written by cmake/large_count.py.
#include "mpi/large_count.h"

using namespace maquette::mpi;

extern "C" {

int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Bcast_init_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Bcast_init(buffer, count_.count(), count_.type(), root, comm, info, request);
}

int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Gather_init_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Gather_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                          comm, info, request);
}

int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Gatherv_init_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Gatherv_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(),
                           recvtype, root, comm, info, request);
}

int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scatter_init_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Scatter_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                           comm, info, request);
}

int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scatterv_init_c);
  call.trace(call.view(comm), root, Call::kNone, recvcount, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  const LargeCount recvcount_(call, recvcount, recvtype);
  if (!sendcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Scatterv_init(sendbuf, sendcounts_.data(), displs_.data(), sendtype, recvbuf, recvcount_.count(),
                            recvcount_.type(), root, comm, info, request);
}

int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allgather_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Allgather_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(),
                             comm, info, request);
}

int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                           const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allgatherv_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Allgatherv_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(),
                              recvtype, comm, info, request);
}

int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoall_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Alltoall_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(),
                            comm, info, request);
}

int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                          MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoallv_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Alltoallv_init(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(),
                             rdispls_.data(), recvtype, comm, info, request);
}

int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                          const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                          const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoallw_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Alltoallw_init(sendbuf, sendcounts_.data(), sdispls_.data(), sendtypes, recvbuf, recvcounts_.data(),
                             rdispls_.data(), recvtypes, comm, info, request);
}

int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_init_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Reduce_init(sendbuf, recvbuf, count_.count(), count_.type(), op, root, comm, info, request);
}

int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                          MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allreduce_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Allreduce_init(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, info, request);
}

int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts, MPI_Datatype datatype,
                               MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, datatype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts_.data(), datatype, op, comm, info, request);
}

int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
                                     MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_block_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, recvcount, datatype);
  const LargeCount recvcount_(call, recvcount, datatype);
  return PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount_.count(), recvcount_.type(), op, comm, info, request);
}

int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scan_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Scan_init(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, info, request);
}

int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Exscan_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Exscan_init(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, info, request);
}

int PMPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgather_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Neighbor_allgather_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(),
                                      recvcount_.type(), comm, info, request);
}

int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm,
                                    MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgatherv_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Sources, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_allgatherv_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(),
                                       displs_.data(), recvtype, comm, info, request);
}

int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoall_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Neighbor_alltoall_init(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(),
                                     recvcount_.type(), comm, info, request);
}

int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                                   MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls,
                                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallv_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(),
                                      rdispls_.data(), recvtype, comm, info, request);
}

int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls,
                                   const MPI_Datatype *sendtypes, void *recvbuf, const MPI_Count *recvcounts,
                                   const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallw_init_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Destinations, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Sources, kEveryRank);
  if (!sendcounts_.fits() || !recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts_.data(), sdispls, sendtypes, recvbuf, recvcounts_.data(), rdispls,
                                      recvtypes, comm, info, request);
}

} // extern "C"
