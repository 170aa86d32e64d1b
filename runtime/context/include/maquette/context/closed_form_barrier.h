//===- maquette/context/closed_form_barrier.h - all ranks of a job wait for each other ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// At the begin and the end of a library's use, messages of a barrier would only cost, and be the only ones of many
/// ranks. So the last rank to come sets the time at which all go on.
#ifndef MAQUETTE_CONTEXT_CLOSED_FORM_BARRIER_H
#define MAQUETTE_CONTEXT_CLOSED_FORM_BARRIER_H

#include "maquette/causality/chain_pool.h"
#include "maquette/context/rank.h"

#include <cstdint>
#include <vector>

namespace maquette::runtime {

class ClosedFormBarrier {
public:
  explicit ClosedFormBarrier(World &world);
  ClosedFormBarrier(const ClosedFormBarrier &) = delete;
  ClosedFormBarrier &operator=(const ClosedFormBarrier &) = delete;

  /// \p rank goes on when all ranks of its job have come, and log2 of their number times \p round later.
  void wait(Rank &rank, sim::SimDuration round);

private:
  struct Arrivals {
    std::int64_t count = 0;
    sim::SimTime last;
    causality::Chain chain; ///< Of the rank that came last.
  };
  void rememberChain(Arrivals &arrivals, const Rank &rank);
  static void leaveEvent(void *target, std::uint64_t job);

  World &world_;
  std::vector<Arrivals> arrivals_; ///< By job.
};

} // namespace maquette::runtime

#endif
