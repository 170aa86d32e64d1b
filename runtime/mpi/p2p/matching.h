//===- runtime/mpi/p2p/matching.h - posted receives meet arrived messages -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two queues of a rank. Both are in order, so the first that matches is the one MPI asks for; messages are queued
/// when they arrive in simulated time, so a wildcard takes the one that came first.
#ifndef MAQUETTE_MPI_P2P_MATCHING_H
#define MAQUETTE_MPI_P2P_MATCHING_H

#include "p2p/match_list.h"
#include "p2p/request.h"

#include "maquette/context/rank.h"

namespace maquette::mpi {

inline MatchKey keyOf(const Request &receive) { return {receive.context, receive.peer, receive.tag}; }
inline MatchKey keyOf(const Envelope &message) { return {message.context, message.source, message.tag}; }

struct PostedSide {
  using Object = Request;
  static constexpr bool kObjectsReceive = true;
  static MatchKey keyOf(const Request &receive) { return mpi::keyOf(receive); }
};
struct ArrivedSide {
  using Object = Envelope;
  static constexpr bool kObjectsReceive = false;
  static MatchKey keyOf(const Envelope &message) { return mpi::keyOf(message); }
};

/// Receives of \p rank that wait for a message.
inline MatchList<PostedSide> postedOf(runtime::Rank &rank, SizePool &pool) { return {rank.posted, pool}; }
/// Messages for \p rank that wait for a receive.
inline MatchList<ArrivedSide> arrivedOf(runtime::Rank &rank, SizePool &pool) { return {rank.arrived, pool}; }

} // namespace maquette::mpi

#endif
