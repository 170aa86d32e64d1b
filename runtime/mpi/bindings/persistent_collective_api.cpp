//===- runtime/mpi/bindings/persistent_collective_api.cpp - MPI_Barrier_init ... -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A persistent collective keeps the arguments of the nonblocking one, which each MPI_Start begins anew.
///
/// Source    MPI 4.0, 6.13
#include "collectives/collective.h"
#include "objects/communicator_calls.h"
#include "objects/handles.h"
#include "objects/status.h"
#include "p2p/request_operation.h"
#include "p2p/started_numbers.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

using namespace maquette::mpi;

namespace {

/// Begins the collective: the handle is the place for the request of the nonblocking call.
using Begin = std::function<int(MPI_Request *)>;

/// What the program may free while the request is there.
struct Used {
  std::vector<MPI_Datatype> types = {};
  MPI_Op op = MPI_OP_NULL;
};

class PersistentCollective final : public RequestOperation {
public:
  PersistentCollective(const Call &call, MPI_Comm comm, Used used, Begin begin)
      : mpi_(call.mpi()), handle_(comm), comm_(call.view(comm)), number_(++*comm_.collectives), op_(used.op),
        kept_(call.mpi().types(), std::move(used.types)), begin_(std::move(begin)) {
    addUser(handle_);
    addUser(op_);
  }
  ~PersistentCollective() override {
    mpi_.communicators().releaseHandle(handle_);
    mpi_.handles().release(op_);
  }
  PersistentCollective(const PersistentCollective &) = delete;
  PersistentCollective &operator=(const PersistentCollective &) = delete;

  std::string name() const override { return "a persistent collective"; }
  int start(const Call &call, Request &request) override {
    MPI_Request handle = MPI_REQUEST_NULL;
    const std::uint32_t number = call.mpi().collectives().startedNumbers().take(
        comm_.shared->context, number_, starts_++, comm_.isInter() ? comm_.size() + comm_.peers() : comm_.size());
    const std::uint32_t next = std::exchange(*comm_.collectives, number - 1);
    const int code = begin_(&handle);
    *comm_.collectives = next;
    if (code != MPI_SUCCESS)
      return code;
    Request *const inner = requestOf(handle);
    if (inner == nullptr || inner->kind != RequestKind::Collective || inner->role != RequestRole::OfCollective) {
      call.mpi().protocol().complete(&request, call.rank().clock);
    } else {
      running_ = &inner->collective();
      running_->completes(&request);
      inner->belongTo(nullptr);
      if (inner->complete)
        call.mpi().protocol().complete(&request, inner->completed);
    }
    if (inner != nullptr)
      call.mpi().requests().release(inner);
    return MPI_SUCCESS;
  }
  int finish(Mpi &, Rank &, Request &, MPI_Status *status) override {
    setEmptyStatus(status);
    if (Collective *const collective = std::exchange(running_, nullptr))
      collective->deliver();
    return MPI_SUCCESS;
  }

private:
  Mpi &mpi_;
  MPI_Comm handle_;
  CommView comm_;
  std::uint32_t number_;     ///< Of the making, in the communicator's row.
  std::uint32_t starts_ = 0; ///< So far.
  MPI_Op op_;
  KeptTypes kept_;
  Begin begin_;
  Collective *running_ = nullptr;
};

int check(const Call &call, MPI_Comm comm, const Used &used) {
  for (MPI_Datatype type : used.types)
    if (int code =
            type != MPI_DATATYPE_NULL ? call.raise(comm, faultOfType(call.mpi().usage().checks(), type)) : MPI_SUCCESS)
      return code;
  return used.op != MPI_OP_NULL ? call.raise(comm, faultOfOperation(call.mpi().usage().checks(), used.op))
                                : MPI_SUCCESS;
}

int prepare(const Call &call, MPI_Comm comm, MPI_Request *request, Used used, Begin begin) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = check(call, comm, used))
    return code;
  *request = handleOf(
      newRequestOperation(call, new PersistentCollective(call, comm, std::move(used), std::move(begin)), true));
  return MPI_SUCCESS;
}

/// \p received, and \p sent unless what is sent is in place.
Used both(const void *sendbuf, MPI_Datatype sent, MPI_Datatype received) {
  return {{sendbuf == MPI_IN_PLACE ? MPI_DATATYPE_NULL : sent, received}};
}

/// Of a gather or scatter: \p parts matters at the root, \p own elsewhere; there, too, unless it is in place.
Used rooted(const Call &call, MPI_Comm comm, int root, MPI_Datatype parts, const void *buffer, MPI_Datatype own) {
  const CommView view = call.view(comm);
  if (!view || root == MPI_PROC_NULL)
    return {};
  if (view.isInter())
    return {{root == MPI_ROOT ? parts : own}};
  return view.rank == root ? both(buffer, own, parts) : Used{{own}};
}

/// Of arrays with so many types.
Used all(const MPI_Datatype *sent, std::size_t destinations, const MPI_Datatype *received, std::size_t sources) {
  Used used{{sent, sent + destinations}};
  used.types.insert(used.types.end(), received, received + sources);
  return used;
}

} // namespace

extern "C" {

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Barrier_init);
  return prepare(call, comm, request, {}, [=](MPI_Request *started) { return PMPI_Ibarrier(comm, started); });
}

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Bcast_init);
  return prepare(call, comm, request, {{datatype}},
                 [=](MPI_Request *started) { return PMPI_Ibcast(buffer, count, datatype, root, comm, started); });
}

int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Gather_init);
  return prepare(call, comm, request, rooted(call, comm, root, recvtype, sendbuf, sendtype), [=](MPI_Request *started) {
    return PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, started);
  });
}

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                      const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Gatherv_init);
  return prepare(call, comm, request, rooted(call, comm, root, recvtype, sendbuf, sendtype), [=](MPI_Request *started) {
    return PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, started);
  });
}

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scatter_init);
  return prepare(call, comm, request, rooted(call, comm, root, sendtype, recvbuf, recvtype), [=](MPI_Request *started) {
    return PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, started);
  });
}

int PMPI_Scatterv_init(const void *sendbuf, const int *sendcounts, const int *displs, MPI_Datatype sendtype,
                       void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info,
                       MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scatterv_init);
  return prepare(call, comm, request, rooted(call, comm, root, sendtype, recvbuf, recvtype), [=](MPI_Request *started) {
    return PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, started);
  });
}

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allgather_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, started);
  });
}

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info,
                         MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allgatherv_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, started);
  });
}

int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoall_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, started);
  });
}

int PMPI_Alltoallv_init(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
                        void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoallv_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
                           started);
  });
}

int PMPI_Alltoallw_init(const void *sendbuf, const int *sendcounts, const int *sdispls, const MPI_Datatype *sendtypes,
                        void *recvbuf, const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                        MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Alltoallw_init);
  const CommView view = call.view(comm);
  const std::size_t peers = view ? static_cast<std::size_t>(view.peers()) : 0;
  return prepare(call, comm, request, all(sendtypes, sendbuf == MPI_IN_PLACE ? 0 : peers, recvtypes, peers),
                 [=](MPI_Request *started) {
                   return PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                                          recvtypes, comm, started);
                 });
}

int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                     MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, started);
  });
}

int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                        MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Allreduce_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, started);
  });
}

int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int *recvcounts, MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, started);
  });
}

int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                                   MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_block_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, started);
  });
}

int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Scan_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, started);
  });
}

int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                     MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Exscan_init);
  return prepare(call, comm, request, {{datatype}, op}, [=](MPI_Request *started) {
    return PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, started);
  });
}

int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgather_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, started);
  });
}

int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const int *recvcounts, const int *displs, MPI_Datatype recvtype, MPI_Comm comm,
                                  MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_allgatherv_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm,
                                     started);
  });
}

int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoall_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, started);
  });
}

int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
                                 void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallv_init);
  return prepare(call, comm, request, both(sendbuf, sendtype, recvtype), [=](MPI_Request *started) {
    return PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                                    comm, started);
  });
}

int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
                                 const MPI_Datatype *sendtypes, void *recvbuf, const int *recvcounts,
                                 const MPI_Aint *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Info,
                                 MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Neighbor_alltoallw_init);
  const CommView view = call.view(comm);
  const auto neighbours = view ? neighboursOf(call, comm) : nullptr;
  Used used =
      neighbours ? all(sendtypes, neighbours->destinations.size(), recvtypes, neighbours->sources.size()) : Used();
  return prepare(call, comm, request, std::move(used), [=](MPI_Request *started) {
    return PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                                    comm, started);
  });
}

} // extern "C"
