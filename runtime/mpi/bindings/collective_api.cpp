//===- runtime/mpi/bindings/collective_api.cpp - collectives that move data ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function with a parameter `request` serves two calls: blocking with nullptr, nonblocking with the place of the
/// handle.
#include "collectives/inter_collectives.h"

using namespace maquette::mpi;

namespace {

int checkAll(const Call &call, MPI_Comm comm, const Elements &elements) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  return checkElements(call, comm, elements);
}

int checkRooted(const Call &call, MPI_Comm comm, const Elements &elements, int root) {
  if (int code = checkAll(call, comm, elements))
    return code;
  return call.checkRoot(comm, call.view(comm), root);
}

/// Elements that matter only if \p used.
int checkUsed(const Call &call, MPI_Comm comm, const Elements &elements, bool used) {
  return used ? checkElements(call, comm, elements) : MPI_SUCCESS;
}
int checkUsed(const Call &call, MPI_Comm comm, const void *buffer, const Parts &parts, bool used) {
  return used ? checkParts(call, comm, buffer, parts, call.view(comm).peers()) : MPI_SUCCESS;
}

bool isRoot(const CommView &view, int root) { return view && (view.isInter() ? root == MPI_ROOT : view.rank == root); }

/// What a rank sends to itself must be what it receives from itself.
int checkOwn(const Call &call, MPI_Comm comm, const Elements &sent, const Elements &received) {
  if (sent.bytes() == received.bytes())
    return MPI_SUCCESS;
  return call.raise(comm, MPI_ERR_TRUNCATE,
                    "it sends " + std::to_string(sent.bytes()) + " bytes to itself and receives " +
                        std::to_string(received.bytes()) +
                        " [maquette-mpi-collective-mismatch]\n  fix: send and receive the same amount of data, in "
                        "elements of the same types\n");
}

/// Ranks may differ in the amount of data.
Collective *open(const Call &call, MPI_Comm comm, int root = -1) {
  return newCollective(call.mpi(), call.rank(), call.view(comm), {call.number(), root, -1, 0, 0});
}

Collective *open(const Call &call, MPI_Comm comm, const Elements &elements, int root = -1) {
  return newCollective(call.mpi(), call.rank(), call.view(comm),
                       {call.number(), root, elements.bytes(), 0, kindOf(elements)});
}

/// The part of a vector call that this rank sends: its own, or with MPI_IN_PLACE what stands in the receive buffer.
Elements ownPart(const Elements &send, const Elements &in_place) {
  return send.buffer == MPI_IN_PLACE ? in_place : send;
}

int barrierCall(const Call &call, MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (int code = call.checkComm(comm, view))
    return code;
  if (view.isInter())
    return interBarrierCall(call, comm, request);
  Collective *const c = open(call, comm, Elements{});
  return launch(call, c, barrier(*c), request, [] {});
}

int broadcastCall(const Call &call, const Elements &data, int root, MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  call.trace(view, root, Call::kNone, data.count, data.type);
  if (view && view.isInter())
    return interBroadcastCall(call, data, root, comm, request);
  if (int code = checkRooted(call, comm, data, root))
    return code;
  Collective *const c = open(call, comm, data, root);
  const bool is_root = c->rank() == root;
  c->out = toSend(*c, data, request); // Room that nothing real arrives in must not overwrite the program's buffer.
  return launch(call, c, broadcast(*c, c->out.data(), data.bytes(), root), request, [c, data, is_root] {
    if (!is_root)
      unpackTo(data, c->out.data());
  });
}

/// MPI_Gather and MPI_Allgather need room for all parts in ranks order; `all` is what the program gave at the root.
int gatherCall(const Call &call, const Elements &send, const Elements &part, int root, MPI_Comm comm,
               MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool is_root = isRoot(view, root);
  const bool in_place = is_root && send.buffer == MPI_IN_PLACE;
  call.trace(view, root, Call::kNone, in_place ? part.count : send.count, in_place ? part.type : send.type);
  if (int code = checkUsed(call, comm, part, is_root))
    return code;
  if (view && view.isInter())
    return interGatherCall(call, send, is_root ? Places(part, view.peers()) : Places(), root, comm, request);
  if (int code = checkRooted(call, comm, in_place ? part : send, root))
    return code;
  const Elements own = is_root ? ownPart(send, part.from(root * part.count, part.count)) : send;
  if (int code = is_root ? checkOwn(call, comm, own, part) : MPI_SUCCESS)
    return code;
  Collective *const c = open(call, comm, own, root);
  const int size = view.size();
  const Elements all{part.buffer, is_root ? part.count * size : 0, part.type};
  c->out_layout = Layout(own.bytes(), size);
  if (is_root)
    c->out = isPhantom(own.buffer) ? room(*c, all) : toReceive(*c, all, request);
  c->in = toSend(*c, own, request);
  if (is_root && !in_place)
    c->copiesOwn(own.bytes());
  return launch(call, c, gather(*c, c->in.data(), own.bytes(), c->out.data(), c->out_layout, root), request,
                [c, all, is_root] {
                  if (is_root && c->in.data() != nullptr)
                    unpackTo(all, c->out.data());
                });
}

int gathervCall(const Call &call, const Elements &send, void *buffer, const Parts &parts, int root, MPI_Comm comm,
                MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool is_root = isRoot(view, root);
  const bool in_place = is_root && send.buffer == MPI_IN_PLACE;
  if (int code = checkUsed(call, comm, buffer, parts, is_root))
    return code;
  if (view && view.isInter())
    return interGatherCall(call, send, is_root ? Places(buffer, parts, view.peers()) : Places(), root, comm, request);
  if (int code = checkRooted(call, comm, in_place ? Elements{} : send, root))
    return code;
  const Elements own = is_root ? ownPart(send, parts.at(buffer, root)) : send;
  call.trace(view, root, Call::kNone, own.count, own.type);
  if (int code = is_root ? checkOwn(call, comm, own, parts.at(buffer, root)) : MPI_SUCCESS)
    return code;
  Collective *const c = open(call, comm, root);
  const Places places = is_root ? Places(buffer, parts, view.size()) : Places();
  // One part alone would look uniform: the size of a part is known to the root only.
  c->out_layout = is_root ? places.layout() : Layout(std::vector<std::int64_t>(2));
  if (is_root)
    c->out = places.toReceive(*c, request);
  c->in = toSend(*c, own, request);
  if (is_root && !in_place)
    c->copiesOwn(own.bytes());
  return launch(call, c, gather(*c, c->in.data(), own.bytes(), c->out.data(), c->out_layout, root), request,
                [c, places] { places.unpack(c->out.data()); });
}

int scatterCall(const Call &call, const Elements &part, const Elements &receive, int root, MPI_Comm comm,
                MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool is_root = isRoot(view, root);
  const bool in_place = is_root && receive.buffer == MPI_IN_PLACE;
  const Elements &sized = is_root ? part : receive;
  call.trace(view, root, Call::kNone, sized.count, sized.type);
  if (int code = checkUsed(call, comm, part, is_root))
    return code;
  if (view && view.isInter())
    return interScatterCall(call, is_root ? Places(part, view.peers()) : Places(), receive, root, comm, request);
  if (int code = checkRooted(call, comm, in_place ? part : receive, root))
    return code;
  if (int code = is_root && !in_place ? checkOwn(call, comm, part, receive) : MPI_SUCCESS)
    return code;
  const int size = view.size();
  Collective *const c = open(call, comm, sized, root);
  c->in_layout = Layout(sized.bytes(), size);
  c->out = in_place ? Block() : toReceive(*c, receive, request);
  if (is_root)
    c->in = toSend(*c, {part.buffer, part.count * size, part.type}, request);
  if (is_root && !in_place)
    c->copiesOwn(sized.bytes());
  return launch(call, c, scatter(*c, c->in.data(), c->in_layout, c->out.data(), sized.bytes(), root), request,
                [c, receive, in_place] {
                  if (!in_place)
                    unpackTo(receive, c->out.data());
                });
}

int scattervCall(const Call &call, const void *buffer, const Parts &parts, const Elements &receive, int root,
                 MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool is_root = isRoot(view, root);
  const bool in_place = is_root && receive.buffer == MPI_IN_PLACE;
  if (int code = checkUsed(call, comm, buffer, parts, is_root))
    return code;
  if (view && view.isInter())
    return interScatterCall(call, is_root ? Places(buffer, parts, view.peers()) : Places(), receive, root, comm,
                            request);
  if (int code = checkRooted(call, comm, in_place ? Elements{} : receive, root))
    return code;
  call.trace(view, root, Call::kNone, in_place ? parts.counts[root] : receive.count,
             in_place ? parts.type : receive.type);
  if (int code = is_root && !in_place ? checkOwn(call, comm, parts.at(buffer, root), receive) : MPI_SUCCESS)
    return code;
  Collective *const c = open(call, comm, root);
  c->out = in_place ? Block() : toReceive(*c, receive, request);
  c->in_layout = Layout(std::vector<std::int64_t>(2));
  if (is_root) {
    const Places places(buffer, parts, view.size());
    c->in_layout = places.layout();
    c->in = places.toSend(*c, request);
  }
  const std::int64_t bytes = in_place ? 0 : receive.bytes();
  if (is_root && !in_place)
    c->copiesOwn(receive.bytes());
  return launch(call, c, scatter(*c, c->in.data(), c->in_layout, c->out.data(), bytes, root), request,
                [c, receive, in_place] {
                  if (!in_place)
                    unpackTo(receive, c->out.data());
                });
}

/// The rank's own part, where the parts of all will be: in the result that the ranks have in common, or in \p all.
void gatherOwn(Collective &c, const Elements &own, int rank, Block all) {
  const std::int64_t offset = c.out_layout.offset(rank);
  const bool is_common = c.common.join(c, c.out_layout.total(), isPhantom(own.buffer) || all.data() == nullptr);
  if (!is_common)
    c.out = std::move(all);
  if (isPhantom(own.buffer))
    return;
  if (char *const place = is_common ? c.common.room(c, offset, own.bytes()) : c.out.at(offset))
    pack(*typeOf(own.type), own.count, own.buffer, place);
}

int allgatherCall(const Call &call, const Elements &send, const Elements &part, MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool in_place = send.buffer == MPI_IN_PLACE;
  call.trace(view, Call::kNone, Call::kNone, part.count, part.type);
  if (int code = checkAll(call, comm, part))
    return code;
  if (int code = checkUsed(call, comm, send, !in_place || view.isInter()))
    return code;
  if (view.isInter())
    return interAllgatherCall(call, send, Places(part, view.peers()), comm, request);
  const int size = view.size();
  const Elements own = in_place ? part.from(view.rank * part.count, part.count) : send;
  if (int code = checkOwn(call, comm, own, part))
    return code;
  Collective *const c = open(call, comm, part);
  c->out_layout = Layout(part.bytes(), size);
  const bool phantom = isPhantom(own.buffer) || isPhantom(part.buffer);
  const Elements all{part.buffer, part.count * size, part.type};
  gatherOwn(*c, own, view.rank, room(*c, phantom ? Elements{nullptr, all.count, all.type} : all));
  if (!in_place)
    c->copiesOwn(own.bytes());
  return launch(call, c, allgather(*c, c->out.data(), c->out_layout), request,
                [c, all] { unpackTo(all, c->result()); });
}

int allgathervCall(const Call &call, const Elements &send, void *buffer, const Parts &parts, MPI_Comm comm,
                   MPI_Request *request) {
  const CommView view = call.view(comm);
  const bool in_place = send.buffer == MPI_IN_PLACE;
  if (int code = checkAll(call, comm, in_place && !(view && view.isInter()) ? Elements{} : send))
    return code;
  if (int code = checkUsed(call, comm, buffer, parts, true))
    return code;
  const Places places(buffer, parts, view.peers());
  if (view.isInter())
    return interAllgatherCall(call, send, places, comm, request);
  const Elements own = in_place ? parts.at(buffer, view.rank) : send;
  call.trace(view, Call::kNone, Call::kNone, own.count, own.type);
  if (int code = checkOwn(call, comm, own, parts.at(buffer, view.rank)))
    return code;
  Collective *const c = open(call, comm);
  c->out_layout = places.layout();
  const bool phantom = isPhantom(own.buffer) || isPhantom(buffer);
  gatherOwn(*c, own, view.rank, phantom && own.count > 0 ? Block() : places.room(*c));
  if (!in_place)
    c->copiesOwn(own.bytes());
  return launch(call, c, allgather(*c, c->out.data(), c->out_layout), request,
                [c, places] { places.unpack(c->result()); });
}

int alltoallCall(const Call &call, const Elements &send, const Elements &receive, MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, receive.count, receive.type);
  if (int code = checkAll(call, comm, receive))
    return code;
  if (int code = checkUsed(call, comm, send, send.buffer != MPI_IN_PLACE || view.isInter()))
    return code;
  const int size = view.size();
  if (view.isInter())
    return interAlltoallCall(call, Places(send, view.peers()), Places(receive, view.peers()), comm, request);
  const Elements all{receive.buffer, receive.count * size, receive.type};
  const Elements own = send.buffer == MPI_IN_PLACE ? all : Elements{send.buffer, send.count * size, send.type};
  if (int code = checkOwn(call, comm, own, all))
    return code;
  Collective *const c = open(call, comm, receive);
  c->in_layout = c->out_layout = Layout(receive.bytes(), size);
  c->out = toReceive(*c, isPhantom(own.buffer) ? Elements{nullptr, all.count, all.type} : all, request);
  c->in = toSend(*c, own, request);
  if (send.buffer != MPI_IN_PLACE)
    c->copiesOwn(receive.bytes());
  return launch(call, c, alltoall(*c, c->in.data(), c->in_layout, c->out.data(), c->out_layout), request,
                [c, all] { unpackTo(all, c->out.data()); });
}

int alltoallvCall(const Call &call, const void *sendbuf, const Parts &send, void *recvbuf, const Parts &receive,
                  MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = checkUsed(call, comm, recvbuf, receive, true))
    return code;
  if (int code = checkUsed(call, comm, sendbuf, send, sendbuf != MPI_IN_PLACE || view.isInter()))
    return code;
  const Places places(recvbuf, receive, view.peers());
  const Places outgoing = sendbuf == MPI_IN_PLACE ? places : Places(sendbuf, send, view.peers());
  call.trace(view, Call::kNone, Call::kNone, outgoing.layout().total(), MPI_BYTE);
  if (view.isInter())
    return interAlltoallCall(call, outgoing, places, comm, request);
  Collective *const c = open(call, comm);
  c->in_layout = outgoing.layout();
  c->out_layout = places.layout();
  c->out = places.toReceive(*c, request);
  c->in = outgoing.toSend(*c, request);
  if (sendbuf != MPI_IN_PLACE)
    c->copiesOwn(c->in_layout.size(view.rank));
  return launch(call, c, alltoall(*c, c->in.data(), c->in_layout, c->out.data(), c->out_layout), request,
                [c, places] { places.unpack(c->out.data()); });
}

} // namespace

extern "C" {

int PMPI_Barrier(MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Barrier);
  return barrierCall(call, comm, nullptr);
}
int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ibarrier);
  return barrierCall(call, comm, request);
}
int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Bcast);
  return broadcastCall(call, {buffer, count, datatype}, root, comm, nullptr);
}
int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ibcast);
  return broadcastCall(call, {buffer, count, datatype}, root, comm, request);
}
int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Gather);
  return gatherCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, root, comm, nullptr);
}
int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Igather);
  return gatherCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, root, comm, request);
}
int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                 const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Gatherv);
  return gathervCall(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, root, comm,
                     nullptr);
}
int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                  const int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Igatherv);
  return gathervCall(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, root, comm,
                     request);
}
int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scatter);
  return scatterCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, root, comm, nullptr);
}
int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscatter);
  return scatterCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, root, comm, request);
}
int PMPI_Scatterv(const void *sendbuf, const int *sendcounts, const int *displs, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scatterv);
  return scattervCall(call, sendbuf, {sendcounts, displs, sendtype, nullptr}, {recvbuf, recvcount, recvtype}, root,
                      comm, nullptr);
}
int PMPI_Iscatterv(const void *sendbuf, const int *sendcounts, const int *displs, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscatterv);
  return scattervCall(call, sendbuf, {sendcounts, displs, sendtype, nullptr}, {recvbuf, recvcount, recvtype}, root,
                      comm, request);
}
int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allgather);
  return allgatherCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, nullptr);
}
int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallgather);
  return allgatherCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, request);
}
int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                    const int *displs, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allgatherv);
  return allgathervCall(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, comm,
                        nullptr);
}
int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
                     const int *displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallgatherv);
  return allgathervCall(call, {sendbuf, sendcount, sendtype}, recvbuf, {recvcounts, displs, recvtype, nullptr}, comm,
                        request);
}
int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoall);
  return alltoallCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, nullptr);
}
int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoall);
  return alltoallCall(call, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype}, comm, request);
}
int PMPI_Alltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
                   const int *recvcounts, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoallv);
  return alltoallvCall(call, sendbuf, {sendcounts, sdispls, sendtype, nullptr}, recvbuf,
                       {recvcounts, rdispls, recvtype, nullptr}, comm, nullptr);
}
int PMPI_Ialltoallv(const void *sendbuf, const int *sendcounts, const int *sdispls, MPI_Datatype sendtype,
                    void *recvbuf, const int *recvcounts, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoallv);
  return alltoallvCall(call, sendbuf, {sendcounts, sdispls, sendtype, nullptr}, recvbuf,
                       {recvcounts, rdispls, recvtype, nullptr}, comm, request);
}
int PMPI_Alltoallw(const void *sendbuf, const int *sendcounts, const int *sdispls, const MPI_Datatype *sendtypes,
                   void *recvbuf, const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                   MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Alltoallw);
  return alltoallvCall(call, sendbuf, {sendcounts, sdispls, MPI_DATATYPE_NULL, sendtypes}, recvbuf,
                       {recvcounts, rdispls, MPI_DATATYPE_NULL, recvtypes}, comm, nullptr);
}
int PMPI_Ialltoallw(const void *sendbuf, const int *sendcounts, const int *sdispls, const MPI_Datatype *sendtypes,
                    void *recvbuf, const int *recvcounts, const int *rdispls, const MPI_Datatype *recvtypes,
                    MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ialltoallw);
  return alltoallvCall(call, sendbuf, {sendcounts, sdispls, MPI_DATATYPE_NULL, sendtypes}, recvbuf,
                       {recvcounts, rdispls, MPI_DATATYPE_NULL, recvtypes}, comm, request);
}
} // extern "C"
