//===- runtime/lib/span_filter.h - spans that the host disturbed -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One rule for direct mode and for profiling: a measured span that is longer than its like is taken to have been disturbed
/// by the host (a cold cache after another program ran, an interrupt, a neighbour on the same memory) and counts as long
/// as the median of its like.
///
/// Alike     in profiling, the executions of a region with the same features; in direct mode, the n-th spans of all ranks
///           that end at the same MPI call. The last kWindow of them are kept.
/// Longer    than the median by kTolerance of it and by kSpread times the distance from the median down to the 10 %
///           quantile: disturbances only ever lengthen, so the lower half shows how much the work itself varies.
/// Not so    if the rank was as much slower than the others before: then it has more to do. If the span is over kRare
///           times the median and over 200 us longer: then it is likely to be other work. And as long as too few of the
///           window's or of the rank's own are known.
#ifndef MAQUETTE_RUNTIME_LIB_SPAN_FILTER_H
#define MAQUETTE_RUNTIME_LIB_SPAN_FILTER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

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

private:
  void refresh();

  std::array<float, kWindow> spans_{};
  std::uint32_t count_ = 0;
  double median_ = 0;
  double limit_ = 0;
};

/// How much slower than the others a rank was in its latest spans.
class OwnPace {
public:
  void add(double ratio);
  /// The least of the latest ratios; at least 1.
  double pace() const;
  bool known() const { return count_ >= kFewest; }

private:
  static constexpr std::size_t kLatest = 4;
  static constexpr std::uint32_t kFewest = 2;
  std::array<float, kLatest> ratios_{};
  std::uint32_t count_ = 0;
};

struct OutlierCounts {
  std::uint64_t spans = 0;
  std::uint64_t outliers = 0;
  double removed = 0; ///< Sum of what was taken off.
  double share() const { return spans > 0 ? static_cast<double>(outliers) / static_cast<double>(spans) : 0; }
};

/// What \p span counts as, after judging it by \p window and \p pace; then adds it to both. \p rare is 200 us in the
/// spans' unit.
double filterSpan(double span, double rare, SpanWindow &window, OwnPace &pace, OutlierCounts &counts);

/// The windows of direct mode: by the MPI call where a span ends and how often the rank has been there.
class SpanClasses {
public:
  /// Spans of different kinds are not compared.
  static constexpr std::size_t kKinds = 2;
  /// Unit: picoseconds. \pre kind < kKinds.
  double filter(std::int64_t rank, const void *call, std::size_t kind, double span_ps);
  const OutlierCounts &counts() const { return counts_; }

private:
  static constexpr std::size_t kOccurrences = 16; ///< By how many occurrences ranks may be apart and still be compared.
  struct Occurrence {
    std::uint64_t number = 0;
    std::array<SpanWindow, kKinds> windows;
  };
  struct Place {
    std::uint32_t index = 0;
    std::array<Occurrence, kOccurrences> occurrences;
  };
  struct OwnPlace {
    std::uint64_t visits = 0;
    std::array<OwnPace, kKinds> paces;
  };

  std::unordered_map<const void *, Place> places_;
  std::unordered_map<std::uint64_t, OwnPlace> own_; ///< By rank and place.
  OutlierCounts counts_;
};

} // namespace maquette::runtime

#endif
