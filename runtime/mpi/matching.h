//===- runtime/mpi/matching.h - posted receives meet arrived messages -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two queues of a rank. Both are in order, so the first that matches is the one MPI asks for; messages are queued when they
/// arrive in simulated time, so a wildcard takes the one that came first.
#ifndef MAQUETTE_MPI_MATCHING_H
#define MAQUETTE_MPI_MATCHING_H

#include "mpi/request.h"

#include "maquette/runtime/rank.h"

namespace maquette::mpi {

/// Takes the first posted receive that \p message satisfies; nullptr if there is none.
Request *takePosted(runtime::Rank &rank, const Envelope &message);
void addPosted(runtime::Rank &rank, Request &receive);
/// For MPI_Cancel. False when \p receive is not queued.
bool removePosted(runtime::Rank &rank, Request &receive);

/// The first arrived message that satisfies a receive of (context, source, tag); nullptr if there is none.
Envelope *findArrived(runtime::Rank &rank, std::uint32_t context, std::int32_t source, std::int32_t tag);
/// The same, and takes it out.
Envelope *takeArrived(runtime::Rank &rank, const Request &receive);
void addArrived(runtime::Rank &rank, Envelope &message);
void removeArrived(runtime::Rank &rank, Envelope &message);

} // namespace maquette::mpi

#endif
