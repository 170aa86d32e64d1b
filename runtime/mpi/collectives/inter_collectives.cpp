//===- runtime/mpi/collectives/inter_collectives.cpp - collective calls between groups --===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/inter_collectives.h"

#include "collectives/inter.h"

namespace maquette::mpi {

namespace {

/// Groups may differ in the amount of data, and name the root differently: neither is compared.
Collective *open(const Call &call, MPI_Comm comm) {
  return newCollective(call.mpi(), call.rank(), call.view(comm), {call.number(), -1, -1, 0, 0});
}

Collective *open(const Call &call, MPI_Comm comm, MPI_Op op, MPI_Datatype type) {
  Collective *const c = open(call, comm);
  c->reduceBy(op, type);
  return c;
}

/// The elements matter: this rank is not one of those that only stand by.
int checkUsed(const Call &call, MPI_Comm comm, const Elements &elements, bool used) {
  return used ? checkElements(call, comm, elements) : MPI_SUCCESS;
}

} // namespace

int interBarrierCall(const Call &call, MPI_Comm comm, MPI_Request *request) {
  Collective *const c = open(call, comm);
  return launch(call, c, interBarrier(*c), request, [] {});
}

int interBroadcastCall(const Call &call, const Elements &data, int root, MPI_Comm comm, MPI_Request *request) {
  if (int code = call.checkRoot(comm, call.view(comm), root))
    return code;
  if (int code = checkUsed(call, comm, data, root != MPI_PROC_NULL))
    return code;
  Collective *const c = open(call, comm);
  const bool receives = root >= 0;
  const std::int64_t bytes = root == MPI_PROC_NULL ? 0 : data.bytes();
  if (root != MPI_PROC_NULL)
    c->out = packed(*c, data);
  return launch(call, c, interBroadcast(*c, c->out.data(), bytes, root), request, [c, data, receives] {
    if (receives)
      unpackTo(data, c->out.data());
  });
}

int interGatherCall(const Call &call, const Elements &send, const Places &parts, int root, MPI_Comm comm,
                    MPI_Request *request) {
  if (int code = call.checkRoot(comm, call.view(comm), root))
    return code;
  if (int code = checkUsed(call, comm, send, root >= 0))
    return code;
  Collective *const c = open(call, comm);
  const bool is_root = root == MPI_ROOT;
  std::int64_t bytes = root >= 0 ? send.bytes() : 0;
  c->out_layout = is_root ? parts.layout() : Layout(bytes, 1);
  if (root >= 0)
    c->in = packed(*c, send);
  if (is_root) {
    c->out = parts.packed(*c);
    bytes = c->out_layout.size(0);
  }
  // Whether all parts are alike is what the call says, not what the sizes say.
  if (call.id() == CallId::MPI_Gatherv || call.id() == CallId::MPI_Igatherv)
    c->out_layout = is_root ? parts.layout() : Layout(std::vector<std::int64_t>(2));
  return launch(call, c, interGather(*c, c->in.data(), bytes, c->out.data(), c->out_layout, root), request,
                [c, parts, is_root] {
                  if (is_root)
                    parts.unpack(c->out.data());
                });
}

int interScatterCall(const Call &call, const Places &parts, const Elements &receive, int root, MPI_Comm comm,
                     MPI_Request *request) {
  if (int code = call.checkRoot(comm, call.view(comm), root))
    return code;
  if (int code = checkUsed(call, comm, receive, root >= 0))
    return code;
  Collective *const c = open(call, comm);
  const bool is_root = root == MPI_ROOT, receives = root >= 0;
  std::int64_t bytes = receives ? receive.bytes() : 0;
  c->in_layout = Layout(bytes, 1);
  if (call.id() == CallId::MPI_Scatterv || call.id() == CallId::MPI_Iscatterv)
    c->in_layout = Layout(std::vector<std::int64_t>(2));
  if (is_root) {
    c->in_layout = parts.layout();
    c->in = parts.packed(*c);
    bytes = c->in_layout.size(0);
  }
  if (receives)
    c->out = packed(*c, receive);
  return launch(call, c, interScatter(*c, c->in.data(), c->in_layout, c->out.data(), bytes, root), request,
                [c, receive, receives] {
                  if (receives)
                    unpackTo(receive, c->out.data());
                });
}

int interAllgatherCall(const Call &call, const Elements &send, const Places &parts, MPI_Comm comm,
                       MPI_Request *request) {
  if (int code = checkElements(call, comm, send))
    return code;
  Collective *const c = open(call, comm);
  c->in = packed(*c, send);
  c->out_layout = parts.layout();
  c->out = parts.packed(*c);
  return launch(call, c, interAllgather(*c, c->in.data(), send.bytes(), c->out.data(), c->out_layout), request,
                [c, parts] { parts.unpack(c->out.data()); });
}

int interAlltoallCall(const Call &call, const Places &send, const Places &receive, MPI_Comm comm,
                      MPI_Request *request) {
  Collective *const c = open(call, comm);
  c->in_layout = send.layout();
  c->out_layout = receive.layout();
  c->in = send.packed(*c);
  c->out = receive.packed(*c);
  return launch(call, c, interAlltoall(*c, c->in.data(), c->in_layout, c->out.data(), c->out_layout), request,
                [c, receive] { receive.unpack(c->out.data()); });
}

int interReduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, int root, MPI_Comm comm,
                    MPI_Request *request) {
  if (int code = call.checkRoot(comm, call.view(comm), root))
    return code;
  if (int code = checkUsed(call, comm, {sendbuf, receive.count, receive.type}, root >= 0))
    return code;
  Collective *const c = open(call, comm, op, receive.type);
  const bool is_root = root == MPI_ROOT;
  const std::int64_t bytes = root == MPI_PROC_NULL ? 0 : receive.bytes();
  if (root != MPI_PROC_NULL)
    c->out = packed(*c, is_root ? receive : Elements{sendbuf, receive.count, receive.type});
  return launch(call, c, interReduce(*c, c->out.data(), bytes, root), request, [c, receive, is_root] {
    if (is_root)
      unpackTo(receive, c->out.data());
  });
}

int interAllreduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, MPI_Comm comm,
                       MPI_Request *request) {
  if (int code = checkElements(call, comm, {sendbuf, receive.count, receive.type}))
    return code;
  Collective *const c = open(call, comm, op, receive.type);
  c->in = packed(*c, {sendbuf, receive.count, receive.type});
  c->out = packed(*c, receive);
  return launch(call, c, interAllreduce(*c, c->in.data(), c->out.data(), receive.bytes()), request,
                [c, receive] { unpackTo(receive, c->out.data()); });
}

int interReduceScatterCall(const Call &call, const void *sendbuf, std::int64_t total, const Elements &receive,
                           const Layout &layout, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  if (int code = checkElements(call, comm, {sendbuf, total, receive.type}))
    return code;
  Collective *const c = open(call, comm, op, receive.type);
  c->in_layout = layout;
  c->in = packed(*c, {sendbuf, total, receive.type});
  c->out = packed(*c, receive);
  return launch(call, c, interReduceScatter(*c, c->in.data(), c->in_layout, c->out.data()), request,
                [c, receive] { unpackTo(receive, c->out.data()); });
}

} // namespace maquette::mpi
