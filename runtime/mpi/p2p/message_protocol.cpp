//===- runtime/mpi/p2p/message_protocol.cpp - the way of a message --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/message_protocol.h"

#include "p2p/remote.h"

#include "collectives/collective.h"
#include "maquette/context/one_sided_layer.h"
#include "maquette/context/threads.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace maquette::mpi {

namespace {

Envelope *messageOf(std::uint64_t cookie) { return reinterpret_cast<Envelope *>(cookie); }

causality::Chain &chainOf(Envelope &message) {
  return message.protocol == Protocol::RemoteOperation ? static_cast<RemoteMessage &>(message).chain
                                                       : chainBehind(message);
}

/// The last byte has left: the sender may do with its memory what it likes.
void handOver(Envelope *message) {
  if (!message->borrowed || message->block() == nullptr)
    return;
  const Request &receive = *message->arrival().receiver;
  copyBytes(static_cast<char *>(receive.buffer()), message->block(), std::min(message->bytes, receive.room));
  message->setBlock(nullptr);
}

} // namespace

MessageProtocol::MessageProtocol(World &world, const CostParameters &costs, Messages &messages, Requests &requests,
                                 Progress &progress)
    : world_(world), costs_(costs), messages_(messages), requests_(requests), progress_(progress),
      causality_(world.calls().causality()), nodes_in_order_(world.targetNetwork().model().keepsOrder()) {}

void MessageProtocol::send(Rank &origin, SimTime &clock, Envelope *message, const Address &address, Request *request) {
  clock += costs_.sendOverhead();
  message->origin = origin.id;
  message->destination = address.destination;
  message->source = address.source;
  message->tag = address.tag;
  message->context = address.context;
  message->signature = address.signature;
  progress_.advance();
  world_.calls().counters().countMessage({address.call, address.site}, origin.id, address.destination, message->bytes);
  const bool waits = costs_.waitsForReceiver(message->bytes, address.mode);
  const bool eager = message->bytes <= costs_.eagerThreshold();
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
SimTime MessageProtocol::copyOut(SimTime clock, const Envelope &message, Request *request) {
  if (costs_.bufferOverhead() > SimDuration() &&
      world_.placement().nodeOf(message.origin) != world_.placement().nodeOf(message.destination))
    clock += costs_.bufferOverhead();
  const SimTime safe = clock + costs_.copyTime(message.bytes);
  if (request == nullptr)
    return safe;
  complete(request, safe);
  return clock;
}

models::Transfer MessageProtocol::transferOf(std::uint64_t cookie) const {
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
void MessageProtocol::transfer(Envelope *message, SimTime start) {
  models::Transfer transfer = transferOf(reinterpret_cast<std::uint64_t>(message));
  transfer.start = std::max(start, world_.engine().now());
  if (causality_ != nullptr)
    causality_->keep(chainOf(*message), transfer.start);
  const bool back = message->protocol == Protocol::ClearToSend;
  world_.placement().describe(transfer, back ? message->destination : message->origin,
                              back ? message->origin : message->destination);
  const models::Started started = world_.targetNetwork().model().start(transfer);
  if (started.injected && transfer.notify_injected == models::NotifyInjected::Yes)
    world_.engine().schedule(*started.injected, injectedEvent, this, transfer.cookie);
  if (started.delivered)
    world_.engine().schedule(*started.delivered, deliveredEvent, this, transfer.cookie);
}

void MessageProtocol::injectedEvent(void *target, std::uint64_t cookie) {
  static_cast<MessageProtocol *>(target)->transferInjected(cookie);
}
void MessageProtocol::deliveredEvent(void *target, std::uint64_t cookie) {
  static_cast<MessageProtocol *>(target)->transferDelivered(cookie);
}

std::int64_t MessageProtocol::prefetch(const sim::Event &event, sim::PrefetchStage stage) const {
  const std::optional<models::PrefetchHint> foreseen = event.action == deliveredEvent
                                                           ? std::optional(models::PrefetchHint{event.argument, true})
                                                           : world_.targetNetwork().model().prefetchHint(event);
  if (!foreseen || runtime::BackgroundTraffic::owns(foreseen->cookie) || runtime::OneSidedLayer::owns(foreseen->cookie))
    return -1;
  const Envelope *const message = messageOf(foreseen->cookie);
  if (stage == sim::PrefetchStage::Name) {
    mpi::prefetch(message);
    if (causality_ != nullptr)
      __builtin_prefetch(message + 1, 1);
    return -1;
  }
  if (causality_ != nullptr && stage == sim::PrefetchStage::Record)
    causality_->prefetch(chainOf(const_cast<Envelope &>(*message)));
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

void MessageProtocol::startRemote(RemoteMessage &message, std::int32_t from, std::int32_t to, std::int64_t bytes,
                                  SimTime start, models::NotifyInjected notify) {
  message.origin = from;
  message.destination = to;
  message.bytes = bytes;
  message.notify = notify == models::NotifyInjected::Yes;
  progress_.advance();
  transfer(&message, start);
}

[[gnu::always_inline]] inline void MessageProtocol::injected(Envelope *message, SimTime now) {
  if (message->protocol == Protocol::RemoteOperation)
    return static_cast<RemoteMessage *>(message)->injected(now);
  handOver(message);
  if (Request *const sender = message->takeSender())
    complete(sender, now);
}

void MessageProtocol::transferInjected(std::uint64_t cookie) {
  Envelope *const message = messageOf(cookie);
  const SimTime now = world_.engine().now();
  if (causality_ == nullptr) [[likely]]
    return injected(message, now);
  const auto because = [this, message, now]() __attribute__((noinline)) {
    const CausalityRecorder::Event event(*causality_, causality_->passed(causality_->share(chainOf(*message)), now));
    injected(message, now);
  };
  because();
}

[[gnu::always_inline]] inline void MessageProtocol::delivered(Envelope *message, SimTime now) {
  progress_.advance();
  switch (message->protocol) {
  case Protocol::Eager:
  case Protocol::RequestToSend:
    arrive(message);
    return;
  case Protocol::ClearToSend:
    if (message->arrival().receiver == nullptr) { // A synchronous eager message was matched.
      complete(message->takeSender(), now);
      messages_.release(message);
      return;
    }
    progress_.onProgress(message->origin, now, [this, message](SimTime seen) {
      message->protocol = Protocol::Data;
      message->notify = !message->placed && message->sender() != nullptr;
      transfer(message, seen);
    });
    return;
  case Protocol::Data:
    handOver(message);
    progress_.onProgress(message->destination, now, [this, message](SimTime seen) {
      Request *const receive = message->arrival().receiver;
      const SimTime when = progress_.isPolled() ? seen + costs_.copyTime(message->bytes) : seen;
      fill(*receive, message);
      complete(receive, when);
    });
    return;
  case Protocol::RemoteOperation:
    static_cast<RemoteMessage *>(message)->delivered(now);
    return;
  }
}

void MessageProtocol::transferDelivered(std::uint64_t cookie) {
  Envelope *const message = messageOf(cookie);
  const SimTime now = world_.engine().now();
  if (causality_ == nullptr) [[likely]]
    return delivered(message, now);
  const auto because = [this, message, now]() __attribute__((noinline)) {
    const CausalityRecorder::Event event(*causality_, causality_->arrived(chainOf(*message), now));
    delivered(message, now);
  };
  because();
}

/// Messages between the same two ranks arrive in the order they were sent, whatever the network does (MPI 3.1, 3.5).
void MessageProtocol::keepOrder(Rank &origin, Envelope *message) {
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

void MessageProtocol::leaveFlight(Envelope *message) {
  Rank &origin = world_.rank(message->origin);
  Envelope *const before = message->inFlight().before;
  (before != nullptr ? before->next : origin.in_flight) = message->next;
  if (message->next != nullptr)
    message->next->inFlight().before = before;
  message->listed = false;
}

void MessageProtocol::arrive(Envelope *message) {
  if (message->listed)
    return arriveInOrder(message);
  take(message);
}

void MessageProtocol::arriveInOrder(Envelope *message) {
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

void MessageProtocol::take(Envelope *message) {
  Rank &destination = world_.rank(message->destination);
  const SimTime now = world_.engine().now();
  message->arriveAt(now);
  if (Request *const receive = messages_.posted(destination).take(keyOf(*message))) {
    match(receive, message, now);
    return;
  }
  messages_.arrived(destination).add(*message);
  if (destination.probing) {
    destination.probing = false;
    if (causality_ != nullptr)
      causality_->wakes(destination);
    world_.scheduler().completedOne(destination);
  }
  if (world_.dispatcher().hasThreads())
    world_.dispatcher().threads().wakeProbing(destination);
}

void MessageProtocol::post(Rank &owner, SimTime clock, Request *receive) {
  progress_.advance();
  Envelope *const message = messages_.arrived(owner).take(keyOf(*receive));
  if (message != nullptr) {
    matchArrived(receive, message, clock);
    return;
  }
  receive->completed = std::max(receive->completed, clock); // Not before it is posted, which may lie ahead.
  if (causality_ != nullptr && clock > world_.engine().now() && receive->room > costs_.eagerThreshold())
    causality_->keep(chainBehind(*receive), clock); // A message that asks first waits for that.
  messages_.posted(owner).add(*receive);
}

void MessageProtocol::matchArrived(Request *receive, Envelope *message, SimTime clock) {
  receive->completed = std::max(receive->completed, clock);
  match(receive, message, clock);
}

void MessageProtocol::match(Request *receive, Envelope *message, SimTime clock) {
  receive->completed = std::max(receive->completed, clock);
  receive->message = message;
  message->arrival().receiver = receive;
  progress_.onProgress(receive->owner, message->arrival().when(),
                       [this, receive, message](SimTime seen) { matchSeen(receive, message, seen); });
}

void MessageProtocol::matchSeen(Request *receive, Envelope *message, SimTime seen) {
  SimTime when = std::max(seen, receive->completed);
  if (message->protocol == Protocol::Eager) {
    // What came before it was asked for is copied out of the buffer that kept it; with polling progress, all is.
    if (progress_.isPolled() || when > message->arrival().when())
      when += costs_.copyTime(message->bytes);
    if (message->synchronous)
      sendClearToSend(message, when);
    fill(*receive, message);
    complete(receive, when);
    return;
  }
  message->protocol = Protocol::ClearToSend;
  if (causality_ == nullptr || when <= seen || chainBehind(*receive).isEmpty())
    return transfer(message, when);
  const auto because = [this, receive, message, when]() __attribute__((noinline)) {
    const CausalityRecorder::Event posted(*causality_, std::exchange(chainBehind(*receive), {}));
    transfer(message, when);
  };
  because();
}

/// A message without contents has come. What the receive will tell of it is put where the request is, which is at hand
/// now: so the message goes, and need not be fetched from memory again when the receiver goes on. What does not fit is
/// kept, for its error.
void MessageProtocol::fill(Request &receive, Envelope *message) {
  if (!message->phantom || receive.role == RequestRole::OfCollective || message->bytes > receive.room)
    return;
  receive.peer = message->source;
  receive.tag = message->tag;
  receive.context = static_cast<std::uint16_t>(message->signature);
  receive.fillFrom(message->sentAt());
  receive.room = message->bytes;
  receive.message = nullptr;
  messages_.release(message);
}

/// A synchronous eager message was matched: tells its sender. The message itself may be gone before that arrives.
void MessageProtocol::sendClearToSend(Envelope *message, SimTime when) {
  Envelope *const note = messages_.make(0, true);
  note->protocol = Protocol::ClearToSend;
  note->origin = message->origin;
  note->destination = message->destination;
  note->arriveAt(when);
  note->setSender(message->takeSender());
  transfer(note, when);
}

void MessageProtocol::completionEvent(void *target, std::uint64_t request) {
  MessageProtocol &protocol = *static_cast<MessageProtocol *>(target);
  const SimTime now = protocol.world_.engine().now();
  protocol.progress_.advance();
  Request *const completed = reinterpret_cast<Request *>(request);
  if (protocol.causality_ == nullptr)
    return protocol.complete(completed, now);
  const CausalityRecorder::Event event(*protocol.causality_,
                                       protocol.causality_->arrived(chainBehind(*completed), now));
  protocol.complete(completed, now);
}

void MessageProtocol::completeAt(Request *request, SimTime when) {
  if (when <= world_.engine().now())
    return complete(request, when);
  if (causality_ != nullptr)
    causality_->keep(chainBehind(*request), world_.engine().now());
  world_.engine().schedule(when, completionEvent, this, reinterpret_cast<std::uint64_t>(request));
}

void MessageProtocol::completeAfter(Request *request, std::span<const models::StorageRequest> accesses) {
  if (causality_ != nullptr)
    causality_->keep(chainBehind(*request), world_.engine().now());
  world_.storage().begin(accesses, completionEvent, this, reinterpret_cast<std::uint64_t>(request));
}

/// One half of an MPI_Isendrecv is through. Returns the request of both when it was the last one, else nullptr.
Request *MessageProtocol::joinHalves(Request *request, SimTime when) {
  Request *const other = request->leaveHalf();
  const bool is_send = request->kind == RequestKind::Send;
  Request *const receive = is_send ? other : request;
  if (causality_ != nullptr)
    keepCause(*receive, when);
  receive->completed = std::max(receive->completed, when);
  if (!is_send)
    return nullptr; // The send still leads to it.
  requests_.release(request);
  if (receive->role != RequestRole::Half)
    return receive;
  receive->leaveHalf();
  return nullptr;
}

void MessageProtocol::complete(Request *request, SimTime when) {
  if (request->role == RequestRole::Half && (request = joinHalves(request, when)) == nullptr)
    return;
  if (causality_ != nullptr)
    keepCause(*request, when);
  request->completed = std::max(request->completed, when);
  if (request->role == RequestRole::OfCollective && request->kind != RequestKind::Collective)
    return completeStep(request);
  request->complete = true;
  if (!request->awaited) {
    if (request->abandoned)
      requests_.release(request);
    return;
  }
  request->awaited = false;
  world_.scheduler().completedOne(world_.rank(request->owner), request->thread);
}

/// Why \p request is complete at \p when; nothing if nobody can wait for that.
void MessageProtocol::keepCause(Request &request, SimTime when) {
  const bool is_step = request.role == RequestRole::OfCollective && request.kind != RequestKind::Collective;
  if (when < request.completed || when <= (is_step ? request.collective().clock() : world_.rank(request.owner).clock))
    causality_->drop(chainBehind(request));
  else
    causality_->keep(chainBehind(request), when);
}

/// A message of a collective: the collective goes on.
void MessageProtocol::completeStep(Request *request) {
  progress_.onProgress(request->owner, request->completed, [request](SimTime seen) {
    request->complete = true;
    request->completed = std::max(request->completed, seen);
    request->collective().completed(*request);
  });
}

} // namespace maquette::mpi
