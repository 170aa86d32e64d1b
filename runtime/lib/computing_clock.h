//===- runtime/lib/computing_clock.h - what a rank's own computing takes ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures the computing of ranks that take turns on one core of the host, as if each had a core of its own (direct mode, profile).
///
/// A span is what a rank computes between two MPI calls. Other ranks that ran before it have taken its data's place in the caches. Some
/// spans are measured with the caches restored (working_sets.h), the others as they are. Among the spans between the same two calls of the
/// program, the ratio of the medians is what the caches are to blame for, and the disturbed ones are charged that much less.
///
/// Cost    restoring takes at most the share kDirectShare of the computing in direct mode, and kProfileShare in a profile, where every span
///         is to be restored, after a first allowance.
#ifndef MAQUETTE_RUNTIME_LIB_COMPUTING_CLOCK_H
#define MAQUETTE_RUNTIME_LIB_COMPUTING_CLOCK_H

#include "processor_clock.h"
#include "span_filter.h"
#include "working_sets.h"

#include "maquette/runtime/run_config.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

/// The lengths of spans of one kind, in order; a sample of bounded size (algorithm R, fixed seed). Unit: ps.
class SpanSample {
public:
  static constexpr std::size_t kMost = 256;

  void add(double ps);
  std::uint64_t count() const { return count_; }
  /// \pre count() > 0.
  double median() const;

private:
  std::vector<double> lengths_;
  std::uint64_t count_ = 0;
  std::uint64_t random_ = 0;
};

/// The calls of the program that a span lies between, by their return addresses.
struct SpanPlace {
  const void *begin = nullptr;
  const void *end = nullptr;
  bool operator==(const SpanPlace &) const = default;
};

/// What the caches did to the spans between the same two calls.
class CacheDisturbance {
public:
  enum class Caches { Restored, Disturbed };
  /// Spans of each kind before their order is believed.
  static constexpr std::uint64_t kEnough = 8;

  /// True when the next span from \p begin on ought to be a restored one whatever that costs.
  bool wantsRestored(const void *begin) { return restored_from_[begin] < kEnough; }
  /// What to charge for a span that took \p measured_ps.
  std::int64_t charge(SpanPlace place, Caches caches, std::int64_t measured_ps);
  /// Measured over charged time of all spans; 1: the caches did not matter.

  double slowdown() const { return charged_ps_ > 0 ? measured_ps_ / charged_ps_ : 1; }

private:
  struct Samples {
    SpanSample restored;
    SpanSample disturbed;
  };
  struct HashOfPlace {
    std::size_t operator()(const SpanPlace &place) const {
      return std::hash<const void *>()(place.begin) * 31 + std::hash<const void *>()(place.end);
    }
  };
  static double undisturbed(const Samples &samples, double measured_ps);

  std::unordered_map<SpanPlace, Samples, HashOfPlace> samples_;
  std::unordered_map<const void *, std::uint64_t> restored_from_;
  double measured_ps_ = 0;
  double charged_ps_ = 0;
};

class ComputingClock {
public:
  static constexpr double kDirectShare = 1;
  static constexpr double kProfileShare = 10;

  /// Calibrates for about 20 ms.
  ComputingClock(Mode mode, Caches caches, std::int64_t ranks);

  /// Nullptr when the caches are left as they are.
  WorkingSets *workingSets() { return restores_ ? &sets_ : nullptr; }
  /// \p rank goes on computing behind the call at \p place; \p globals are its own.
  void begin(std::int64_t rank, const void *place, std::span<const char> globals);
  /// Every span goes through \p filter, which outlives this, before anything is learnt from it; nullptr: none.
  void setFilter(SpanClasses *filter) { filter_ = filter; }
  /// What it took from begin() to the call at \p place; nothing without a begin.
  sim::SimDuration end(const void *place);

  /// How disturbed the host was.
  const ProcessorClock &clock() const { return clock_; }
  double slowdownByCaches() const { return disturbance_.slowdown(); }
  /// Of the spans after another rank's, the share that was to be restored and could not be, for lack of time. Profile only.
  double missedShare() const;

private:
  bool shallRestore(const void *place);

  ProcessorClock clock_;
  SpanClasses *filter_ = nullptr;
  WorkingSets sets_;
  CacheDisturbance disturbance_;
  Mode mode_;
  bool restores_;
  std::int64_t last_rank_ = -1;
  const void *begun_at_ = nullptr;
  /// How the running rank found the caches when it took its turn: spans after the first find what that left.
  enum class Span { Own, Restored, Disturbed } span_ = Span::Own;
  std::uint64_t computed_ps_ = 0;
  std::uint64_t draws_ = 0;
  std::uint64_t restored_ = 0;
  std::uint64_t disturbed_ = 0;
};

} // namespace maquette::runtime

#endif
