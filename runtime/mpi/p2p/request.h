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

#include "maquette/causality/chain_pool.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/time.h"

#include <cstdint>
#include <utility>

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

private:
  struct InFlight {
    Envelope *before = nullptr;    ///< In that list.
    Envelope *successor = nullptr; ///< The next message between the same ranks, which must not arrive earlier.
  };
  struct Arrival {
    std::int64_t when_ps;
    Request *receiver; ///< The matched receive.
    sim::SimTime when() const { return sim::SimTime::fromPs(when_ps); }
  };
  union {
    InFlight in_flight_ = {}; ///< While `listed`.
    Arrival arrival_;         ///< After the arrival.
  };
  union {
    Request *sender_ = nullptr;
    const void *site_; ///< With `placed`.
  };
  union {
    char *block_ = nullptr;
    char inlined_[kMostInline]; ///< With fitsInline().
  };

public:
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

  // The assertions compare with false because sizeof of a negated bit-field is an error in g++ 12.
  /// While it is in the sender's list.
  InFlight &inFlight() {
    MAQUETTE_ASSERT(listed);
    return in_flight_;
  }
  void arriveAt(sim::SimTime when) {
    MAQUETTE_ASSERT(listed == false);
    arrival_ = {when.ps(), nullptr};
  }
  /// After arriveAt().
  Arrival &arrival() {
    MAQUETTE_ASSERT(listed == false);
    return arrival_;
  }
  const Arrival &arrival() const { return const_cast<Envelope *>(this)->arrival(); }

  // Who sent it: the request of a sender that waits, else the place in the program.
  /// Completed by the answer (synchronous) or when the data has left; nullptr: nobody waits.
  Request *sender() const {
    MAQUETTE_ASSERT(placed == false);
    return sender_;
  }
  void setSender(Request *request) {
    MAQUETTE_ASSERT(placed == false);
    sender_ = request;
  }
  /// Of the call in the program that sent it.
  const void *sentAt() const;
  /// Takes the request of who waits for the answer, or for the data to leave; nullptr: nobody does.
  Request *takeSender();
  void setSite(const void *at) {
    site_ = at;
    placed = true;
  }

  /// Contents that do not fit inline: of the byte pool, or `borrowed`; nullptr when the receiver has these.
  char *block() const {
    MAQUETTE_ASSERT(!phantom && !fitsInline());
    return block_;
  }
  void setBlock(char *data) {
    MAQUETTE_ASSERT(!phantom && !fitsInline());
    block_ = data;
  }
  /// nullptr: phantom.
  char *contents() { return phantom ? nullptr : fitsInline() ? inlined_ : block_; }
  const char *contents() const { return const_cast<Envelope *>(this)->contents(); }
};
static_assert(sizeof(Envelope) == 80);

/// OneSided: operations of one rank on a window, or a lock; `peer` is the target, MPI_ANY_SOURCE several.
/// File: `room` bytes have been read or written.
/// Special: `buffer` is an RequestOperation.
enum class RequestKind : std::uint8_t { Send, Receive, Collective, OneSided, File, Special, Null };
/// Half: of an MPI_Isendrecv whose other half is not complete. OfCollective: a message of one, or the program's request
/// for it.
enum class RequestRole : std::uint8_t { Whole, Half, OfCollective };
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

private:
  union {
    void *buffer_ = nullptr;
    const void *sent_at_; ///< With `filled`.
  };
  union {
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    void *frame_; ///< OfCollective.
  };
  union {
    Persistent *persistent_ = nullptr;
    Request *joined_;        ///< Of a Half: the other one.
    Collective *collective_; ///< What it belongs to.
  };

public:
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
  RequestRole role : 2 = RequestRole::Whole;
  /// A message without contents was received, and is gone: `peer`, `tag` and `room` tell of it, `context` of its basic
  /// type.
  bool filled : 1 = false;
  std::uint16_t call = 0;   ///< The MPI call that made it.
  std::uint16_t thread = 0; ///< Of the owner's: waits for this one.

  /// Of a receive; of a Special one, its RequestOperation.
  void *buffer() const {
    MAQUETTE_ASSERT(filled == false);
    return buffer_;
  }
  void setBuffer(void *data) {
    MAQUETTE_ASSERT(filled == false);
    buffer_ = data;
  }
  /// The call that sent what filled it; nullptr where that is not known.
  const void *sentAt() const {
    MAQUETTE_ASSERT(filled);
    return sent_at_;
  }
  void fillFrom(const void *site) {
    sent_at_ = site;
    filled = true;
  }

  MPI_Datatype type() const {
    MAQUETTE_ASSERT(role != RequestRole::OfCollective);
    return type_;
  }
  void setType(MPI_Datatype datatype) {
    MAQUETTE_ASSERT(role != RequestRole::OfCollective);
    type_ = datatype;
  }
  /// The algorithm that goes on with a receive of a collective, for prefetching.
  void *frame() const {
    MAQUETTE_ASSERT(role == RequestRole::OfCollective);
    return frame_;
  }
  void setFrame(void *algorithm) {
    MAQUETTE_ASSERT(role == RequestRole::OfCollective);
    frame_ = algorithm;
  }

  bool isPersistent() const { return role == RequestRole::Whole && persistent_ != nullptr; }
  Persistent &persistent() const {
    MAQUETTE_ASSERT(isPersistent());
    return *persistent_;
  }
  void setPersistent(Persistent *kept) {
    MAQUETTE_ASSERT(role == RequestRole::Whole);
    persistent_ = kept;
  }
  /// It and \p other become the halves of an MPI_Isendrecv. The program has the receive.
  void joinWith(Request &other) {
    MAQUETTE_ASSERT(role == RequestRole::Whole && !isPersistent());
    MAQUETTE_ASSERT(other.role == RequestRole::Whole && !other.isPersistent());
    joined_ = &other;
    other.joined_ = this;
    role = other.role = RequestRole::Half;
  }
  /// It is a half no more. Returns the other one.
  Request *leaveHalf() {
    MAQUETTE_ASSERT(role == RequestRole::Half);
    role = RequestRole::Whole;
    return std::exchange(joined_, nullptr);
  }
  Collective &collective() const {
    MAQUETTE_ASSERT(role == RequestRole::OfCollective);
    return *collective_;
  }
  /// nullptr: to none any more. \pre it is no persistent one, and no half.
  void belongTo(Collective *owning) {
    MAQUETTE_ASSERT(!isPersistent() && role != RequestRole::Half);
    collective_ = owning;
    role = owning != nullptr ? RequestRole::OfCollective : RequestRole::Whole;
  }
};
static_assert(sizeof(Request) == 80);

inline const void *Envelope::sentAt() const {
  if (placed)
    return site_;
  return sender_ != nullptr ? sender_->call_site : nullptr;
}

inline Request *Envelope::takeSender() {
  Request *const taken = placed ? nullptr : sender_;
  if (taken != nullptr)
    setSite(taken->call_site);
  return taken;
}

/// Of an object of a pool that keeps a chain behind each: what led to where it is.
struct alignas(8) ChainSlot {
  causality::Chain chain;
};
template <class T> causality::Chain &chainBehind(T &object) {
  return reinterpret_cast<ChainSlot *>(&object + 1)->chain;
}

inline MPI_Request handleOf(Request *request) { return reinterpret_cast<MPI_Request>(request); }
inline Request *requestOf(MPI_Request handle) { return reinterpret_cast<Request *>(handle); }

} // namespace maquette::mpi

#endif
