//===- maquette/context/computing_clock.h - what a rank's own computing takes ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures the computing of ranks that take turns on one core of the host, as if each had a core of its own (direct
/// mode, profile).
///
/// A span is what a rank computes between two MPI calls. Other ranks that ran before it have taken its data's place in
/// the caches. Some spans are measured with the caches restored (working_sets.h), the others as they are;
/// span_correction.h says what each is charged. The first touch of memory costs what it usually does (first_touch.h).
///
/// Cost    after a first allowance restoring takes at most the share kDirectShare of the computing in direct mode, or
/// kStakeShare of what the
///         caches cost so far if that is more, and kProfileShare in a profile, where every span is to be restored.
///         While too few spans of a place are known it may take 5 s or kUrgentShare: what ranks do but once, as at
///         their end, has only these to be judged by.
#ifndef MAQUETTE_CONTEXT_COMPUTING_CLOCK_H
#define MAQUETTE_CONTEXT_COMPUTING_CLOCK_H

#include "maquette/context/heap_growth.h"
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
  static constexpr double kDirectShare = 0.03;
  static constexpr double kStakeShare = 0.5;
  static constexpr double kUrgentShare = 1;
  static constexpr double kProfileShare = 10;

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
  std::uint64_t computed_ps_ = 0;
  std::uint64_t draws_ = 0;
  std::uint64_t restored_ = 0;
  std::uint64_t disturbed_ = 0;
};

} // namespace maquette::runtime

#endif
