//===- runtime/lib/computing_clock.h - what a rank's own computing takes ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures the computing of ranks that take turns on one core of the host, as if each had a core of its own (direct mode, profile).
///
/// A span is what a rank computes between two MPI calls. Other ranks that ran before it have taken its data's place in the caches. Some
/// spans are measured with the caches restored (working_sets.h), the others as they are; for each place in the program where spans begin,
/// the ratio of the two means is what the caches are to blame for, and the others are charged that much less.
///
/// Cost    restoring takes at most the share kDirectShare of the computing in direct mode, and kProfileShare in a profile, where every span
///         is to be restored, after a first allowance.
#ifndef MAQUETTE_RUNTIME_LIB_COMPUTING_CLOCK_H
#define MAQUETTE_RUNTIME_LIB_COMPUTING_CLOCK_H

#include "processor_clock.h"
#include "working_sets.h"

#include "maquette/runtime/run_config.h"

#include <cstdint>
#include <span>
#include <unordered_map>

namespace maquette::runtime {

/// What restored and other spans that begin at one place took. Unit: ps.
class CacheDisturbance {
public:
  enum class Caches { Restored, Disturbed };
  /// Spans of each kind before the ratio is believed.
  static constexpr std::uint64_t kEnough = 4;

  /// True when the next span at \p place ought to be a restored one whatever that costs.
  bool wantsRestored(const void *place) { return sums_[place].restored.count < kEnough; }
  /// What to charge for a span that took \p measured.
  std::int64_t charge(const void *place, Caches caches, std::int64_t measured_ps);
  /// Measured over charged time of all spans; 1: the caches did not matter.
  double slowdown() const { return charged_ps_ > 0 ? measured_ps_ / charged_ps_ : 1; }

private:
  struct Sum {
    std::uint64_t count = 0;
    double ps = 0;
    double mean() const { return ps / static_cast<double>(count); }
  };
  struct Sums {
    Sum restored;
    Sum disturbed;
  };
  std::unordered_map<const void *, Sums> sums_;
  double measured_ps_ = 0;
  double charged_ps_ = 0;
};

class ComputingClock {
public:
  static constexpr double kDirectShare = 0.1;
  static constexpr double kProfileShare = 10;

  /// Calibrates for about 20 ms.
  ComputingClock(Mode mode, Caches caches, std::int64_t ranks);

  /// Nullptr when the caches are left as they are.
  WorkingSets *workingSets() { return restores_ ? &sets_ : nullptr; }
  /// \p rank goes on computing at \p place; \p globals are its own.
  void begin(std::int64_t rank, const void *place, std::span<const char> globals);
  /// What it took since begin(); nothing without one.
  sim::SimDuration end();

  double slowdownByCaches() const { return disturbance_.slowdown(); }
  /// Of the spans after another rank's, the share that was to be restored and could not be, for lack of time. Profile only.
  double missedShare() const;

private:
  bool shallRestore(const void *place);
  bool drawsHeads();

  ProcessorClock clock_;
  WorkingSets sets_;
  CacheDisturbance disturbance_;
  Mode mode_;
  bool restores_;
  std::int64_t last_rank_ = -1;
  const void *place_ = nullptr;
  enum class Span { Own, Restored, Disturbed } span_ = Span::Own;
  std::uint64_t computed_ps_ = 0;
  std::uint64_t draws_ = 0;
  std::uint64_t restored_ = 0;
  std::uint64_t disturbed_ = 0;
};

} // namespace maquette::runtime

#endif
