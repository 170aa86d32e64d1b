//===- runtime/mpi/point_to_point.cpp - sends and receives of calls ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/point_to_point.h"

namespace maquette::mpi {

Envelope *packMessage(Mpi &mpi, const void *buffer, std::int64_t count, const Datatype &type) {
  Envelope *const message = mpi.newMessage(count * type.size, isPhantom(buffer));
  if (!message->phantom)
    pack(type, count, buffer == MPI_BOTTOM ? nullptr : buffer, message->contents());
  return message;
}

int checkUnusual(const Call &call, const CommView &comm, const SendArguments &arguments) {
  if (int code = call.checkComm(arguments.comm, comm))
    return code;
  if (int code = call.checkData(arguments.comm, arguments.count, arguments.type, Untyped::WithoutElements))
    return code;
  if (int code = call.checkPeer(arguments.comm, comm, arguments.peer))
    return code;
  return arguments.peer == MPI_PROC_NULL ? MPI_SUCCESS : call.checkTag(arguments.comm, arguments.tag);
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
  const Datatype &type = *typeOf(arguments.type);
  Envelope *const message = packMessage(call.mpi(), arguments.buffer, arguments.count, type);
  Address address;
  address.destination = comm.shared->peerWorldRank(arguments.peer, call.rank().id);
  address.source = comm.rank;
  address.tag = arguments.tag;
  address.context = comm.shared->context;
  address.mode = arguments.mode;
  address.signature = basicOf(type) | std::uint64_t{call.number()} << 16;
  address.call = call.number();
  address.site = call.rank().call_site;
  call.mpi().send(call.rank(), call.rank().clock, message, address, request);
}

Request *startSend(const Call &call, const CommView &comm, const SendArguments &arguments) {
  Mpi &mpi = call.mpi();
  if (arguments.peer == MPI_PROC_NULL)
    return mpi.sentRequest();
  Request *request = nullptr;
  if (mpi.copies() || mpi.waitsForReceiver(arguments.count * typeOf(arguments.type)->size, arguments.mode)) {
    request = mpi.newRequest(call.rank(), RequestKind::Send);
    request->peer = arguments.peer;
    request->tag = arguments.tag;
  }
  startSend(call, comm, arguments, request);
  return request != nullptr ? request : mpi.sentRequest();
}

void startReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments, Request *request) {
  request->buffer = arguments.buffer;
  request->type = arguments.type;
  request->room = arguments.count * typeOf(arguments.type)->size;
  request->peer = arguments.peer;
  request->tag = arguments.tag;
  request->context = comm.shared->context;
  call.mpi().types().addUser(arguments.type);
  if (arguments.peer == MPI_PROC_NULL) {
    call.mpi().complete(request, call.rank().clock);
    return;
  }
  call.mpi().post(call.rank(), call.rank().clock, request);
  call.rank().clock += call.mpi().postOverhead();
}

} // namespace maquette::mpi
