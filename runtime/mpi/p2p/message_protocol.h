//===- runtime/mpi/p2p/message_protocol.h - the way of a message ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MessageProtocol takes a message from its send to the completion of its receive: eager ones in one transfer, those
/// above the machine's threshold by asking first. It runs in calls of ranks and, for what arrives, outside them.
///
/// Source  protocol: MPI 3.1, chapter 3; times: send and receive overhead on the rank's clock, the rest by the network
/// model
#ifndef MAQUETTE_MPI_P2P_MESSAGE_PROTOCOL_H
#define MAQUETTE_MPI_P2P_MESSAGE_PROTOCOL_H

#include "core/cost_parameters.h"
#include "p2p/messages.h"
#include "p2p/progress.h"
#include "p2p/requests.h"

#include "maquette/models/network_model.h"
#include "maquette/sim/engine.h"

#include <cstdint>

namespace maquette::mpi {

class RemoteMessage;

/// Where a message goes and how.
struct Address {
  std::int32_t destination = 0; ///< Rank in the world.
  std::int32_t source = 0;      ///< The sender's rank in the communicator.
  std::int32_t tag = 0;
  std::uint32_t context = 0;
  SendMode mode = SendMode::Standard;
  std::uint64_t signature = 0;
  std::uint16_t call = 0;
  const void *site = nullptr; ///< Of the call in the program.
};

class MessageProtocol {
public:
  MessageProtocol(World &world, const CostParameters &costs, Messages &messages, Requests &requests,
                  Progress &progress);
  MessageProtocol(const MessageProtocol &) = delete;
  MessageProtocol &operator=(const MessageProtocol &) = delete;

  // In calls.
  /// Sends at \p clock, which moves by the send overhead. \p request is completed later if
  /// CostParameters::waitsForReceiver(), else at once; it may be nullptr.
  void send(Rank &origin, SimTime &clock, Envelope *message, const Address &address, Request *request);
  /// Sends \p message from rank to rank; it is told when it arrives.
  void startRemote(RemoteMessage &message, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
                   models::NotifyInjected notify = models::NotifyInjected::No);
  /// Posts a receive at \p clock.
  void post(Rank &owner, SimTime clock, Request *receive);
  /// Matches \p receive with a message that was taken out of the queue of arrived ones.
  void matchArrived(Request *receive, Envelope *message, SimTime clock);
  void complete(Request *request, SimTime when);
  /// The same at a time to come, or now.
  void completeAt(Request *request, SimTime when);
  /// The same when the storage has done what \p accesses ask, of which there is at least one.
  void completeAfter(Request *request, std::span<const models::StorageRequest> accesses);

  // By the network and the engine. A cookie is the message's.
  void transferInjected(std::uint64_t cookie);
  void transferDelivered(std::uint64_t cookie);
  /// What is under way for the message \p cookie; without its start.
  models::Transfer transferOf(std::uint64_t cookie) const;
  /// Brings the message that \p event delivers into the cache (Name); later the rank it is for, or -1 when there is
  /// none.
  std::int64_t prefetch(const sim::Event &event, sim::PrefetchStage stage) const;

private:
  SimTime copyOut(SimTime clock, const Envelope &message, Request *request);
  void transfer(Envelope *message, SimTime start);
  void injected(Envelope *message, SimTime now);
  void delivered(Envelope *message, SimTime now);
  void keepOrder(Rank &origin, Envelope *message);
  void leaveFlight(Envelope *message);
  void arrive(Envelope *message);
  void arriveInOrder(Envelope *message);
  void take(Envelope *message);
  void match(Request *receive, Envelope *message, SimTime clock);
  void matchSeen(Request *receive, Envelope *message, SimTime seen);
  void fill(Request &receive, Envelope *message);
  void sendClearToSend(Envelope *message, SimTime when);
  Request *joinHalves(Request *request, SimTime when);
  void completeStep(Request *request);
  void keepCause(Request &request, SimTime when);
  static void injectedEvent(void *target, std::uint64_t cookie);
  static void deliveredEvent(void *target, std::uint64_t cookie);
  static void completionEvent(void *target, std::uint64_t request);

  World &world_;
  const CostParameters &costs_;
  Messages &messages_;
  Requests &requests_;
  Progress &progress_;
  CausalityRecorder *causality_; ///< nullptr: nobody asked.
  bool nodes_in_order_;          ///< Messages between two nodes never overtake each other.
};

} // namespace maquette::mpi

#endif
