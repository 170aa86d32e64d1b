//===- runtime/mpi/p2p/protocol.cpp - the way of a message ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/mpi_state.h"
#include "p2p/matching.h"
#include "p2p/remote.h"
#include "p2p/request_operation.h"

#include "collectives/collective.h"
#include "maquette/context/threads.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace maquette::mpi {

namespace {
Envelope *messageOf(std::uint64_t cookie) { return reinterpret_cast<Envelope *>(cookie); }
} // namespace

template <class Step> void Mpi::onProgress(std::int32_t rank, SimTime arrival, Step step) {
  if (!progress_windows_)
    step(arrival);
  else
    onPolledProgress(rank, arrival, step);
}

template <class Step> void Mpi::onPolledProgress(std::int32_t rank, SimTime arrival, Step step) {
  if (const std::optional<SimTime> seen = progress_windows_->lookAt(rank, arrival))
    step(*seen);
  else
    progress_windows_->defer(rank, step);
}

Envelope *Mpi::newMessage(std::int64_t bytes, bool phantom) {
  Envelope *const message = envelopes_.make();
  message->bytes = bytes;
  message->phantom = phantom || bytes == 0;
  if (!message->phantom && !message->fitsInline())
    message->setBlock(static_cast<char *>(byte_pool_.take(static_cast<std::size_t>(bytes))));
  return message;
}

Envelope *Mpi::messageOfCollective(std::int64_t bytes, const char *contents) {
  const bool borrowed =
      contents != nullptr && waitsForReceiver(bytes, SendMode::Standard) && bytes > Envelope::kMostInline;
  Envelope *const message = newMessage(bytes, contents == nullptr || borrowed);
  if (borrowed) {
    message->phantom = false;
    message->borrowed = true;
    message->setBlock(const_cast<char *>(contents));
  } else {
    copyBytes(message->contents(), contents, bytes);
  }
  return message;
}

/// The last byte has left: the sender may do with its memory what it likes.
void Mpi::handOver(Envelope *message) {
  if (!message->borrowed || message->block() == nullptr)
    return;
  const Request &receive = *message->arrival().receiver;
  copyBytes(static_cast<char *>(receive.buffer()), message->block(), std::min(message->bytes, receive.room));
  message->setBlock(nullptr);
}

void Mpi::release(Envelope *message) {
  if (!message->phantom && !message->fitsInline() && !message->borrowed)
    byte_pool_.give(message->block(), static_cast<std::size_t>(message->bytes));
  envelopes_.release(message);
}

Request *Mpi::newRequest(const Rank &owner, RequestKind kind) {
  Request *const request = requests_.make();
  request->owner = owner.id;
  request->kind = kind;
  request->call = owner.call;
  request->call_site = owner.call_site;
  return request;
}

void Mpi::releasePersistent(Persistent &persistent) {
  types_.release(persistent.type);
  releaseHandle(persistent.comm);
  persistents_.release(&persistent);
}

void Mpi::release(Request *request) {
  if (request == &sent_)
    return;
  delete operationOf(*request);
  if (request->message != nullptr)
    release(request->message);
  if (request->isPersistent())
    releasePersistent(request->persistent());
  requests_.release(request);
}

void Mpi::send(Rank &origin, SimTime &clock, Envelope *message, const Address &address, Request *request) {
  clock += send_overhead_;
  message->origin = origin.id;
  message->destination = address.destination;
  message->source = address.source;
  message->tag = address.tag;
  message->context = address.context;
  message->signature = address.signature;
  ++progress_;
  countMessage({address.call, address.site}, origin.id, address.destination, message->bytes);
  const bool waits = waitsForReceiver(message->bytes, address.mode);
  const bool eager = message->bytes <= eager_threshold_;
  message->protocol = eager ? Protocol::Eager : Protocol::RequestToSend;
  message->synchronous = eager && waits;
  const SimTime start = clock;
  if (waits) {
    message->setSender(request);
  } else {
    message->setSite(address.site);
    clock = copyOut(clock, *message, request);
  }
  if (!nodes_in_order_ || world_.placement().nodeOf(origin.id) == world_.placement().nodeOf(address.destination))
    keepOrder(origin, message);
  transfer(message, start);
}

/// A message whose sender waits for nobody is copied into a buffer. Returns when the call goes on: with a request,
/// which is complete when the copy is there, as soon as the buffer is reserved.
SimTime Mpi::copyOut(SimTime clock, const Envelope &message, Request *request) {
  if (buffer_overhead_ > SimDuration() &&
      world_.placement().nodeOf(message.origin) != world_.placement().nodeOf(message.destination))
    clock += buffer_overhead_;
  const SimTime safe = clock + copyTime(message.bytes);
  if (request == nullptr)
    return safe;
  complete(request, safe);
  return clock;
}

models::Transfer Mpi::transferOf(std::uint64_t cookie) const {
  const Envelope &message = *messageOf(cookie);
  const bool back = message.protocol == Protocol::ClearToSend;
  const bool carries = message.protocol != Protocol::RequestToSend && !back;
  models::Transfer transfer;
  transfer.source = world_.placement().nodeOf(back ? message.destination : message.origin);
  transfer.destination = world_.placement().nodeOf(back ? message.origin : message.destination);
  transfer.size = sim::Bytes{carries ? message.bytes : 0};
  transfer.cookie = cookie;
  if (message.notify)
    transfer.notify_injected = models::NotifyInjected::Yes;
  return transfer;
}

/// Hands the present step of the message's protocol to the network.
void Mpi::transfer(Envelope *message, SimTime start) {
  models::Transfer transfer = transferOf(reinterpret_cast<std::uint64_t>(message));
  transfer.start = std::max(start, world_.engine().now());
  const bool back = message->protocol == Protocol::ClearToSend;
  world_.placement().describe(transfer, back ? message->destination : message->origin,
                              back ? message->origin : message->destination);
  const models::Started started = world_.network().start(transfer);
  if (started.injected && transfer.notify_injected == models::NotifyInjected::Yes)
    world_.engine().schedule(*started.injected, injectedEvent, this, transfer.cookie);
  if (started.delivered)
    world_.engine().schedule(*started.delivered, deliveredEvent, this, transfer.cookie);
}

void Mpi::injectedEvent(void *target, std::uint64_t cookie) { static_cast<Mpi *>(target)->transferInjected(cookie); }
void Mpi::deliveredEvent(void *target, std::uint64_t cookie) { static_cast<Mpi *>(target)->transferDelivered(cookie); }

std::int64_t Mpi::prefetch(const sim::Event &event, sim::PrefetchStage stage) const {
  const std::optional<models::PrefetchHint> foreseen = event.action == deliveredEvent
                                                           ? std::optional(models::PrefetchHint{event.argument, true})
                                                           : world_.network().prefetchHint(event);
  if (!foreseen || runtime::BackgroundTraffic::owns(foreseen->cookie))
    return -1;
  const Envelope *const message = messageOf(foreseen->cookie);
  if (stage == sim::PrefetchStage::Name) {
    mpi::prefetch(message);
    return -1;
  }
  if (!foreseen->delivered)
    return -1;
  if (message->protocol == Protocol::ClearToSend)
    return message->origin;
  if (stage == sim::PrefetchStage::Body) {
    const std::uintptr_t posted = world_.rank(message->destination).posted;
    MatchList<PostedSide>::prefetchFitting(posted, keyOf(*message));
    if (const Request *const only = MatchList<PostedSide>::onlyOf(posted);
        only != nullptr && only->role == RequestRole::OfCollective) {
      mpi::prefetch(&only->collective());
      __builtin_prefetch(only->frame(), 1);
      __builtin_prefetch(static_cast<const char *>(only->frame()) + 64, 1);
      __builtin_prefetch(static_cast<const char *>(only->frame()) + 128, 1);
    }
  }
  return message->destination;
}

void Mpi::startRemote(RemoteMessage &message, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
                      models::NotifyInjected notify) {
  message.origin = from;
  message.destination = to;
  message.bytes = bytes;
  message.notify = notify == models::NotifyInjected::Yes;
  ++progress_;
  transfer(&message, start);
}

void Mpi::transferInjected(std::uint64_t cookie) {
  Envelope *const message = messageOf(cookie);
  if (message->protocol == Protocol::RemoteOperation)
    return static_cast<RemoteMessage *>(message)->injected(world_.engine().now());
  handOver(message);
  if (Request *const sender = message->takeSender())
    complete(sender, world_.engine().now());
}

void Mpi::transferDelivered(std::uint64_t cookie) {
  Envelope *const message = messageOf(cookie);
  const SimTime now = world_.engine().now();
  ++progress_;
  switch (message->protocol) {
  case Protocol::Eager:
  case Protocol::RequestToSend:
    arrive(message);
    return;
  case Protocol::ClearToSend:
    if (message->arrival().receiver == nullptr) { // A synchronous eager message was matched.
      complete(message->takeSender(), now);
      release(message);
      return;
    }
    onProgress(message->origin, now, [this, message](SimTime seen) {
      message->protocol = Protocol::Data;
      message->notify = !message->placed && message->sender() != nullptr;
      transfer(message, seen);
    });
    return;
  case Protocol::Data:
    handOver(message);
    onProgress(message->destination, now, [this, message](SimTime seen) {
      Request *const receive = message->arrival().receiver;
      const SimTime when = progress_windows_ ? seen + copyTime(message->bytes) : seen;
      fill(*receive, message);
      complete(receive, when);
    });
    return;
  case Protocol::RemoteOperation:
    static_cast<RemoteMessage *>(message)->delivered(now);
    return;
  }
}

/// Messages between the same two ranks arrive in the order they were sent, whatever the network does (MPI 3.1, 3.5).
void Mpi::keepOrder(Rank &origin, Envelope *message) {
  for (Envelope *earlier = origin.in_flight; earlier != nullptr; earlier = earlier->next)
    if (earlier->destination == message->destination) {
      earlier->inFlight().successor = message;
      message->pending = true;
      break;
    }
  message->listed = true;
  message->next = origin.in_flight;
  if (origin.in_flight != nullptr)
    origin.in_flight->inFlight().before = message;
  origin.in_flight = message;
}

void Mpi::leaveFlight(Envelope *message) {
  Rank &origin = world_.rank(message->origin);
  Envelope *const before = message->inFlight().before;
  (before != nullptr ? before->next : origin.in_flight) = message->next;
  if (message->next != nullptr)
    message->next->inFlight().before = before;
  message->listed = false;
}

void Mpi::arrive(Envelope *message) {
  if (message->listed)
    return arriveInOrder(message);
  take(message);
}

void Mpi::arriveInOrder(Envelope *message) {
  if (message->pending) {
    message->delivered = true;
    return;
  }
  while (message != nullptr) {
    Envelope *const successor = message->inFlight().successor;
    leaveFlight(message);
    take(message);
    if (successor != nullptr)
      successor->pending = false;
    message = successor != nullptr && successor->delivered ? successor : nullptr;
  }
}

void Mpi::take(Envelope *message) {
  Rank &destination = world_.rank(message->destination);
  const SimTime now = world_.engine().now();
  message->arriveAt(now);
  if (Request *const receive = posted(destination).take(keyOf(*message))) {
    match(receive, message, now);
    return;
  }
  arrived(destination).add(*message);
  if (destination.probing) {
    destination.probing = false;
    world_.scheduler().completedOne(destination);
  }
  if (world_.dispatcher().hasThreads())
    world_.dispatcher().threads().wakeProbing(destination);
}

void Mpi::post(Rank &owner, SimTime clock, Request *receive) {
  ++progress_;
  Envelope *const message = arrived(owner).take(keyOf(*receive));
  if (message != nullptr) {
    matchArrived(receive, message, clock);
    return;
  }
  receive->completed = std::max(receive->completed, clock); // Not before it is posted, which may lie ahead.
  posted(owner).add(*receive);
}

void Mpi::matchArrived(Request *receive, Envelope *message, SimTime clock) {
  receive->completed = std::max(receive->completed, clock);
  match(receive, message, clock);
}

void Mpi::match(Request *receive, Envelope *message, SimTime clock) {
  receive->completed = std::max(receive->completed, clock);
  receive->message = message;
  message->arrival().receiver = receive;
  onProgress(receive->owner, message->arrival().when(),
             [this, receive, message](SimTime seen) { matchSeen(receive, message, seen); });
}

void Mpi::matchSeen(Request *receive, Envelope *message, SimTime seen) {
  SimTime when = std::max(seen, receive->completed);
  if (message->protocol == Protocol::Eager) {
    // What came before it was asked for is copied out of the buffer that kept it; with polling progress, all is.
    if (progress_windows_ || when > message->arrival().when())
      when += copyTime(message->bytes);
    if (message->synchronous)
      sendClearToSend(message, when);
    fill(*receive, message);
    complete(receive, when);
    return;
  }
  message->protocol = Protocol::ClearToSend;
  transfer(message, when);
}

/// A message without contents has come. What the receive will tell of it is put where the request is, which is at hand
/// now: so the message goes, and need not be fetched from memory again when the receiver goes on. What does not fit is
/// kept, for its error.
void Mpi::fill(Request &receive, Envelope *message) {
  if (!message->phantom || receive.role == RequestRole::OfCollective || message->bytes > receive.room)
    return;
  receive.peer = message->source;
  receive.tag = message->tag;
  receive.context = static_cast<std::uint16_t>(message->signature);
  receive.fillFrom(message->sentAt());
  receive.room = message->bytes;
  receive.message = nullptr;
  release(message);
}

void Mpi::look(Rank &rank) {
  progress_windows_->begin(rank.id, rank.clock, world_.engine().now());
  for (const ProgressWindows::Step &step : progress_windows_->takeDeferred(rank.id)) {
    ++progress_;
    step(rank.clock);
  }
}

/// A synchronous eager message was matched: tells its sender. The message itself may be gone before that arrives.
void Mpi::sendClearToSend(Envelope *message, SimTime when) {
  Envelope *const note = newMessage(0, true);
  note->protocol = Protocol::ClearToSend;
  note->origin = message->origin;
  note->destination = message->destination;
  note->arriveAt(when);
  note->setSender(message->takeSender());
  transfer(note, when);
}

void Mpi::completionEvent(void *target, std::uint64_t request) {
  Mpi &mpi = *static_cast<Mpi *>(target);
  ++mpi.progress_;
  mpi.complete(reinterpret_cast<Request *>(request), mpi.world_.engine().now());
}

void Mpi::completeAt(Request *request, SimTime when) {
  if (when <= world_.engine().now())
    complete(request, when);
  else
    world_.engine().schedule(when, completionEvent, this, reinterpret_cast<std::uint64_t>(request));
}

/// One half of an MPI_Isendrecv is through. Returns the request of both when it was the last one, else nullptr.
Request *Mpi::joinHalves(Request *request, SimTime when) {
  Request *const other = request->leaveHalf();
  const bool is_send = request->kind == RequestKind::Send;
  Request *const receive = is_send ? other : request;
  receive->completed = std::max(receive->completed, when);
  if (!is_send)
    return nullptr; // The send still leads to it.
  release(request);
  if (receive->role != RequestRole::Half)
    return receive;
  receive->leaveHalf();
  return nullptr;
}

void Mpi::complete(Request *request, SimTime when) {
  if (request->role == RequestRole::Half && (request = joinHalves(request, when)) == nullptr)
    return;
  request->completed = std::max(request->completed, when);
  if (request->role == RequestRole::OfCollective && request->kind != RequestKind::Collective)
    return completeStep(request);
  request->complete = true;
  if (!request->awaited) {
    if (request->abandoned)
      release(request);
    return;
  }
  request->awaited = false;
  world_.scheduler().completedOne(world_.rank(request->owner), request->thread);
}

/// A message of a collective: the collective goes on.
void Mpi::completeStep(Request *request) {
  onProgress(request->owner, request->completed, [request](SimTime seen) {
    request->complete = true;
    request->completed = std::max(request->completed, seen);
    request->collective().completed(*request);
  });
}

} // namespace maquette::mpi
