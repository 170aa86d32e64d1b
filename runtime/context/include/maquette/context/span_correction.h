//===- maquette/context/span_correction.h - what a measured span is charged ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Direct mode measures each span of computing, from one MPI call of a rank to its next, once. What it charges for it
/// is judged by the spans that are alike: the n-th of all ranks between the same two calls of the program.
///
/// Stages    1. ratio, ratio-place, ratio-restored: what the caches cost (cache_ratio.h)
///           2. pipeline: which spans it is compared with where too few n-th ones are known (pipelined_spans.h)
///           3. outliers, rare-alone, pace: what the host disturbed (span_filter.h, own_pace.h)
/// Noise     With Variation::Leveled a span that is no farther from what is usual than its like are from each other
///           counts as usual: as their median, times the rank's own pace. The noise of the target machine is for the
///           user to say (OsNoise).
/// Unit      picoseconds.
#ifndef MAQUETTE_CONTEXT_SPAN_CORRECTION_H
#define MAQUETTE_CONTEXT_SPAN_CORRECTION_H

#include "maquette/context/cache_ratio.h"
#include "maquette/context/pipelined_spans.h"
#include "maquette/profile/span_filter.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace maquette::runtime {

/// The calls of the program that a span lies between, by their return addresses.
struct SpanPlace {
  const void *begin = nullptr;
  const void *end = nullptr;
  bool operator==(const SpanPlace &) const = default;
};

class SpanCorrection {
public:
  enum class Variation { Leveled, Measured, MeasuredWithOutliers };

  explicit SpanCorrection(Variation variation, Corrections corrections = {})
      : variation_(variation), corrections_(corrections), filter_(kRarePs, corrections) {}

  /// What to charge \p rank for a span at \p place that took \p measured.
  double charge(std::int64_t rank, SpanPlace place, SpanCaches caches, double measured);
  /// By the spans from \p begin to where the latest one from there went.
  CacheRatio::Want wanted(const void *begin) const;
  /// Measured over charged time of all spans; 1: the caches did not matter.
  double slowdown() const { return undisturbed_ > 0 ? measured_ / undisturbed_ : 1; }
  const OutlierCounts &counts() const { return filter_.counts(); }

private:
  static constexpr double kRarePs = 200e6;
  static constexpr std::size_t kOccurrences = 16; ///< By how many occurrences ranks may be apart and still be compared.

  /// The n-th spans of all ranks.
  struct Occurrence {
    std::uint64_t number = 0;
    SpansByCaches measured;
    SpanWindow charged;
  };
  struct Place {
    std::uint32_t index = 0;
    CacheRatio ratio;
    PipelinedSpans pipelined;
    std::array<Occurrence, kOccurrences> occurrences;
    /// Nullptr if the others were there long ago.
    Occurrence *occurrenceAt(std::uint64_t visit);
  };
  struct OwnPlace {
    std::uint64_t visits = 0;
    OwnPace pace;
  };
  struct HashOfPlace {
    std::size_t operator()(const SpanPlace &place) const {
      return std::hash<const void *>()(place.begin) * 31 + std::hash<const void *>()(place.end);
    }
  };

  Place &placeOf(SpanPlace place);
  const SpanWindow *likeOf(const Place &place, const Occurrence *occurrence, std::uint64_t visit) const;
  double leveled(double span, const SpanWindow &like, const OwnPace &pace) const;

  Variation variation_;
  Corrections corrections_;
  SpanFilter filter_;
  std::unordered_map<SpanPlace, Place, HashOfPlace> places_;
  std::unordered_map<std::uint64_t, OwnPlace> own_;        ///< By rank and place.
  std::unordered_map<const void *, const Place *> latest_; ///< By where it begins.
  double measured_ = 0;                                    ///< Sums over all spans.
  double undisturbed_ = 0;                                 ///< The same without what the caches cost.
};

} // namespace maquette::runtime

#endif
