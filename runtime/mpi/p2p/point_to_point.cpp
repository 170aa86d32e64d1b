//===- runtime/mpi/p2p/point_to_point.cpp - sends and receives of calls ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/point_to_point.h"

#include "core/moved_buffers.h"

namespace maquette::mpi {

namespace {
/// Where it lies will be looked at again soon.
void noteType(Rank &rank, MPI_Datatype type) {
  if (!isPredefined(type))
    rank.recent_type = type;
}
} // namespace

Envelope *packMessage(Messages &messages, const void *buffer, std::int64_t count, const Datatype &type) {
  Envelope *const message = messages.make(count * type.size, isPhantom(buffer));
  if (!message->phantom)
    pack(type, count, originOf(buffer), message->contents());
  return message;
}

/// The contents are kept elsewhere, but a real library has no other room for them than what the program has attached.
int checkBuffered(const Call &call, const SendArguments &arguments) {
  const std::int64_t bytes = arguments.count * typeOf(arguments.type)->size;
  const MPI_Count attached = call.rank().objects != nullptr ? call.rank().objects->bsend_bytes : 0;
  if (bytes <= attached)
    return MPI_SUCCESS;
  return call.raise(
      arguments.comm, MPI_ERR_BUFFER,
      "the message has " + std::to_string(bytes) + " bytes, but the attached buffer has " + std::to_string(attached) +
          " [maquette-mpi-argument]\n  fix: attach a buffer for all pending messages, each with MPI_BSEND_OVERHEAD "
          "more, with MPI_Buffer_attach\n");
}

int checkUnusual(const Call &call, const CommView &comm, const SendArguments &arguments) {
  if (int code = call.checkComm(arguments.comm, comm))
    return code;
  if (int code = call.checkData(arguments.comm, arguments.count, arguments.type, Untyped::WithoutElements))
    return code;
  if (int code = call.checkPeer(arguments.comm, comm, arguments.peer))
    return code;
  if (arguments.peer == MPI_PROC_NULL)
    return MPI_SUCCESS;
  if (int code = call.checkTag(arguments.comm, arguments.tag))
    return code;
  return arguments.mode == SendMode::Buffered ? checkBuffered(call, arguments) : MPI_SUCCESS;
}

int checkUnusual(const Call &call, const CommView &comm, const ReceiveArguments &arguments) {
  if (int code = call.checkComm(arguments.comm, comm))
    return code;
  if (int code = call.checkData(arguments.comm, arguments.count, arguments.type, Untyped::WithoutElements))
    return code;
  if (arguments.peer != MPI_ANY_SOURCE)
    if (int code = call.checkPeer(arguments.comm, comm, arguments.peer))
      return code;
  return arguments.tag == MPI_ANY_TAG || arguments.peer == MPI_PROC_NULL ? MPI_SUCCESS
                                                                         : call.checkTag(arguments.comm, arguments.tag);
}

void startSend(const Call &call, const CommView &comm, const SendArguments &arguments, Request *request) {
  noteType(call.rank(), arguments.type);
  const Datatype &type = *typeOf(arguments.type);
  Envelope *const message = packMessage(call.mpi().messages(), arguments.buffer, arguments.count, type);
  noteMoved(call.world(), call.rank(), type, message->bytes, arguments.buffer);
  Address address;
  address.destination = comm.shared->peerWorldRank(arguments.peer, call.rank().id);
  address.source = comm.rank;
  address.tag = arguments.tag;
  address.context = comm.shared->context;
  address.mode = arguments.mode;
  address.signature = basicOf(type) | std::uint64_t{call.number()} << 16;
  address.call = call.number();
  address.site = call.rank().call_site;
  call.rank().clock += call.mpi().costs().packingTime(type, message->bytes);
  call.mpi().protocol().send(call.rank(), call.rank().clock, message, address, request);
}

Request *startSend(const Call &call, const CommView &comm, const SendArguments &arguments) {
  Mpi &mpi = call.mpi();
  if (arguments.peer == MPI_PROC_NULL)
    return mpi.requests().sent();
  Request *request = nullptr;
  if (mpi.costs().copies() ||
      mpi.costs().waitsForReceiver(arguments.count * typeOf(arguments.type)->size, arguments.mode)) {
    request = mpi.requests().make(call.rank(), RequestKind::Send);
    request->peer = arguments.peer;
    request->tag = arguments.tag;
  }
  startSend(call, comm, arguments, request);
  return request != nullptr ? request : mpi.requests().sent();
}

void startReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments, Request *request) {
  noteType(call.rank(), arguments.type);
  request->setBuffer(arguments.buffer);
  request->setType(arguments.type);
  request->room = arguments.count * typeOf(arguments.type)->size;
  request->peer = arguments.peer;
  request->tag = arguments.tag;
  request->context = comm.shared->context;
  call.mpi().types().addUser(arguments.type);
  if (arguments.peer == MPI_PROC_NULL) {
    call.mpi().protocol().complete(request, call.rank().clock);
    return;
  }
  call.mpi().protocol().post(call.rank(), call.rank().clock, request);
  call.rank().clock += call.mpi().costs().postOverhead();
}

} // namespace maquette::mpi
