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
///           a host that stood still for milliseconds does not. And as long as too few of the window's or of the rank's
///           own are known. A rank's first span, of which nobody knows its pace, is judged where its like are the first
///           ones of all ranks: if one in eight of them at most is too long (isOneOfFew); where more are, ranks have
///           unequal work.
/// Unseen    where nobody saw whether the host stood still for so long (MeasuredSpan), the rank's own need not be
///           known: those beside it decide, of which such ones do not count.
#ifndef MAQUETTE_PROFILE_SPAN_FILTER_H
#define MAQUETTE_PROFILE_SPAN_FILTER_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

/// Units: as those of the spans it is compared with.
struct MeasuredSpan {
  static constexpr double kRare = 4;
  MeasuredSpan(double length, double unseen = 0, double rare = kRare) : length(length), unseen(unseen), rare(rare) {}
  double length;
  double unseen; ///< The longest time in it that may have been a stop of the host (StolenTime).
  double rare;   ///< From so many times the usual on it is likely to be other work.
};

/// Spans that are alike. Units: any, the same for all.
class SpanWindow {
public:
  static constexpr std::size_t kWindow = 64;
  static constexpr std::size_t kFewest = 8;

  void add(double span);
  bool judges() const { return count_ >= kFewest; }
  double median() const { return median_; }
  /// From the 10 % quantile up to the median.
  double spread() const { return spread_; }
  /// From here on a span is an outlier.
  double limit() const { return limit_; }
  /// Of those kept; 0 if there are none.
  double longest() const { return longest_; }
  /// True for one that is too long, but not as long as other work, where few of the window are. \p rare is 200 us in
  /// the spans' unit.
  bool isOneOfFew(double span, double rare) const;
  /// True when \p span is no farther from \p usual than the spans of the window are from each other.
  bool holds(double span, double usual) const;
  /// Both are known, and their medians agree.
  bool agrees(const SpanWindow &other) const;

private:
  void refresh();

  std::array<float, kWindow> spans_{};
  std::uint32_t count_ = 0;
  double median_ = 0;
  double spread_ = 0;
  double limit_ = 0;
  double longest_ = 0;
  std::size_t too_long_ = 0; ///< Of those kept.
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

/// What \p measured counts as beside those in \p like; \p beside holds those of the same time, to which it is added. \p
/// rare is 200 us in the spans' unit.
double judgeSpan(MeasuredSpan measured, double rare, const SpanWindow &like, SpanWindow &beside, OwnPace &pace,
                 OutlierCounts &counts);

} // namespace maquette::runtime

#endif
