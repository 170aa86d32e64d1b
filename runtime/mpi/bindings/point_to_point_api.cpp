//===- runtime/mpi/bindings/point_to_point_api.cpp - MPI_Send ... MPI_Imrecv -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace_parts.h"

#include "objects/status.h"
#include "p2p/completion.h"
#include "p2p/matching.h"
#include "p2p/point_to_point.h"

#include <algorithm>
#include <utility>

using namespace maquette::mpi;

namespace {

int sendAndWait(const Call &call, const SendArguments &arguments) {
  const CommView comm = call.view(arguments.comm);
  if (int code = checkSend(call, comm, arguments))
    return code;
  Mpi &mpi = call.mpi();
  Request *const request = startSend(call, comm, arguments);
  if (request == mpi.requests().sent())
    return MPI_SUCCESS;
  mpi.waiting().wait(call.rank(), request);
  return finishRequest(mpi, call.rank(), request, MPI_STATUS_IGNORE);
}

int receiveAndWait(const Call &call, const ReceiveArguments &arguments, MPI_Status *status) {
  const CommView comm = call.view(arguments.comm);
  if (int code = checkReceive(call, comm, arguments))
    return code;
  Mpi &mpi = call.mpi();
  Request *const request = mpi.requests().make(call.rank(), RequestKind::Receive);
  startReceive(call, comm, arguments, request);
  mpi.waiting().wait(call.rank(), request);
  return finishRequest(mpi, call.rank(), request, status);
}

int blockingSend(const Call &call, const SendArguments &arguments) {
  call.trace(arguments.comm, arguments.peer, arguments.tag, arguments.count, arguments.type);
  return sendAndWait(call, arguments);
}

int immediateSend(const Call &call, const SendArguments &arguments, MPI_Request *handle) {
  call.trace(arguments.comm, arguments.peer, arguments.tag, arguments.count, arguments.type);
  const CommView comm = call.view(arguments.comm);
  if (int code = checkSend(call, comm, arguments))
    return code;
  *handle = handleOf(startSend(call, comm, arguments));
  return MPI_SUCCESS;
}

/// A request to be started by MPI_Start.
int persistent(const Call &call, RequestKind kind, const SendArguments &arguments, MPI_Request *handle) {
  call.trace(arguments.comm, arguments.peer, arguments.tag, arguments.count, arguments.type);
  const CommView comm = call.view(arguments.comm);
  SendArguments unbuffered = arguments; // Its buffer is needed when it starts.
  unbuffered.mode = SendMode::Standard;
  const int code =
      kind == RequestKind::Send
          ? checkSend(call, comm, unbuffered)
          : checkReceive(call, comm,
                         {nullptr, arguments.count, arguments.type, arguments.peer, arguments.tag, arguments.comm});
  if (code != MPI_SUCCESS)
    return code;
  Request *const request = call.mpi().requests().make(call.rank(), kind);
  request->setPersistent(call.mpi().requests().persistents().make(
      Persistent{arguments.buffer, arguments.type, arguments.comm, static_cast<int>(arguments.count), arguments.peer,
                 arguments.tag, arguments.mode}));
  request->active = false;
  call.mpi().types().addUser(arguments.type);
  addUser(arguments.comm);
  *handle = handleOf(request);
  return MPI_SUCCESS;
}

/// Both halves with one request.
int sendReceiveLater(const Call &call, const SendArguments &out, const ReceiveArguments &in, MPI_Request *handle) {
  call.trace(out.comm, out.peer, out.tag, out.count, out.type);
  call.trace(in.comm, in.peer, in.tag, in.count, in.type, 1);
  const CommView out_comm = call.view(out.comm), in_comm = call.view(in.comm);
  if (int code = checkSend(call, out_comm, out))
    return code;
  if (int code = checkReceive(call, in_comm, in))
    return code;
  Mpi &mpi = call.mpi();
  Request *const receive = mpi.requests().make(call.rank(), RequestKind::Receive);
  *handle = handleOf(receive);
  // The contents are packed here, before anything is received in their place.
  if (out.peer != MPI_PROC_NULL) {
    Request *send = nullptr;
    if (mpi.costs().waitsForReceiver(out.count * typeOf(out.type)->size, out.mode)) {
      send = mpi.requests().make(call.rank(), RequestKind::Send);
      send->joinWith(*receive);
    }
    startSend(call, out_comm, out, send);
  }
  startReceive(call, in_comm, in, receive);
  return MPI_SUCCESS;
}

/// Waits for a message; it stays queued.
Envelope *probe(const Call &call, const CommView &comm, int source, int tag) {
  Rank &rank = call.rank();
  call.mpi().progress().beginWaiting(rank);
  for (;;) {
    if (Envelope *const message = call.mpi().messages().arrived(rank).find({comm.shared->context, source, tag})) {
      if (CausalityRecorder *const causality = call.world().calls().causality();
          causality != nullptr && message->arrival().when() > rank.clock) {
        maquette::causality::Chain chain = causality->takeWake(rank);
        causality->waited(rank, chain, message->arrival().when(), WaitKind::LateSender);
      }
      rank.clock = std::max(rank.clock, message->arrival().when());
      return message;
    }
    Request *const sought = call.mpi().requests().make(rank, RequestKind::Receive); // For reports.
    sought->peer = source;
    sought->tag = tag;
    sought->context = comm.shared->context;
    rank.waits_for = sought;
    rank.probing = true;
    call.world().scheduler().waitFor(rank, 1);
    rank.probing = false;
    rank.waits_for = nullptr;
    call.mpi().requests().release(sought);
  }
}

void describe(const Envelope &message, MPI_Status *status) {
  setStatus(status, message.source, message.tag, message.bytes);
}

void describeNothing(MPI_Status *status) { setStatus(status, MPI_PROC_NULL, MPI_ANY_TAG, 0); }

int checkProbe(const Call &call, MPI_Comm comm, int source, int tag) {
  return checkReceive(call, call.view(comm), {nullptr, 0, MPI_BYTE, source, tag, comm});
}

/// `maquette verify` learns that the rank takes what comes.
void tracePolled(const Call &call, MPI_Comm comm, int source, int tag) {
  if (source == MPI_ANY_SOURCE)
    call.trace(comm, source, tag, 0, MPI_DATATYPE_NULL, maquette::runtime::kPolled);
}

/// Looks once; others have run until the rank's clock before.
Envelope *lookOnce(const Call &call, MPI_Comm comm, int source, int tag) {
  call.mpi().waiting().beginPoll(call.rank());
  Envelope *const message =
      call.mpi().messages().arrived(call.rank()).find({call.view(comm).shared->context, source, tag});
  if (message == nullptr)
    call.mpi().waiting().poll(call.rank());
  return message;
}

int checkMatched(const Call &call, MPI_Message message, int count, MPI_Datatype datatype) {
  if (int code = call.raise(MPI_COMM_WORLD, faultOfMessage(call.mpi().usage().checks(), message)))
    return code;
  return call.checkData(MPI_COMM_WORLD, count, datatype, Untyped::WithoutElements);
}

void startMatched(const Call &call, MPI_Message *message, Request *request, void *buf, int count,
                  MPI_Datatype datatype) {
  request->setBuffer(buf);
  request->setType(datatype);
  request->room = count * typeOf(datatype)->size;
  auto *const envelope = reinterpret_cast<Envelope *>(*message);
  request->peer = envelope->source;
  request->tag = envelope->tag;
  call.mpi().types().addUser(datatype);
  call.mpi().protocol().matchArrived(request, envelope, call.rank().clock);
  *message = MPI_MESSAGE_NULL;
}

int attachBuffer(const Call &call, void *buffer, MPI_Count size) {
  RankObjects &objects = call.objects();
  if (size < 0 || objects.bsend_bytes > 0)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_BUFFER,
                      size < 0 ? "the size is " + std::to_string(size) + " [maquette-mpi-argument]"
                               : "a buffer is already attached, of " + std::to_string(objects.bsend_bytes) +
                                     " bytes [maquette-mpi-argument]");
  objects.bsend_buffer = buffer;
  objects.bsend_bytes = size;
  return MPI_SUCCESS;
}

/// \p buffer gets the address; returns the size.
MPI_Count detachBuffer(const Call &call, void *buffer) {
  RankObjects &objects = call.objects();
  *static_cast<void **>(buffer) = std::exchange(objects.bsend_buffer, nullptr);
  return std::exchange(objects.bsend_bytes, 0);
}

} // namespace

extern "C" {

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Send);
  return blockingSend(call, {buf, count, datatype, dest, tag, comm});
}
int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Bsend);
  return blockingSend(call, {buf, count, datatype, dest, tag, comm, SendMode::Buffered});
}
int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Ssend);
  return blockingSend(call, {buf, count, datatype, dest, tag, comm, SendMode::Synchronous});
}
int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Rsend);
  return blockingSend(call, {buf, count, datatype, dest, tag, comm});
}
int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isend);
  return immediateSend(call, {buf, count, datatype, dest, tag, comm}, request);
}
int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ibsend);
  return immediateSend(call, {buf, count, datatype, dest, tag, comm, SendMode::Buffered}, request);
}
int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Issend);
  return immediateSend(call, {buf, count, datatype, dest, tag, comm, SendMode::Synchronous}, request);
}
int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Irsend);
  return immediateSend(call, {buf, count, datatype, dest, tag, comm}, request);
}

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Send_init);
  return persistent(call, RequestKind::Send, {buf, count, datatype, dest, tag, comm}, request);
}
int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Bsend_init);
  return persistent(call, RequestKind::Send, {buf, count, datatype, dest, tag, comm, SendMode::Buffered}, request);
}
int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ssend_init);
  return persistent(call, RequestKind::Send, {buf, count, datatype, dest, tag, comm, SendMode::Synchronous}, request);
}
int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                    MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rsend_init);
  return persistent(call, RequestKind::Send, {buf, count, datatype, dest, tag, comm}, request);
}
int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Recv_init);
  return persistent(call, RequestKind::Receive, {buf, count, datatype, source, tag, comm}, request);
}

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Recv);
  call.trace(comm, source, tag, count, datatype);
  return receiveAndWait(call, {buf, count, datatype, source, tag, comm}, status);
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Irecv);
  call.trace(comm, source, tag, count, datatype);
  const ReceiveArguments arguments{buf, count, datatype, source, tag, comm};
  const CommView view = call.view(comm);
  if (int code = checkReceive(call, view, arguments))
    return code;
  Request *const receive = call.mpi().requests().make(call.rank(), RequestKind::Receive);
  startReceive(call, view, arguments, receive);
  *request = handleOf(receive);
  return MPI_SUCCESS;
}

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Sendrecv);
  call.trace(comm, dest, sendtag, sendcount, sendtype);
  call.trace(comm, source, recvtag, recvcount, recvtype, 1);
  const SendArguments out{sendbuf, sendcount, sendtype, dest, sendtag, comm};
  const ReceiveArguments in{recvbuf, recvcount, recvtype, source, recvtag, comm};
  const CommView out_comm = call.view(out.comm), in_comm = call.view(in.comm);
  if (int code = checkSend(call, out_comm, out))
    return code;
  if (int code = checkReceive(call, in_comm, in))
    return code;
  Mpi &mpi = call.mpi();
  Request *requests[2] = {mpi.requests().make(call.rank(), RequestKind::Receive), nullptr};
  startReceive(call, in_comm, in, requests[0]);
  requests[1] = startSend(call, out_comm, out);
  mpi.waiting().waitAll(call.rank(), requests, 2);
  const int code = finishRequest(mpi, call.rank(), requests[0], status);
  finishRequest(mpi, call.rank(), requests[1], MPI_STATUS_IGNORE);
  return code;
}

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Sendrecv_replace);
  call.trace(comm, dest, sendtag, count, datatype);
  call.trace(comm, source, recvtag, count, datatype, 1);
  const SendArguments out{buf, count, datatype, dest, sendtag, comm};
  const ReceiveArguments in{buf, count, datatype, source, recvtag, comm};
  const CommView out_comm = call.view(out.comm), in_comm = call.view(in.comm);
  if (int code = checkSend(call, out_comm, out))
    return code;
  if (int code = checkReceive(call, in_comm, in))
    return code;
  Mpi &mpi = call.mpi();
  // The contents are packed by startSend, before anything is received.
  Request *const requests[2] = {mpi.requests().make(call.rank(), RequestKind::Receive), startSend(call, out_comm, out)};
  startReceive(call, in_comm, in, requests[0]);
  mpi.waiting().waitAll(call.rank(), requests, 2);
  const int code = finishRequest(mpi, call.rank(), requests[0], status);
  finishRequest(mpi, call.rank(), requests[1], MPI_STATUS_IGNORE);
  return code;
}

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isendrecv);
  return sendReceiveLater(call, {sendbuf, sendcount, sendtype, dest, sendtag, comm},
                          {recvbuf, recvcount, recvtype, source, recvtag, comm}, request);
}
int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                           MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isendrecv_replace);
  return sendReceiveLater(call, {buf, count, datatype, dest, sendtag, comm},
                          {buf, count, datatype, source, recvtag, comm}, request);
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Probe);
  call.trace(comm, source, tag, 0, MPI_DATATYPE_NULL);
  if (int code = checkProbe(call, comm, source, tag))
    return code;
  if (source == MPI_PROC_NULL)
    describeNothing(status);
  else
    describe(*probe(call, call.view(comm), source, tag), status);
  return MPI_SUCCESS;
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Iprobe);
  if (int code = checkProbe(call, comm, source, tag))
    return code;
  *flag = 1;
  if (source == MPI_PROC_NULL)
    describeNothing(status);
  else if (const Envelope *const message = lookOnce(call, comm, source, tag)) {
    tracePolled(call, comm, source, tag);
    describe(*message, status);
  } else
    *flag = 0;
  return MPI_SUCCESS;
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Mprobe);
  call.trace(comm, source, tag, 0, MPI_DATATYPE_NULL);
  if (int code = checkProbe(call, comm, source, tag))
    return code;
  if (source == MPI_PROC_NULL) {
    describeNothing(status);
    *message = MPI_MESSAGE_NO_PROC;
    return MPI_SUCCESS;
  }
  Envelope *const envelope = probe(call, call.view(comm), source, tag);
  call.mpi().messages().arrived(call.rank()).remove(*envelope);
  describe(*envelope, status);
  *message = reinterpret_cast<MPI_Message>(envelope);
  return MPI_SUCCESS;
}

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Improbe);
  if (int code = checkProbe(call, comm, source, tag))
    return code;
  *flag = 1;
  if (source == MPI_PROC_NULL) {
    describeNothing(status);
    *message = MPI_MESSAGE_NO_PROC;
    return MPI_SUCCESS;
  }
  Envelope *const envelope = lookOnce(call, comm, source, tag);
  if (envelope == nullptr) {
    *flag = 0;
    return MPI_SUCCESS;
  }
  tracePolled(call, comm, source, tag);
  call.mpi().messages().arrived(call.rank()).remove(*envelope);
  describe(*envelope, status);
  *message = reinterpret_cast<MPI_Message>(envelope);
  return MPI_SUCCESS;
}

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Mrecv);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  if (int code = checkMatched(call, *message, count, datatype))
    return code;
  if (*message == MPI_MESSAGE_NO_PROC) {
    describeNothing(status);
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
  }
  Request *const request = call.mpi().requests().make(call.rank(), RequestKind::Receive);
  startMatched(call, message, request, buf, count, datatype);
  call.mpi().waiting().waitAll(call.rank(), &request, 1);
  return finishRequest(call.mpi(), call.rank(), request, status);
}

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Imrecv);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  if (int code = checkMatched(call, *message, count, datatype))
    return code;
  Request *const receive = call.mpi().requests().make(call.rank(), RequestKind::Receive);
  *request = handleOf(receive);
  if (*message == MPI_MESSAGE_NO_PROC) {
    call.mpi().protocol().complete(receive, call.rank().clock);
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
  }
  startMatched(call, message, receive, buf, count, datatype);
  return MPI_SUCCESS;
}

// Buffered sends keep their contents in the runtime's memory, so the program's buffer is only remembered.
int PMPI_Buffer_attach(void *buffer, int size) {
  MAQUETTE_MPI_BEGIN(Buffer_attach);
  return attachBuffer(call, buffer, size);
}
int PMPI_Buffer_attach_c(void *buffer, MPI_Count size) {
  MAQUETTE_MPI_BEGIN(Buffer_attach_c);
  return attachBuffer(call, buffer, size);
}

int PMPI_Buffer_detach(void *buffer, int *size) {
  MAQUETTE_MPI_BEGIN(Buffer_detach);
  *size = static_cast<int>(detachBuffer(call, buffer));
  return MPI_SUCCESS;
}
int PMPI_Buffer_detach_c(void *buffer, MPI_Count *size) {
  MAQUETTE_MPI_BEGIN(Buffer_detach_c);
  *size = detachBuffer(call, buffer);
  return MPI_SUCCESS;
}

} // extern "C"
