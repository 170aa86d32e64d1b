//===- runtime/mpi/bindings/reduction_api.cpp - collectives that compute ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function with a parameter `request` serves two calls: blocking with nullptr, nonblocking with the place of the
/// handle.
#include "collectives/inter_collectives.h"
#include "objects/handles.h"

using namespace maquette::mpi;

namespace {

int check(const Call &call, MPI_Comm comm, const Elements &elements, MPI_Op op) {
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  if (int code = checkElements(call, comm, elements))
    return code;
  if (int code = call.raise(comm, faultOfOperation(call.mpi().usage().checks(), op)))
    return code;
  if (Reduction::valid(op, *typeOf(elements.type)))
    return MPI_SUCCESS;
  return call.raise(comm, MPI_ERR_OP,
                    "the operation is not defined for the datatype " + typeOf(elements.type)->name +
                        " [maquette-mpi-argument]");
}

Collective *open(const Call &call, MPI_Comm comm, const Elements &elements, MPI_Op op, std::int64_t bytes,
                 int root = -1) {
  const auto number = reinterpret_cast<std::uintptr_t>(op);
  const auto op_number = static_cast<std::uint16_t>(isPredefined(op) ? number : kPredefinedOps);
  Collective *const c = newCollective(call.mpi(), call.rank(), call.view(comm),
                                      {call.number(), root, bytes, op_number, kindOf(elements)});
  c->reduceBy(op, elements.type);
  return c;
}

/// The rank's contribution: the send buffer, or with MPI_IN_PLACE the receive buffer.
Elements contribution(const void *sendbuf, const Elements &receive) {
  return {sendbuf == MPI_IN_PLACE ? receive.buffer : sendbuf, receive.count, receive.type};
}

enum class Result : std::uint8_t { Common, OfEach, NotAtRankZero };

/// A reduction whose result is as long as each rank's contribution.
int vectorCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, MPI_Comm comm,
               MPI_Request *request, CollectiveTask (*algorithm)(Collective &, char *, std::int64_t), Result result) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, receive.count, receive.type);
  if (int code = check(call, comm, receive, op))
    return code;
  if (view.isInter())
    return call.raise(comm, MPI_ERR_COMM, "the communicator is an inter-communicator [maquette-mpi-argument]");
  Collective *const c = open(call, comm, receive, op, receive.bytes());
  c->out = packed(*c, contribution(sendbuf, receive));
  if (result == Result::Common && c->reduction.anyOrder() && c->common.join(*c, receive.bytes(), true)) {
    c->common.combine(*c, c->out.data());
    c->out = Block();
  }
  const bool has_result = result != Result::NotAtRankZero || view.rank > 0;
  return launch(call, c, algorithm(*c, c->out.data(), receive.bytes()), request, [c, receive, has_result] {
    if (has_result)
      unpackTo(receive, c->result());
  });
}

int reduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, int root, MPI_Comm comm,
               MPI_Request *request) {
  const CommView view = call.view(comm);
  call.trace(view, root, Call::kNone, receive.count, receive.type);
  const bool is_root = view && view.rank == root;
  // Elsewhere nothing is received.
  if (int code =
          check(call, comm, is_root || root == MPI_ROOT ? receive : Elements{sendbuf, receive.count, receive.type}, op))
    return code;
  if (int code = call.checkRoot(comm, view, root))
    return code;
  if (view.isInter())
    return interReduceCall(call, sendbuf, receive, op, root, comm, request);
  Collective *const c = open(call, comm, receive, op, receive.bytes(), root);
  c->out = packed(*c, contribution(sendbuf, receive));
  return launch(call, c, reduce(*c, c->out.data(), receive.bytes(), root), request, [c, receive, is_root] {
    if (is_root)
      unpackTo(receive, c->out.data());
  });
}

int allreduceCall(const Call &call, const void *sendbuf, const Elements &receive, MPI_Op op, MPI_Comm comm,
                  MPI_Request *request) {
  const CommView view = call.view(comm);
  if (view && view.isInter()) {
    call.trace(view, Call::kNone, Call::kNone, receive.count, receive.type);
    const int code = check(call, comm, receive, op);
    return code != MPI_SUCCESS ? code : interAllreduceCall(call, sendbuf, receive, op, comm, request);
  }
  return vectorCall(call, sendbuf, receive, op, comm, request, allreduce, Result::Common);
}

/// \p counts of all ranks, or nullptr: receive.count for each.
int reduceScatterCall(const Call &call, const void *sendbuf, Elements receive, const int *counts, MPI_Op op,
                      MPI_Comm comm, MPI_Request *request) {
  const CommView view = call.view(comm);
  if (int code = check(call, comm, receive, op))
    return code;
  const int size = view.size();
  const std::int64_t element = typeOf(receive.type)->size;
  std::int64_t total = receive.count * size;
  std::vector<std::int64_t> sizes;
  if (counts != nullptr) {
    total = 0;
    if (int code = checkParts(call, comm, receive.buffer, {counts, nullptr, receive.type, nullptr}, size))
      return code;
    for (int i = 0; i < size; ++i) {
      sizes.push_back(counts[i] * element);
      total += counts[i];
    }
    receive.count = counts[view.rank];
  }
  call.trace(view, Call::kNone, Call::kNone, total, receive.type);
  const Layout layout = counts != nullptr ? Layout(std::move(sizes)) : Layout(receive.bytes(), size);
  if (view.isInter())
    return interReduceScatterCall(call, sendbuf, total, receive, layout, op, comm, request);
  Collective *const c = open(call, comm, receive, op, total * element);
  c->in_layout = layout;
  c->in = packed(*c, contribution(sendbuf, {receive.buffer, total, receive.type}));
  c->out = c->in.data() != nullptr ? room(*c, receive) : Block();
  return launch(call, c, reduceScatter(*c, c->in.data(), c->in_layout, c->out.data()), request,
                [c, receive] { unpackTo(receive, c->out.data()); });
}

} // namespace

extern "C" {

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce);
  return reduceCall(call, sendbuf, {recvbuf, count, datatype}, op, root, comm, nullptr);
}
int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                 MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce);
  return reduceCall(call, sendbuf, {recvbuf, count, datatype}, op, root, comm, request);
}
int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Allreduce);
  return allreduceCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, nullptr);
}
int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iallreduce);
  return allreduceCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, request);
}
int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int *recvcounts, MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter);
  return reduceScatterCall(call, sendbuf, {recvbuf, 0, datatype}, recvcounts, op, comm, nullptr);
}
int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int *recvcounts, MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce_scatter);
  return reduceScatterCall(call, sendbuf, {recvbuf, 0, datatype}, recvcounts, op, comm, request);
}
int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Reduce_scatter_block);
  return reduceScatterCall(call, sendbuf, {recvbuf, recvcount, datatype}, nullptr, op, comm, nullptr);
}
int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                               MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ireduce_scatter_block);
  return reduceScatterCall(call, sendbuf, {recvbuf, recvcount, datatype}, nullptr, op, comm, request);
}
int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Scan);
  return vectorCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, nullptr, scan, Result::OfEach);
}
int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
               MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iscan);
  return vectorCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, request, scan, Result::OfEach);
}
int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Exscan);
  return vectorCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, nullptr, exclusiveScan, Result::NotAtRankZero);
}
int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                 MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Iexscan);
  return vectorCall(call, sendbuf, {recvbuf, count, datatype}, op, comm, request, exclusiveScan, Result::NotAtRankZero);
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
  MAQUETTE_MPI_BEGIN(Reduce_local);
  const Elements target{inoutbuf, count, datatype};
  if (int code = check(call, MPI_COMM_WORLD, target, op))
    return code;
  if (isPhantom(inbuf) || isPhantom(inoutbuf))
    return MPI_SUCCESS;
  const Datatype &type = *typeOf(datatype);
  std::vector<char> source(static_cast<std::size_t>(target.bytes())), result(source.size());
  pack(type, count, inbuf, source.data());
  pack(type, count, inoutbuf, result.data());
  Reduction(op, datatype).apply(source.data(), result.data(), target.bytes());
  unpack(type, result.data(), target.bytes(), inoutbuf);
  return MPI_SUCCESS;
}

int PMPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op) {
  MAQUETTE_MPI_BEGIN(Op_create);
  *op = call.mpi().handles().newOperation({function, nullptr, commute != 0});
  return MPI_SUCCESS;
}
int PMPI_Op_create_c(MPI_User_function_c *function, int commute, MPI_Op *op) {
  MAQUETTE_MPI_BEGIN(Op_create_c);
  *op = call.mpi().handles().newOperation({nullptr, function, commute != 0});
  return MPI_SUCCESS;
}

int PMPI_Op_free(MPI_Op *op) {
  MAQUETTE_MPI_BEGIN(Op_free);
  if (int code = call.raise(MPI_COMM_WORLD, faultOfOperation(call.mpi().usage().checks(), *op)))
    return code;
  if (isPredefined(*op))
    return call.raise(MPI_COMM_WORLD, MPI_ERR_OP, "a predefined operation cannot be freed [maquette-mpi-argument]");
  call.mpi().handles().release(*op);
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int PMPI_Op_commutative(MPI_Op op, int *commute) {
  MAQUETTE_MPI_BEGIN(Op_commutative);
  if (int code = call.raise(MPI_COMM_WORLD, faultOfOperation(call.mpi().usage().checks(), op)))
    return code;
  *commute = isCommutative(op) && op != MPI_REPLACE ? 1 : 0;
  return MPI_SUCCESS;
}

} // extern "C"
