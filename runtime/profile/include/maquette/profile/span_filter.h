//===- maquette/profile/span_filter.h - spans that the host disturbed -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One rule for direct mode and for profiling: a measured span that is longer than its like is taken to have been
/// disturbed by the host (a cold cache after another program ran, an interrupt, a neighbour on the same memory).
///
/// Stage     outliers
/// Equation  charged = usual if span > limit * pace, else span; usual = median of the like * pace (own_pace.h)
/// Alike     in profiling, the executions of a region with the same features after the same other region; in direct
///           mode, the n-th spans of all ranks between the same two MPI calls (span_correction.h)
/// Not so    while too few of the like or none of the rank's own are known; and if the span is over kRare times the
///           usual and over 200 us longer: then it is likely to be other work
/// Worth     sweep of 1.5 MiB on 64 ranks: 2 % with it, 68 % without
///
/// Stage     rare-alone
/// Rule      such a rare span counts as usual, too, if neither the rank's own eight or more before nor those beside it
///           were as long: other work comes again or to several ranks, a host that stood still does not
/// Worth     runs that are over 2 ms too long: 2 of 1,248 with it, 13 of 1,954 without
#ifndef MAQUETTE_PROFILE_SPAN_FILTER_H
#define MAQUETTE_PROFILE_SPAN_FILTER_H

#include "maquette/host/corrections.h"
#include "maquette/profile/own_pace.h"
#include "maquette/profile/span_window.h"

#include <cstdint>

namespace maquette::runtime {

struct OutlierCounts {
  std::uint64_t spans = 0;
  std::uint64_t outliers = 0;
  double removed = 0; ///< Sum of what was taken off.
  double share() const { return spans > 0 ? static_cast<double>(outliers) / static_cast<double>(spans) : 0; }
};

class SpanFilter {
public:
  /// \p rare is 200 us in the spans' unit.
  explicit SpanFilter(double rare, Corrections corrections = {}) : rare_(rare), corrections_(corrections) {}

  /// What \p span counts as beside those in \p like; \p beside holds those of the same time, to which it is added.
  double judge(double span, const SpanWindow &like, SpanWindow &beside, OwnPace &pace);
  /// A span that has no like counts as it is.
  double keep(double span, SpanWindow &beside);
  /// The rank's own part of what is usual.
  double paceOf(const OwnPace &pace) const { return corrections_[Correction::Pace] ? pace.pace() : 1; }
  const OutlierCounts &counts() const { return counts_; }
  void forgetCounts() { counts_ = {}; }

private:
  static constexpr double kRare = 4;
  double rare_;
  Corrections corrections_;
  OutlierCounts counts_;
};

} // namespace maquette::runtime

#endif
