//===- runtime/mpi/p2p/progress_windows.h - when ranks look at what has arrived ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// With `progress = "polling"`, an arrived message stays in a buffer until its rank is inside a call that waits or
/// tests. Only there is it matched, answered or copied out. ProgressWindows records these calls. The clock of a rank
/// may be ahead of the engine's, so the rank's phases since then are kept. Messages that no phase has seen yet are
/// deferred to the next one.
///
/// Source  VACED-SIM, 3.1.1 (algorithm 1) and 4.4 (algorithms 2 and 3)
#ifndef MAQUETTE_MPI_P2P_PROGRESS_WINDOWS_H
#define MAQUETTE_MPI_P2P_PROGRESS_WINDOWS_H

#include "maquette/sim/time.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace maquette::mpi {

class ProgressWindows {
public:
  using Step = std::function<void(sim::SimTime)>;

  explicit ProgressWindows(std::int64_t ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

  /// The rank waits from \p clock on, unless it does already. Phases that ended before \p now are forgotten.
  void begin(std::int32_t rank, sim::SimTime clock, sim::SimTime now);
  /// The rank leaves the call at \p clock. Nothing if it did not wait in it.
  void end(std::int32_t rank, sim::SimTime clock);
  /// The first time from \p arrival on at which the rank looks; nullopt: not before its next phase.
  std::optional<sim::SimTime> lookAt(std::int32_t rank, sim::SimTime arrival) const;
  /// \p step is for the next phase.
  void defer(std::int32_t rank, Step step);
  /// What waits for this phase, in the order it was deferred.
  std::vector<Step> takeDeferred(std::int32_t rank);

private:
  struct Phase {
    sim::SimTime begin;
    std::optional<sim::SimTime> end; ///< nullopt: not yet.
  };
  struct OfRank {
    std::deque<Phase> phases;
    std::vector<Step> deferred;
  };
  OfRank &of(std::int32_t rank) { return ranks_[static_cast<std::size_t>(rank)]; }

  std::vector<OfRank> ranks_;
};

} // namespace maquette::mpi

#endif
