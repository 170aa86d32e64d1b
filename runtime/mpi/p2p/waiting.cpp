//===- runtime/mpi/p2p/waiting.cpp - a rank waits for its requests --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective.h"
#include "core/mpi_state.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/threads.h"
#include "objects/status.h"
#include "p2p/request_operation.h"

#include <algorithm>
#include <string>

namespace maquette::mpi {

namespace {

/// Looks in vain, with nothing under way, after which a loop counts as hopeless.
constexpr std::uint64_t kManyPolls = 10'000;

} // namespace

void Mpi::waitAll(Rank &rank, Request *const *requests, int count) {
  beginWaiting(rank);
  const std::uint16_t thread = world_.dispatcher().threadOf(rank);
  std::uint32_t open = 0;
  for (int i = 0; i < count; ++i) {
    Request *const request = requests[i];
    if (request == nullptr || request->complete || !request->active)
      continue;
    request->awaited = true;
    request->thread = thread;
    if (open++ == 0)
      rank.waits_for = request;
  }
  if (open > 0)
    world_.scheduler().waitFor(rank, open);
  rank.waits_for = nullptr;
}

void Mpi::waitAny(Rank &rank, Request *const *requests, int count) {
  beginWaiting(rank);
  int open = 0;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == nullptr || !requests[i]->active)
      continue;
    if (requests[i]->complete)
      return;
    ++open;
  }
  if (open == 0)
    return;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr && requests[i]->active) {
      requests[i]->awaited = true;
      requests[i]->thread = world_.dispatcher().threadOf(rank);
      rank.waits_for = requests[i];
    }
  world_.scheduler().waitFor(rank, 1);
  rank.waits_for = nullptr;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr)
      requests[i]->awaited = false;
}

bool Mpi::othersWait(const Rank &rank) const {
  return world_.dispatcher().hasThreads() && world_.dispatcher().threads().othersInCalls(rank);
}

int Mpi::finish(Rank &rank, Request *request, MPI_Status *status) {
  if (request->completed > rank.clock) {
    countWait({rank.call, rank.call_site}, request->completed - rank.clock);
    rank.clock = request->completed;
  }
  int code = MPI_SUCCESS;
  if (RequestOperation *const operation = operationOf(*request))
    code = operation->finish(*this, rank, *request, status);
  else if (request->kind == RequestKind::Receive && !request->cancelled && request->message != nullptr)
    code = receiveContents(rank, request, status);
  else if (request->filled)
    receiveFilled(rank, *request, status);
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
    types_.release(request->type());
  request->setType(MPI_DATATYPE_NULL);
  if (request->isPersistent())
    request->active = false;
  else
    release(request);
  return code;
}

int Mpi::receiveContents(Rank &rank, Request *request, MPI_Status *status) {
  Envelope *const message = request->message;
  rank.clock += receive_overhead_ + packingTime(*typeOf(request->type()), std::min(message->bytes, request->room));
  checkTypes(rank, *request, static_cast<std::uint16_t>(message->signature), message->bytes, message->sentAt());
  setStatus(status, message->source, message->tag, std::min(message->bytes, request->room));
  if (!message->phantom && !isPhantom(request->buffer())) {
    char *const base = static_cast<char *>(originOf(request->buffer()));
    unpack(*typeOf(request->type()), message->contents(), std::min(message->bytes, request->room), base);
    moved(rank, *typeOf(request->type()), std::min(message->bytes, request->room), base);
  }
  const int code = message->bytes > request->room ? truncated(rank, *message, request->room) : MPI_SUCCESS;
  request->message = nullptr;
  release(message);
  return code;
}

void Mpi::noteMoved(const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer) {
  if (isPhantom(buffer))
    return;
  runtime::HostProcesses &processes = *world_.meter().hostProcesses();
  const char *const base = static_cast<const char *>(originOf(buffer));
  if (type.contiguous || type.size == 0)
    return processes.moved(rank, {base, bytes, bytes, 1});
  for (std::int64_t element = 0; element * type.size < bytes; ++element)
    for (const Run &run : type.runs)
      processes.moved(rank, {base + element * type.extent() + run.offset, run.length, run.stride, run.count});
}

void Mpi::receiveFilled(Rank &rank, const Request &request, MPI_Status *status) {
  rank.clock += receive_overhead_ + packingTime(*typeOf(request.type()), request.room);
  checkTypes(rank, request, static_cast<std::uint16_t>(request.context), request.room, request.sentAt());
  setStatus(status, request.peer, request.tag, request.room);
}

int Mpi::truncated(Rank &rank, const Envelope &message, std::int64_t room) {
  return raise(rank, MPI_COMM_WORLD, MPI_ERR_TRUNCATE,
               "the message from rank " + std::to_string(message.source) + " with tag " + std::to_string(message.tag) +
                   (message.sentAt() != nullptr ? ", sent at " + siteText(message.sentAt()) + "," : "") + " has " +
                   std::to_string(message.bytes) + " bytes, but the receive has room for " + std::to_string(room) +
                   " [maquette-mpi-truncated]");
}

void Mpi::meetAtEnd(Rank &rank) {
  beginWaiting(rank);
  JobWorld &job = worlds_[rank.job];
  job.end = std::max(job.end, rank.clock);
  if (++job.at_end == job.comm.size()) {
    const SimDuration round = send_overhead_ + world_.network().minimumLatency() + receive_overhead_;
    for (std::int64_t reached = 1; reached < job.at_end; reached *= 2)
      job.end += round;
    world_.engine().schedule(std::max(job.end, world_.engine().now()), allAtEnd, this, rank.job);
  }
  world_.scheduler().waitFor(rank, 1);
  countWait({rank.call, rank.call_site}, job.end - rank.clock);
  rank.clock = job.end;
}

void Mpi::allAtEnd(void *target, std::uint64_t job) {
  World &world = static_cast<Mpi *>(target)->world_;
  world.scheduler().completedAll(world.placement().jobs()[job]);
}

void Mpi::beginPoll(Rank &rank) {
  beginWaiting(rank);
  // A rank that has only looked so far, very often, is under way to its next look, and to nothing that others could
  // wait for.
  const auto polls = fruitless_polls_.find(rank.id);
  if (idle_progress_ == progress_ && polls != fruitless_polls_.end() && polls->second > kManyPolls)
    world_.scheduler().poll(rank);
  else
    world_.scheduler().synchronize(rank);
}

void Mpi::poll(Rank &rank) {
  beginWaiting(rank);
  rank.clock += poll_cost_;
  if (idle_progress_ != progress_) {
    idle_progress_ = progress_;
    fruitless_polls_.clear();
    idle_polls_ = 0;
  }
  ++fruitless_polls_[rank.id];
  if (world_.engine().pendingCount() > world_.scheduler().pollingCount())
    idle_polls_ = 0;
  const std::uint64_t limit = kManyPolls * (world_.scheduler().pollingCount() + 1);
  if (++idle_polls_ > limit) {
    world_.fail("deadlock",
                "endless polling: no message is in flight, and " + placeOf(rank) + " has polled " +
                    std::to_string(idle_polls_) + " times\n" + deadlockReport() +
                    "  fix: find the send or receive that the loop waits for\n",
                rank.id);
  }
  world_.scheduler().poll(rank);
}

} // namespace maquette::mpi
