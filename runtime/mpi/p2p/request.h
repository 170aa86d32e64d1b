//===- runtime/mpi/p2p/request.h - what is under way ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Envelope is a message, from the send call until its contents are in the receiver's buffer. Request is an operation
/// that somebody will wait for. Both come from pools.
///
/// User memory  the contents are packed inside the send call and unpacked inside the call that completes the receive,
/// so the
///              runtime touches a rank's memory only while that rank runs. Collectives work on packed bytes, which stay
///              where they are: a message of theirs that waits for its receiver is copied once, from the one's to the
///              other's.
#ifndef MAQUETTE_MPI_P2P_REQUEST_H
#define MAQUETTE_MPI_P2P_REQUEST_H

#include "objects/communicator.h"
#include "objects/datatype.h"

#include "maquette/sim/time.h"

#include <cstdint>

namespace maquette::mpi {

class Collective;
struct Request;

/// Where a message is in its protocol. Eager: contents with the envelope. Else: Ask goes to the receiver, Answer back,
/// Data follows. Remote: a RemoteMessage.
enum class Protocol : std::uint8_t { Eager, RequestToSend, ClearToSend, Data, RemoteOperation };

/// 80 bytes: a million ranks have millions of messages under way. What is needed only before the arrival shares its
/// room with what is known only after it.
struct Envelope {
  static constexpr std::int64_t kMostInline = 8; ///< Bytes.

  Envelope *next = nullptr;     ///< In the sender's list of messages in flight, which is searched for
  std::int32_t destination = 0; ///< this: rank in the world.
  std::int32_t origin = 0;      ///< Rank in the world.
  union {
    Envelope *before = nullptr; ///< In that list.
    std::int64_t arrived_ps;    ///< After the arrival: its time.
  };
  union {
    Envelope *successor =
        nullptr;       ///< In flight: the next message between the same ranks, which must not arrive earlier.
    Request *receiver; ///< After the arrival: the matched receive.
  };
  union {
    Request *sender =
        nullptr;      ///< Completed by the answer (synchronous) or when the data has left; nullptr: nobody waits.
    const void *site; ///< With `placed`: the call in the program that sent it.
  };
  union {
    char *block = nullptr; ///< Of the byte pool, or `borrowed`.
    char inlined[kMostInline];
  };
  std::int64_t bytes = 0;
  std::uint64_t signature =
      0; ///< Of a collective: what the sender takes part in. Else its basic type (0: several), and the call << 16.
  std::int32_t source = 0; ///< Rank in the communicator.
  std::int32_t tag = 0;
  std::uint32_t context = 0;
  Protocol protocol : 3 = Protocol::Eager;
  bool phantom : 1 = true;      ///< It has no contents.
  bool synchronous : 1 = false; ///< Eager, and the receiver answers when it has matched.
  bool listed : 1 = false;      ///< In the sender's list.
  bool pending : 1 = false;     ///< An earlier one has not arrived.
  bool delivered : 1 = false;   ///< Held, and the network has delivered it.
  bool placed : 1 = false;      ///< Nobody waits for it any more; `site` tells where it was sent.
  bool notify : 1 = false;      ///< Somebody wants to know when the last byte has left.
  bool borrowed : 1 =
      false; ///< The contents are the sender's memory, until the last byte has left; then the receiver has them.

  bool fitsInline() const { return bytes <= kMostInline; }
  /// Of the call in the program that sent it.
  const void *sentAt() const;
  /// Takes the request of who waits for the answer, or for the data to leave; nullptr: nobody does.
  Request *takeSender();
  void setSite(const void *at) {
    site = at;
    placed = true;
  }
  /// nullptr: phantom.
  char *contents() { return phantom ? nullptr : fitsInline() ? inlined : block; }
  const char *contents() const { return const_cast<Envelope *>(this)->contents(); }
};
static_assert(sizeof(Envelope) == 80);

/// OneSided: operations of one rank on a window, or a lock; `peer` is the target, MPI_ANY_SOURCE several.
/// File: `room` bytes have been read or written.
/// Special: `buffer` is an RequestOperation.
enum class RequestKind : std::uint8_t { Send, Receive, Collective, OneSided, File, Special, Null };
enum class SendMode : std::uint8_t { Standard, Synchronous, Buffered };

/// What MPI_Send_init and MPI_Recv_init keep between starts.
struct Persistent {
  const void *buffer;
  MPI_Datatype type;
  MPI_Comm comm;
  int count;
  int peer;
  int tag;
  SendMode mode;
};

/// 80 bytes, which a pool puts into two lines of the cache: there are as many as messages under way.
struct Request {
  Envelope *message = nullptr; ///< Of a receive, once matched, unless it is `filled`.
  union {
    void *buffer = nullptr; ///< Of a receive.
    const void *sent_at;    ///< With `filled`: the call that sent what came; nullptr where that is not known.
  };
  union {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    void *frame; ///< Of a receive `in_collective`: the algorithm that goes on with it, for prefetching.
  };
  union {
    Persistent *persistent = nullptr;
    Request *joined;        ///< With `is_half`: the other half. The program has the receive.
    Collective *collective; ///< With `in_collective`: what it belongs to.
  };
  sim::SimTime completed; ///< When complete.
  std::int64_t room = 0;  ///< Bytes that a receive has room for, or with `filled` has got; bytes sent.
  const void *call_site = nullptr;
  std::int32_t owner = 0; ///< Rank in the world.
  std::int32_t peer = 0;  ///< Rank in the communicator, or MPI_ANY_SOURCE.
  std::int32_t tag = 0;
  std::uint32_t context = 0;
  RequestKind kind = RequestKind::Receive;
  bool complete : 1 = false;
  bool awaited : 1 = false; ///< The owner's code waits for this one.
  bool active : 1 = true;   ///< False: a persistent request that is not started.
  bool cancelled : 1 = false;
  bool abandoned : 1 = false; ///< MPI_Request_free: goes when it is complete.
  bool is_half : 1 = false;   ///< Of an MPI_Isendrecv whose other half is not complete.
  bool in_collective : 1 = false;
  /// A message without contents was received, and is gone: `peer`, `tag` and `room` tell of it, `context` of its basic
  /// type.
  bool filled : 1 = false;
  std::uint16_t call = 0;   ///< The MPI call that made it.
  std::uint16_t thread = 0; ///< Of the owner's: waits for this one.

  bool isPersistent() const { return persistent != nullptr && !is_half && !in_collective; }
  /// The collective this belongs to; nullptr: none.
  Collective *owningCollective() const { return in_collective ? collective : nullptr; }
  /// \pre it is no persistent one, and no half.
  void belongTo(Collective *owning) {
    collective = owning;
    in_collective = owning != nullptr;
  }
};
static_assert(sizeof(Request) == 80);

inline const void *Envelope::sentAt() const {
  if (placed)
    return site;
  return sender != nullptr ? sender->call_site : nullptr;
}

inline Request *Envelope::takeSender() {
  Request *const taken = placed ? nullptr : sender;
  if (taken != nullptr)
    setSite(taken->call_site);
  return taken;
}

inline MPI_Request handleOf(Request *request) { return reinterpret_cast<MPI_Request>(request); }
inline Request *requestOf(MPI_Request handle) { return reinterpret_cast<Request *>(handle); }

} // namespace maquette::mpi

#endif
