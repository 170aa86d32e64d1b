//===- maquette/context/rank_scheduler.h - when ranks go on -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A rank waits for a number of completions and continues after the last one. RankScheduler counts them, and keeps the
/// clocks of ranks and of the engine in order.
#ifndef MAQUETTE_CONTEXT_RANK_SCHEDULER_H
#define MAQUETTE_CONTEXT_RANK_SCHEDULER_H

#include "maquette/context/rank_dispatcher.h"
#include "maquette/context/rank_prefetcher.h"
#include "maquette/formats/jobs.h"
#include "maquette/sim/engine.h"

#include <cstdint>

namespace maquette::runtime {

class RankScheduler {
public:
  RankScheduler(sim::Engine &engine, RunOutcome &outcome, RankDispatcher &dispatcher, Rank *ranks)
      : engine_(engine), outcome_(outcome), dispatcher_(dispatcher), ranks_(ranks), prefetcher_(dispatcher, ranks) {}
  /// From now on the engine prefetches the data of coming events. \pre the dispatcher is prepared.
  void connect(const CommunicationLayers &layers, const ProfileHooks &hooks);

  /// The calling rank waits for \p completions calls of completedOne().
  void waitFor(Rank &rank, std::uint32_t completions) {
    MAQUETTE_ASSERT(completions > 0 && dispatcher_.running() == &rank);
    rank.awaited = completions;
    dispatcher_.suspend();
  }
  /// One completion less to wait for; after the last one the rank continues at once. Only outside ranks, unless the
  /// rank created threads.
  /// \p thread: the one that waits.
  void completedOne(Rank &rank, std::uint16_t thread = 0);
  /// The same at a time to come, or now.
  void completedOneAt(const Rank &rank, std::uint16_t thread, sim::SimTime when) {
    engine_.schedule(when, wake, this, static_cast<std::uint64_t>(thread) << 32 | static_cast<std::uint64_t>(rank.id));
  }
  /// The same for every rank of a job, in their order.
  void completedAll(const JobPlace &job);

  /// Runs the engine up to the rank's clock, so that all earlier events have happened.
  void synchronize(Rank &rank);
  /// The same for a rank that polls: the engine moves to the rank's clock.
  void poll(Rank &rank);
  /// Ranks inside poll(); each has one event in the engine.
  std::uint64_t pollingCount() const { return polling_; }

  /// True if every MPI call has work at its beginning and end: computing is measured, ranks have threads, or messages
  /// make progress only while a rank waits.
  bool stepsIn() const { return steps_in_; }
  void stepIn() { steps_in_ = true; }

  /// Prefetches the data that \p rank needs to continue.
  void prefetchRank(const Rank &rank, sim::PrefetchStage stage) const { prefetcher_.prefetch(&rank - ranks_, stage); }

private:
  static void wake(void *self, std::uint64_t rank);
  static void prefetch(void *self, const sim::Event &event, sim::PrefetchStage stage);

  sim::Engine &engine_;
  RunOutcome &outcome_;
  RankDispatcher &dispatcher_;
  Rank *ranks_;
  RankPrefetcher prefetcher_;
  std::uint64_t polling_ = 0;
  bool steps_in_ = false;
};

} // namespace maquette::runtime

#endif
