//===- runtime/mpi/bindings/completion_api.cpp - MPI_Wait, MPI_Test and their like ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace_parts.h"

#include "collectives/collective.h"
#include "objects/status.h"
#include "p2p/completion.h"
#include "p2p/matching.h"
#include "p2p/point_to_point.h"
#include "p2p/request_operation.h"

#include <algorithm>

using namespace maquette::mpi;

namespace {

bool isOpen(MPI_Request handle) { return handle != MPI_REQUEST_NULL && requestOf(handle)->active; }

MPI_Status *statusAt(MPI_Status *statuses, int index) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + index;
}

/// The request is complete: its results go to the program.
int finish(const Call &call, MPI_Request *handle, MPI_Status *status) {
  Request *const request = requestOf(*handle);
  const bool stays = request->isPersistent();
  const int code = finishRequest(call.mpi(), call.rank(), request, status);
  if (!stays)
    *handle = MPI_REQUEST_NULL;
  return code;
}

/// The same where several are completed: there, each status tells its error.
int finishOneOf(const Call &call, MPI_Request *handle, MPI_Status *status) {
  const int code = finish(call, handle, status);
  if (status != MPI_STATUS_IGNORE)
    status->MPI_ERROR = code;
  return code;
}

bool isComplete(const Call &call, MPI_Request handle) {
  const Request *const request = requestOf(handle);
  return request->complete && request->completed <= call.rank().clock;
}

int anyOpen(int count, const MPI_Request *requests) {
  for (int i = 0; i < count; ++i)
    if (isOpen(requests[i]))
      return i;
  return -1;
}

/// Brings several requests and their messages into the cache at the same time, not one after the other as they are
/// finished.
void bringAllNear(int count, const MPI_Request *requests) {
  for (int i = 0; i < count; ++i)
    if (requests[i] != MPI_REQUEST_NULL)
      maquette::mpi::prefetch(requestOf(requests[i]));
  for (int i = 0; i < count; ++i)
    if (requests[i] != MPI_REQUEST_NULL && requestOf(requests[i])->message != nullptr)
      maquette::mpi::prefetch(requestOf(requests[i])->message);
}

/// Calls that MPI_REQUEST_NULL is no request for.
int checkGiven(const Call &call, int count, const MPI_Request *requests) {
  if (int code = call.checkRequests(count, requests))
    return code;
  for (int i = 0; i < count; ++i)
    if (requests[i] == MPI_REQUEST_NULL)
      return call.raise(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                        "request " + std::to_string(i) + " is MPI_REQUEST_NULL [maquette-mpi-argument]");
  return MPI_SUCCESS;
}

int checkStartable(const Call &call, int count, const MPI_Request *requests) {
  if (int code = checkGiven(call, count, requests))
    return code;
  for (int i = 0; i < count; ++i)
    if (const Request &request = *requestOf(requests[i]); !request.isPersistent() || request.active)
      return call.raise(MPI_COMM_WORLD, MPI_ERR_REQUEST,
                        "request " + std::to_string(i) +
                            (request.isPersistent() ? " is already active" : " is not persistent") +
                            " [maquette-mpi-argument]");
  return MPI_SUCCESS;
}

int start(const Call &call, Request *request) {
  const Persistent &what = request->persistent();
  request->active = true;
  request->complete = false;
  request->completed = {};
  request->cancelled = false;
  request->filled = false;
  request->call_site = call.rank().call_site;
  if (RequestOperation *const operation = operationOf(*request)) {
    const int code = operation->start(call, *request);
    request->active = code == MPI_SUCCESS;
    return code;
  }
  const CommView comm = call.view(what.comm);
  if (request->kind == RequestKind::Receive) {
    startReceive(call, comm, {const_cast<void *>(what.buffer), what.count, what.type, what.peer, what.tag, what.comm},
                 request);
    return MPI_SUCCESS;
  }
  request->peer = what.peer;
  request->tag = what.tag;
  if (what.peer == MPI_PROC_NULL) {
    call.mpi().protocol().complete(request, call.rank().clock);
    return MPI_SUCCESS;
  }
  const SendArguments arguments{what.buffer, what.count, what.type, what.peer, what.tag, what.comm, what.mode};
  if (int code = what.mode == SendMode::Buffered ? checkSend(call, comm, arguments) : MPI_SUCCESS) {
    request->active = false;
    return code;
  }
  startSend(call, comm, arguments, request);
  return MPI_SUCCESS;
}

void traceCount(const Call &call, int count) {
  call.trace(CommView{}, Call::kNone, Call::kNone, count, MPI_DATATYPE_NULL);
}

/// `maquette verify` learns that what the rank does next depends on what was complete first.
void tracePolled(const Call &call) {
  call.trace(CommView{}, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL, maquette::runtime::kPolled);
}

/// Finishes all complete ones of a set.
int finishSome(const Call &call, int count, MPI_Request *requests, int *outcount, int *indices, MPI_Status *statuses) {
  int result = MPI_SUCCESS;
  *outcount = 0;
  for (int i = 0; i < count; ++i) {
    if (!isOpen(requests[i]) || !isComplete(call, requests[i]))
      continue;
    tracePolled(call);
    if (finishOneOf(call, &requests[i], statusAt(statuses, *outcount)) != MPI_SUCCESS)
      result = MPI_ERR_IN_STATUS;
    indices[(*outcount)++] = i;
  }
  return result;
}

} // namespace

extern "C" {

int PMPI_Start(MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Start);
  if (int code = checkStartable(call, 1, request))
    return code;
  traceCount(call, 1);
  return start(call, requestOf(*request));
}

int PMPI_Startall(int count, MPI_Request *requests) {
  MAQUETTE_MPI_BEGIN(Startall);
  if (int code = checkStartable(call, count, requests))
    return code;
  traceCount(call, count);
  for (int i = 0; i < count; ++i)
    if (int code = start(call, requestOf(requests[i])))
      return code;
  return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Wait);
  if (int code = call.checkRequests(1, request))
    return code;
  traceCount(call, 1);
  if (!isOpen(*request)) {
    setEmptyStatus(status);
    return MPI_SUCCESS;
  }
  Request *const one = requestOf(*request);
  call.mpi().waiting().waitAll(call.rank(), &one, 1);
  return finish(call, request, status);
}

int PMPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses) {
  MAQUETTE_MPI_BEGIN(Waitall);
  if (int code = call.checkRequests(count, requests))
    return code;
  traceCount(call, count);
  call.mpi().waiting().waitAll(call.rank(), reinterpret_cast<Request *const *>(requests), count);
  bringAllNear(count, requests);
  int result = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    MPI_Status *const status = statusAt(statuses, i);
    if (!isOpen(requests[i])) {
      setEmptyStatus(status);
      continue;
    }
    if (finishOneOf(call, &requests[i], status) != MPI_SUCCESS)
      result = MPI_ERR_IN_STATUS;
  }
  return result;
}

int PMPI_Waitany(int count, MPI_Request *requests, int *index, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Waitany);
  if (int code = call.checkRequests(count, requests))
    return code;
  traceCount(call, count);
  *index = MPI_UNDEFINED;
  if (anyOpen(count, requests) < 0) {
    setEmptyStatus(status);
    return MPI_SUCCESS;
  }
  call.mpi().waiting().waitAny(call.rank(), reinterpret_cast<Request *const *>(requests), count);
  // Several may be complete when the rank was late: the earliest of them, and of equal ones the first.
  for (int i = 0; i < count; ++i)
    if (isOpen(requests[i]) && requestOf(requests[i])->complete &&
        (*index == MPI_UNDEFINED || requestOf(requests[i])->completed < requestOf(requests[*index])->completed))
      *index = i;
  return finish(call, &requests[*index], status);
}

int PMPI_Waitsome(int incount, MPI_Request *requests, int *outcount, int *indices, MPI_Status *statuses) {
  MAQUETTE_MPI_BEGIN(Waitsome);
  if (int code = call.checkRequests(incount, requests))
    return code;
  *outcount = MPI_UNDEFINED;
  if (anyOpen(incount, requests) < 0)
    return MPI_SUCCESS;
  call.mpi().waiting().beginPoll(call.rank());
  call.mpi().waiting().waitAny(call.rank(), reinterpret_cast<Request *const *>(requests), incount);
  // The rank may have slept until the first completion.
  if (call.rank().clock < call.world().engine().now())
    call.rank().clock = call.world().engine().now();
  int result = finishSome(call, incount, requests, outcount, indices, statuses);
  // What is complete may still lie ahead of its clock: a nonblocking collective whose last steps took time.
  for (int i = 0; i < incount && *outcount == 0; ++i)
    if (isOpen(requests[i]) && requestOf(requests[i])->complete) {
      result = finishOneOf(call, &requests[i], statusAt(statuses, 0)) == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_IN_STATUS;
      indices[0] = i;
      *outcount = 1;
    }
  return result;
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Test);
  if (int code = call.checkRequests(1, request))
    return code;
  *flag = 1;
  if (!isOpen(*request)) {
    setEmptyStatus(status);
    return MPI_SUCCESS;
  }
  call.mpi().waiting().beginPoll(call.rank());
  if (isComplete(call, *request)) {
    tracePolled(call);
    return finish(call, request, status);
  }
  *flag = 0;
  call.mpi().waiting().poll(call.rank());
  return MPI_SUCCESS;
}

int PMPI_Testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses) {
  MAQUETTE_MPI_BEGIN(Testall);
  if (int code = call.checkRequests(count, requests))
    return code;
  call.mpi().waiting().beginPoll(call.rank());
  *flag = 1;
  for (int i = 0; i < count; ++i)
    if (isOpen(requests[i]) && !isComplete(call, requests[i]))
      *flag = 0;
  if (*flag == 0) {
    call.mpi().waiting().poll(call.rank());
    return MPI_SUCCESS;
  }
  int result = MPI_SUCCESS;
  for (int i = 0; i < count; ++i) {
    if (!isOpen(requests[i]))
      setEmptyStatus(statusAt(statuses, i));
    else if (finishOneOf(call, &requests[i], statusAt(statuses, i)) != MPI_SUCCESS)
      result = MPI_ERR_IN_STATUS;
  }
  return result;
}

int PMPI_Testany(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Testany);
  if (int code = call.checkRequests(count, requests))
    return code;
  *flag = 1;
  *index = MPI_UNDEFINED;
  if (anyOpen(count, requests) < 0) {
    setEmptyStatus(status);
    return MPI_SUCCESS;
  }
  call.mpi().waiting().beginPoll(call.rank());
  for (int i = 0; i < count; ++i)
    if (isOpen(requests[i]) && isComplete(call, requests[i])) {
      *index = i;
      tracePolled(call);
      return finish(call, &requests[i], status);
    }
  *flag = 0;
  call.mpi().waiting().poll(call.rank());
  return MPI_SUCCESS;
}

int PMPI_Testsome(int incount, MPI_Request *requests, int *outcount, int *indices, MPI_Status *statuses) {
  MAQUETTE_MPI_BEGIN(Testsome);
  if (int code = call.checkRequests(incount, requests))
    return code;
  *outcount = MPI_UNDEFINED;
  if (anyOpen(incount, requests) < 0)
    return MPI_SUCCESS;
  call.mpi().waiting().beginPoll(call.rank());
  const int result = finishSome(call, incount, requests, outcount, indices, statuses);
  if (*outcount == 0)
    call.mpi().waiting().poll(call.rank());
  return result;
}

int PMPI_Cancel(MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Cancel);
  if (int code = checkGiven(call, 1, request))
    return code;
  traceCount(call, 1);
  Request *const one = requestOf(*request);
  call.world().scheduler().synchronize(call.rank());
  if (RequestOperation *const operation = operationOf(*one))
    operation->cancel(call, *one);
  if (one->kind == RequestKind::Receive && !one->complete && call.mpi().messages().posted(call.rank()).remove(*one)) {
    one->cancelled = true;
    call.mpi().protocol().complete(one, call.rank().clock);
  }
  return MPI_SUCCESS;
}

int PMPI_Request_free(MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Request_free);
  if (int code = checkGiven(call, 1, request))
    return code;
  traceCount(call, 1);
  Request *const one = requestOf(*request);
  *request = MPI_REQUEST_NULL;
  if (!one->active || one->complete)
    call.mpi().requests().release(one);
  else
    one->abandoned = true;
  return MPI_SUCCESS;
}

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Request_get_status);
  if (int code = call.checkRequests(1, &request))
    return code;
  *flag = 1;
  setEmptyStatus(status);
  if (!isOpen(request))
    return MPI_SUCCESS;
  call.mpi().waiting().beginPoll(call.rank());
  if (!isComplete(call, request)) {
    *flag = 0;
    call.mpi().waiting().poll(call.rank());
    return MPI_SUCCESS;
  }
  const Request *const one = requestOf(request);
  if (RequestOperation *const operation = operationOf(*one)) {
    operation->query(*one, status);
    return MPI_SUCCESS;
  }
  if (one->message != nullptr)
    setStatus(status, one->message->source, one->message->tag, one->message->bytes);
  else if (one->filled)
    setStatus(status, one->peer, one->tag, one->room);
  if (status != MPI_STATUS_IGNORE)
    status->maquette_cancelled = one->cancelled;
  return MPI_SUCCESS;
}

int PMPI_Test_cancelled(const MPI_Status *status, int *flag) {
  MAQUETTE_MPI_BEGIN(Test_cancelled);
  *flag = status->maquette_cancelled;
  return MPI_SUCCESS;
}

} // extern "C"
