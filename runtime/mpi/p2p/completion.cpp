//===- runtime/mpi/p2p/completion.cpp - what a complete request gives -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/completion.h"

#include "collectives/collective.h"
#include "core/moved_buffers.h"
#include "core/mpi_state.h"
#include "objects/error_handler.h"
#include "objects/status.h"
#include "p2p/request_operation.h"

#include <algorithm>
#include <string>

namespace maquette::mpi {

namespace {

WaitKind waitKindOf(const Request &request) {
  switch (request.kind) {
  case RequestKind::Send:
    return WaitKind::LateReceiver;
  case RequestKind::File:
    return WaitKind::Storage;
  case RequestKind::Collective:
  case RequestKind::OneSided:
  case RequestKind::Special:
    return CausalityRecorder::kindOf(request.call);
  default:
    return WaitKind::LateSender;
  }
}

int truncated(Mpi &mpi, Rank &rank, const Envelope &message, std::int64_t room) {
  return raise(mpi, rank, MPI_COMM_WORLD, MPI_ERR_TRUNCATE,
               "the message from rank " + std::to_string(message.source) + " with tag " + std::to_string(message.tag) +
                   (message.sentAt() != nullptr ? ", sent at " + mpi.sites().siteText(message.sentAt()) + "," : "") +
                   " has " + std::to_string(message.bytes) + " bytes, but the receive has room for " +
                   std::to_string(room) + " [maquette-mpi-truncated]");
}

int receiveContents(Mpi &mpi, Rank &rank, Request *request, MPI_Status *status) {
  Envelope *const message = request->message;
  rank.clock += mpi.costs().receiveOverhead() +
                mpi.costs().packingTime(*typeOf(request->type()), std::min(message->bytes, request->room));
  mpi.usage().checkTypes(rank, *request, static_cast<std::uint16_t>(message->signature), message->bytes,
                         message->sentAt());
  setStatus(status, message->source, message->tag, std::min(message->bytes, request->room));
  if (!message->phantom && !isPhantom(request->buffer())) {
    char *const base = static_cast<char *>(originOf(request->buffer()));
    unpack(*typeOf(request->type()), message->contents(), std::min(message->bytes, request->room), base);
    noteMoved(mpi.world(), rank, *typeOf(request->type()), std::min(message->bytes, request->room), base);
  }
  const int code = message->bytes > request->room ? truncated(mpi, rank, *message, request->room) : MPI_SUCCESS;
  request->message = nullptr;
  mpi.messages().release(message);
  return code;
}

void receiveFilled(Mpi &mpi, Rank &rank, const Request &request, MPI_Status *status) {
  rank.clock += mpi.costs().receiveOverhead() + mpi.costs().packingTime(*typeOf(request.type()), request.room);
  mpi.usage().checkTypes(rank, request, static_cast<std::uint16_t>(request.context), request.room, request.sentAt());
  setStatus(status, request.peer, request.tag, request.room);
}

} // namespace

int finishRequest(Mpi &mpi, Rank &rank, Request *request, MPI_Status *status) {
  if (request->completed > rank.clock) {
    mpi.counters().countWait({rank.call, rank.call_site}, request->completed - rank.clock);
    if (CausalityRecorder *const causality = mpi.world().calls().causality())
      causality->waited(rank, chainBehind(*request), request->completed, waitKindOf(*request));
    rank.clock = request->completed;
  }
  int code = MPI_SUCCESS;
  if (RequestOperation *const operation = operationOf(*request))
    code = operation->finish(mpi, rank, *request, status);
  else if (request->kind == RequestKind::Receive && !request->cancelled && request->message != nullptr)
    code = receiveContents(mpi, rank, request, status);
  else if (request->filled)
    receiveFilled(mpi, rank, *request, status);
  else if (request->kind == RequestKind::Receive && !request->cancelled)
    setStatus(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  else
    setEmptyStatus(status, request->kind == RequestKind::File ? request->room : 0);
  if (request->cancelled && status != MPI_STATUS_IGNORE)
    status->maquette_cancelled = 1;
  if (request->kind == RequestKind::Collective && request->role == RequestRole::OfCollective) {
    request->collective().deliver();
    request->belongTo(nullptr);
  }
  if (request->type() != MPI_DATATYPE_NULL)
    mpi.types().release(request->type());
  request->setType(MPI_DATATYPE_NULL);
  if (request->isPersistent())
    request->active = false;
  else
    mpi.requests().release(request);
  return code;
}

} // namespace maquette::mpi
