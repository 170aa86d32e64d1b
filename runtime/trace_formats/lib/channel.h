//===- runtime/trace_formats/lib/channel.h - messages between the same two ranks -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_CHANNEL_H
#define MAQUETTE_TRACE_FORMATS_LIB_CHANNEL_H

#include "activities.h"

#include <array>

namespace maquette::traces {

/// Communicator, sender, receiver and tag: the messages that have the same are numbered (Activity::number).
using Channel = std::array<std::int32_t, 4>;

inline bool sends(const Activity &activity) {
  return activity.kind == Activity::Kind::Send || activity.kind == Activity::Kind::StartSend;
}
inline bool receives(const Activity &activity) {
  return activity.kind == Activity::Kind::Receive || activity.kind == Activity::Kind::ReceiveDone;
}

/// A message to the rank itself in its own MPI_COMM_SELF is its own affair: others have the same number.
inline bool isBetweenRanks(const Activity &activity) { return activity.comm >= 0 && activity.number >= 0; }

/// Of what \p rank of MPI_COMM_WORLD sends or receives: both ends give the same.
inline Channel channelOf(const Communicators &communicators, std::int64_t rank, const Activity &activity) {
  const auto me = static_cast<std::int32_t>(communicators.rankIn(activity.comm, rank));
  return sends(activity) ? Channel{activity.comm, me, activity.peer, activity.tag}
                         : Channel{activity.comm, activity.peer, me, activity.tag};
}

} // namespace maquette::traces

#endif
