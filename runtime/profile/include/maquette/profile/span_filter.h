//===- maquette/profile/span_filter.h - spans that the host disturbed -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One rule for direct mode and for profiling: a measured span that is longer than its like is taken to have been
/// disturbed by the host (a cold cache after another program ran, an interrupt, a neighbour on the same memory) and
/// counts as long as the median of its like.
///
/// Alike     in profiling, the executions of a region with the same features after the same other region, which left
/// the
///           caches as they are; in direct mode, the n-th spans of all ranks between the same two MPI calls
///           (span_correction.h). The last kWindow of them are kept.
/// Longer    than the median by kTolerance of it and by kSpread times the distance from the median down to the 10 %
///           quantile: disturbances only ever lengthen, so the lower half shows how much the work itself varies.
/// Not so    if the rank was as much slower than the others before (OwnPace): then it has more to do. If the span is
///           over kRare times the median and over 200 us longer: then it is likely to be other work, unless neither the
///           rank's own before nor those beside it ever were as long: other work comes to several ranks or comes again,
///           a host that stood still for milliseconds does not. And as long as too few of the window's or none of the
///           rank's own are known.
#ifndef MAQUETTE_PROFILE_SPAN_FILTER_H
#define MAQUETTE_PROFILE_SPAN_FILTER_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

/// Spans that are alike. Units: any, the same for all.
class SpanWindow {
public:
  static constexpr std::size_t kWindow = 64;
  static constexpr std::size_t kFewest = 8;

  void add(double span);
  bool judges() const { return count_ >= kFewest; }
  double median() const { return median_; }
  /// From here on a span is an outlier.
  double limit() const { return limit_; }
  /// Of those kept; 0 if there are none.
  double longest() const { return longest_; }
  /// True when \p span is no farther from \p usual than the spans of the window are from each other.
  bool holds(double span, double usual) const;

private:
  void refresh();

  std::array<float, kWindow> spans_{};
  std::uint32_t count_ = 0;
  double median_ = 0;
  double limit_ = 0;
  double longest_ = 0;
};

/// How long a rank's latest spans were beside those of the others.
class OwnPace {
public:
  void add(double ratio);
  void addRare() { had_rare_ = true; }
  /// Ever.
  bool hadRare() const { return had_rare_; }
  /// The median of the latest ratios; 1 if there are none.
  double pace() const { return pace_; }
  bool known() const { return count_ >= kFewest; }
  /// So many are known that one does not matter.
  bool settled() const { return count_ >= kLatest / 4; }

private:
  static constexpr std::size_t kLatest = 32;
  static constexpr std::uint32_t kFewest = 1;
  std::array<float, kLatest> ratios_{};
  double pace_ = 1;
  std::uint32_t count_ = 0;
  bool had_rare_ = false;
};

struct OutlierCounts {
  std::uint64_t spans = 0;
  std::uint64_t outliers = 0;
  double removed = 0; ///< Sum of what was taken off.
  double share() const { return spans > 0 ? static_cast<double>(outliers) / static_cast<double>(spans) : 0; }
};

/// What \p span counts as beside those in \p like; \p beside holds those of the same time, to which it is added. \p
/// rare is 200 us in the spans' unit.
double judgeSpan(double span, double rare, const SpanWindow &like, SpanWindow &beside, OwnPace &pace,
                 OutlierCounts &counts);

} // namespace maquette::runtime

#endif
