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

namespace {

/// True for what most calls are given, at the price of a few comparisons; what is not so may be right all the same.
bool isUsual(const CommView &comm, std::int64_t count, MPI_Datatype type, int peer, int tag) {
  return comm && !comm.isInter() && count >= 0 && type != MPI_DATATYPE_NULL && isPredefined(type) && peer >= 0 &&
         peer < comm.size() && tag >= 0;
}

} // namespace

int checkSend(const Call &call, const CommView &comm, const SendArguments &arguments) {
  if (isUsual(comm, arguments.count, arguments.type, arguments.peer, arguments.tag))
    return MPI_SUCCESS;
  if (int code = call.checkComm(arguments.comm, comm))
    return code;
  if (int code = call.checkData(arguments.comm, arguments.count, arguments.type))
    return code;
  if (int code = call.checkPeer(arguments.comm, comm, arguments.peer))
    return code;
  return arguments.peer == MPI_PROC_NULL ? MPI_SUCCESS : call.checkTag(arguments.comm, arguments.tag);
}

int checkReceive(const Call &call, const CommView &comm, const ReceiveArguments &arguments) {
  if (isUsual(comm, arguments.count, arguments.type, arguments.peer, arguments.tag))
    return MPI_SUCCESS;
  if (int code = call.checkComm(arguments.comm, comm))
    return code;
  if (int code = call.checkData(arguments.comm, arguments.count, arguments.type))
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
  address.signature = basicOf(type);
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

int sendAndWait(const Call &call, const SendArguments &arguments) {
  const CommView comm = call.view(arguments.comm);
  if (int code = checkSend(call, comm, arguments))
    return code;
  Mpi &mpi = call.mpi();
  Request *const request = startSend(call, comm, arguments);
  if (request == mpi.sentRequest())
    return MPI_SUCCESS;
  mpi.waitAll(call.rank(), &request, 1);
  return mpi.finish(call.rank(), request, MPI_STATUS_IGNORE);
}

int receiveAndWait(const Call &call, const ReceiveArguments &arguments, MPI_Status *status) {
  const CommView comm = call.view(arguments.comm);
  if (int code = checkReceive(call, comm, arguments))
    return code;
  Mpi &mpi = call.mpi();
  Request *const request = mpi.newRequest(call.rank(), RequestKind::Receive);
  startReceive(call, comm, arguments, request);
  mpi.waitAll(call.rank(), &request, 1);
  return mpi.finish(call.rank(), request, status);
}

} // namespace maquette::mpi
