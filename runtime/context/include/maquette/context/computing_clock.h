//===- maquette/context/computing_clock.h - what a rank's own computing takes ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures the computing of ranks that take turns on one core of the host, as if each had a core of its own (direct
/// mode, profile).
///
/// A span is what a rank computes between two MPI calls. Its time passes these stages, each in a file of its own; what
/// each is worth: docs/results/corrections.md.
///
/// 1. steal: what the host ran meanwhile is subtracted (stolen_time.h)
/// 2. touch, touch-used, touch-heap, touch-shared: the first touch of memory costs what it usually does (first_touch.h,
///    heap_growth.h, shared_touches.h)
/// 3. restore: a rank finds its own data in the caches, at least in a part of the spans (working_sets.h,
///    restore_budget.h); with a process for each rank bind and moved (turn_scheduler.h, moved_memory.h)
/// 4. ratio to pace: what the span is charged by its like (span_correction.h). A profile does that by region.
#ifndef MAQUETTE_CONTEXT_COMPUTING_CLOCK_H
#define MAQUETTE_CONTEXT_COMPUTING_CLOCK_H

#include "maquette/context/heap_growth.h"
#include "maquette/context/restore_budget.h"
#include "maquette/context/span_correction.h"
#include "maquette/host/processor_clock.h"
#include "maquette/memory/first_touch.h"
#include "maquette/memory/shared_touches.h"
#include "maquette/memory/working_sets.h"

#include "maquette/formats/run_config.h"

#include <cstdint>
#include <span>

namespace maquette::runtime {

class ComputingClock {
public:
  /// Calibrates for about 20 ms.
  explicit ComputingClock(const RunConfig &config);

  /// \p rank, which computes, has got \p block. Returns what that is to count as, in ticks of the clock.
  std::int64_t allocated(std::int64_t rank, void *block, std::size_t bytes);
  /// What passes between the two counts as \p ticks. They do not nest: what is allocated meanwhile is the runtime's
  /// own.
  void pause() {
    is_paused_ = true;
    clock_.pause();
    shared_.pause();
  }
  void resume(std::int64_t ticks) {
    shared_.resume();
    clock_.resume(ticks);
    is_paused_ = false;
  }
  bool isPaused() const { return is_paused_; }
  /// True when the next block behind \p block, a small one that a rank has got, may come to pages by which the heap has
  /// grown.
  bool nearsNewHeap(const void *block, std::size_t bytes) const {
    return !is_paused_ && heap_growth_.isNear(block, bytes);
  }
  /// Touches some of them. Returns what they are to count as, in ticks of the clock.
  std::int64_t touchHeap(const void *block, std::size_t bytes);
  void freed(const void *block, std::size_t bytes) {
    if (restores_)
      sets_.freed(block);
    first_touch_.freed(block, bytes);
  }
  /// True if freed() takes a while, which is not to be counted.
  bool watches(const void *block) const { return first_touch_.watches(block); }
  /// \p rank goes on computing behind the call at \p place; \p globals are its own.
  void begin(std::int64_t rank, const void *place, std::span<const char> globals);
  /// What it took from begin() to the call at \p place; nothing without a begin.
  sim::SimDuration end(const void *place);

  /// The two halves of begin() and end() where ranks compute in processes of their own: what is measured there, is
  /// charged in another.
  void start() {
    shared_.start();
    clock_.start();
  }
  /// In picoseconds.
  double stop();
  /// Direct mode: what \p measured counts as. Unit: picoseconds.
  double charge(std::int64_t rank, SpanPlace place, double measured);

  /// How disturbed the host was.
  const ProcessorClock &clock() const { return clock_; }
  /// Direct mode's judgements.
  const SpanCorrection &spans() const { return spans_; }
  /// Of the spans after another rank's, the share that was to be restored and could not be, for lack of time. Profile
  /// only.
  double missedShare() const;

private:
  bool shallRestore(const void *place);

  ProcessorClock clock_;
  SpanCorrection spans_;
  WorkingSets sets_;
  RestoreBudget budget_;
  FirstTouch first_touch_;
  SharedTouches shared_;
  HeapGrowth heap_growth_;
  bool is_paused_ = false; ///< Blocks are the simulator's meanwhile.
  Mode mode_;
  bool restores_;
  std::int64_t last_rank_ = -1;
  const void *begun_at_ = nullptr;
  /// How the running rank found the caches when it took its turn: spans after the first find what that left.
  SpanCaches found_ = SpanCaches::Own;
  std::uint64_t restored_ = 0;
  std::uint64_t disturbed_ = 0;
};

} // namespace maquette::runtime

#endif
