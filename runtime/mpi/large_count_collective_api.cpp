//===- runtime/mpi/large_count_collective_api.cpp - large counts ----------===//
// SPDX-License-Identifier: Apache-2.0
// One function for each with a count; written by cmake/large_count.py.
#include "mpi/large_count.h"

using namespace maquette::mpi;

extern "C" {

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Bcast_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Bcast(buffer, count_.count(), count_.type(), root, comm);
}

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Gather_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Gather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                     comm);
}

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts,
                   const MPI_Aint *displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Gatherv_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Gatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(), recvtype,
                      root, comm);
}

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scatter_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Scatter(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                      comm);
}

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs, MPI_Datatype sendtype,
                    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scatterv_c);
  call.trace(call.view(comm), root, Call::kNone, recvcount, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  const LargeCount recvcount_(call, recvcount, recvtype);
  if (!sendcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Scatterv(sendbuf, sendcounts_.data(), displs_.data(), sendtype, recvbuf, recvcount_.count(), recvcount_.type(),
                       root, comm);
}

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allgather_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Allgather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), comm);
}

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allgatherv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Allgatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(), recvtype,
                         comm);
}

int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoall_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Alltoall(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), comm);
}

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, MPI_Datatype sendtype,
                     void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype,
                     MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoallv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Alltoallv(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(), rdispls_.data(),
                        recvtype, comm);
}

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, const MPI_Datatype *sendtypes,
                     void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                     MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoallw_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Alltoallw(sendbuf, sendcounts_.data(), sdispls_.data(), sendtypes, recvbuf, recvcounts_.data(), rdispls_.data(),
                        recvtypes, comm);
}

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
                  MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Reduce(sendbuf, recvbuf, count_.count(), count_.type(), op, root, comm);
}

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allreduce_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Allreduce(sendbuf, recvbuf, count_.count(), count_.type(), op, comm);
}

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts, MPI_Datatype datatype, MPI_Op op,
                          MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, datatype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts_.data(), datatype, op, comm);
}

int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
                                MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_block_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, recvcount, datatype);
  const LargeCount recvcount_(call, recvcount, datatype);
  return PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount_.count(), recvcount_.type(), op, comm);
}

int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scan_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Scan(sendbuf, recvbuf, count_.count(), count_.type(), op, comm);
}

int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Exscan_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Exscan(sendbuf, recvbuf, count_.count(), count_.type(), op, comm);
}

int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ibcast_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Ibcast(buffer, count_.count(), count_.type(), root, comm, request);
}

int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Igather_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Igather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                      comm, request);
}

int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count *recvcounts,
                    const MPI_Aint *displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Igatherv_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Igatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(), recvtype,
                       root, comm, request);
}

int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscatter_c);
  call.trace(call.view(comm), root, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Iscatter(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), root,
                       comm, request);
}

int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs, MPI_Datatype sendtype,
                     void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscatterv_c);
  call.trace(call.view(comm), root, Call::kNone, recvcount, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, root);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, root);
  const LargeCount recvcount_(call, recvcount, recvtype);
  if (!sendcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Iscatterv(sendbuf, sendcounts_.data(), displs_.data(), sendtype, recvbuf, recvcount_.count(), recvcount_.type(),
                        root, comm, request);
}

int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallgather_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Iallgather(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), comm,
                         request);
}

int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                       const MPI_Count *recvcounts, const MPI_Aint *displs, MPI_Datatype recvtype, MPI_Comm comm,
                       MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallgatherv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray displs_(call, comm, displs, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits() || !displs_.fits())
    return refuseLarge(call, comm);
  return PMPI_Iallgatherv(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcounts_.data(), displs_.data(), recvtype,
                          comm, request);
}

int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoall_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Ialltoall(sendbuf, sendcount_.count(), sendcount_.type(), recvbuf, recvcount_.count(), recvcount_.type(), comm,
                        request);
}

int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoallv_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, sendtype);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ialltoallv(sendbuf, sendcounts_.data(), sdispls_.data(), sendtype, recvbuf, recvcounts_.data(), rdispls_.data(),
                         recvtype, comm, request);
}

int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *sdispls, const MPI_Datatype *sendtypes,
                      void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *rdispls, const MPI_Datatype *recvtypes,
                      MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoallw_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  const NarrowArray sendcounts_(call, comm, sendcounts, Extent::Ranks, kEveryRank);
  const NarrowArray sdispls_(call, comm, sdispls, Extent::Ranks, kEveryRank);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  const NarrowArray rdispls_(call, comm, rdispls, Extent::Ranks, kEveryRank);
  if (!sendcounts_.fits() || !sdispls_.fits() || !recvcounts_.fits() || !rdispls_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ialltoallw(sendbuf, sendcounts_.data(), sdispls_.data(), sendtypes, recvbuf, recvcounts_.data(), rdispls_.data(),
                         recvtypes, comm, request);
}

int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
                   MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce_c);
  call.trace(call.view(comm), root, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Ireduce(sendbuf, recvbuf, count_.count(), count_.type(), op, root, comm, request);
}

int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallreduce_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Iallreduce(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, request);
}

int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts, MPI_Datatype datatype, MPI_Op op,
                           MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce_scatter_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, 0, datatype);
  const NarrowArray recvcounts_(call, comm, recvcounts, Extent::Ranks, kEveryRank);
  if (!recvcounts_.fits())
    return refuseLarge(call, comm);
  return PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts_.data(), datatype, op, comm, request);
}

int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
                                 MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce_scatter_block_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, recvcount, datatype);
  const LargeCount recvcount_(call, recvcount, datatype);
  return PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount_.count(), recvcount_.type(), op, comm, request);
}

int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                 MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscan_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Iscan(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, request);
}

int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iexscan_c);
  call.trace(call.view(comm), Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Iexscan(sendbuf, recvbuf, count_.count(), count_.type(), op, comm, request);
}

} // extern "C"
