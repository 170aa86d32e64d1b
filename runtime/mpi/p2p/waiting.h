//===- runtime/mpi/p2p/waiting.h - a rank waits, or looks again and again ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Waiting stops a rank inside a call until requests of its own are complete, lets others run while it polls, and
/// brings all ranks together at the end. What a complete request gives is taken by finishRequest() (completion.h).
#ifndef MAQUETTE_MPI_P2P_WAITING_H
#define MAQUETTE_MPI_P2P_WAITING_H

#include "core/cost_parameters.h"
#include "core/names.h"
#include "p2p/progress.h"
#include "p2p/request.h"

#include "maquette/context/closed_form_barrier.h"

#include <cstdint>

namespace maquette::mpi {

class Waiting {
public:
  Waiting(World &world, const CostParameters &costs, Progress &progress);
  Waiting(const Waiting &) = delete;
  Waiting &operator=(const Waiting &) = delete;

  void waitAll(Rank &rank, Request *const *requests, int count);
  void wait(Rank &rank, Request *request) {
    progress_.beginWaiting(rank);
    if (request->complete || !request->active)
      return;
    request->awaited = true;
    request->thread = world_.dispatcher().threadOf(rank);
    rank.waits_for = request;
    world_.scheduler().waitFor(rank, 1);
    rank.waits_for = nullptr;
  }
  /// Until at least one is complete.
  void waitAny(Rank &rank, Request *const *requests, int count);
  /// Before a look: others have run up to the rank's clock.
  void beginPoll(Rank &rank);
  /// One look that found nothing: advances the clock and lets others run. Reports polling that can never succeed.
  void poll(Rank &rank);
  /// MPI_Finalize: waits for all others.
  void waitForAllAtEnd(Rank &rank);

private:
  World &world_;
  const CostParameters &costs_;
  Progress &progress_;
  runtime::ClosedFormBarrier end_;
};

} // namespace maquette::mpi

#endif
