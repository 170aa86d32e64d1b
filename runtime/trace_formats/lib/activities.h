//===- runtime/trace_formats/lib/activities.h - what the calls of a rank mean to others ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Viewers and other formats do not show calls with arguments, but messages and collective operations: who sent how
/// many bytes to whom. This follows communicators, datatypes and requests to say so.
#ifndef MAQUETTE_TRACE_FORMATS_LIB_ACTIVITIES_H
#define MAQUETTE_TRACE_FORMATS_LIB_ACTIVITIES_H

#include "communicators.h"
#include "datatype_sizes.h"

#include <deque>
#include <tuple>

namespace maquette::traces {

struct Activity {
  enum class Kind : std::uint8_t {
    Send,         ///< The call sends.
    StartSend,    ///< The call starts a send ...
    SendDone,     ///< ... and this one ends it.
    Receive,      ///< The call receives.
    StartReceive, ///< Peer, tag and bytes are those asked for.
    ReceiveDone,
    Cancelled,
    Collective, ///< The peer is the root; -1: none.
    StartCollective,
    CollectiveDone,
    MadeComm, ///< All ranks of the communicator make others of it.
  };
  Kind kind = Kind::Send;
  CommNumber comm = kNoComm;
  std::int32_t peer = -1; ///< Rank in the communicator.
  std::int32_t tag = 0;
  std::int64_t bytes = 0;          ///< Of the message; of a collective, that this rank sends.
  std::int64_t received_bytes = 0; ///< Of a collective.
  std::string_view operation;      ///< Of a collective: one of kOperations.
  CommNumber made = kNoComm;       ///< The new communicator; kNoComm: this rank gets none.
  std::int64_t request = -1;       ///< Counts the rank's requests from 0: never used again.
  /// Which of the messages with this communicator, sender, receiver and tag, from 0. Messages of a receive from any
  /// source count when it ends. -1: the trace does not say between whom it is.
  std::int64_t number = -1;
};

class Activities {
public:
  /// \p reader: of the rank, for datatypes whose size the trace says apart. Both outlive this.
  Activities(const Communicators &communicators, std::int64_t rank, const EventReader &reader);

  /// Of the rank's next event. Good until the next call.
  const std::vector<Activity> &of(const Event &event);
  /// Sends and receives of which the trace does not say between whom they are.
  std::uint64_t lost() const { return lost_; }
  /// Of the rank's datatypes so far.
  const DatatypeSizes &sizes() const { return sizes_; }
  /// The communicator that \p event is about, or makes.
  CommNumber commOf(const Event &event) const;

private:
  struct Pending {
    Activity activity; ///< As it was started.
    bool is_persistent = false;
    bool is_active = true;
  };
  struct Probed {
    CommNumber comm;
    Received message;
  };

  void seeCommunicators(const Event &event);
  void seeMessages(const Event &event);
  void seeCollective(const Event &event);
  void seeStarts(const Event &event);
  void seeCompletions(const Event &event);
  void seeMatched(const Event &event);
  void add(Activity activity, const Event &event);
  void end(Pending &pending, const Received *received);
  bool isBetweenKnown(const Activity &activity) const;
  void count(Activity &activity);
  void start(Activity activity, std::int64_t request, bool is_persistent);
  void setBytes(Activity &activity, const Event &event) const;
  std::int64_t bytesOf(const Event &event, std::string_view counts, std::string_view types) const;
  std::int64_t bytesOfSide(const Event &event, const std::string &side) const;

  const Communicators &communicators_;
  std::int64_t rank_;
  DatatypeSizes sizes_;
  std::map<std::int64_t, CommNumber> comms_; ///< By handle.
  std::size_t made_ = 0;                     ///< Communicators.
  std::map<std::int64_t, Pending> pending_;  ///< By request.
  std::deque<Probed> probed_;
  std::map<std::tuple<bool, CommNumber, std::int32_t, std::int32_t>, std::int64_t> counts_;
  std::int64_t requests_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<Activity> found_;
};

} // namespace maquette::traces

#endif
