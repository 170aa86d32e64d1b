//===- maquette/context/span_correction.h - what a measured span is charged ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Direct mode measures each span of computing, from one MPI call of a rank to its next, once. What it charges for it
/// is judged by the spans that are alike: the n-th of all ranks between the same two calls of the program.
///
/// Caches    A span that found other ranks' data in the caches is charged less, by the ratio of the medians of those
///           that found their own and those that did not: of its like; if too few of them are known, of the latest
///           between the same two calls, if their lengths say that these do the same work. Reading the data back is a
///           disturbance of its own: it leaves other lines in the nearest caches than the rank did, and none of the
///           code's. What both found disturbed can only be too long, so restored spans whose like took less without are
///           charged less by the same rule. Where restoring makes none shorter, it is done for few.
/// Outliers  Then the rule of span_filter.h. Where ranks come to the n-th time one after another, as in a pipeline, a
///           span is compared with the latest between these calls, if the others that were there the n-th time took
///           about as long as these do.
/// Noise     Each span is measured but once, and on most hosts the same work varies by some percent. So a span that is
/// no farther from
///           what is usual than its like are from each other counts as usual: as their median, times the rank's own
///           pace. The noise of the target machine is for the user to say (OsNoise).
/// Unit      picoseconds.
#ifndef MAQUETTE_CONTEXT_SPAN_CORRECTION_H
#define MAQUETTE_CONTEXT_SPAN_CORRECTION_H

#include "maquette/profile/span_filter.h"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

/// The calls of the program that a span lies between, by their return addresses.
struct SpanPlace {
  const void *begin = nullptr;
  const void *end = nullptr;
  bool operator==(const SpanPlace &) const = default;
};

/// How a span found the caches: as the rank itself left them, with its data read back, or with those of other ranks.
enum class SpanCaches { Own, Restored, Disturbed };

class SpanCorrection {
public:
  enum class Variation { Leveled, Measured, MeasuredWithOutliers };
  /// What the next span from a call on ought to be.
  enum class Want {
    Restored,  ///< Whatever that costs: too few of them are known.
    Disturbed, ///< Enough restored ones are known, and too few of these.
    Either,    ///< Restored if there is time.
    Rarely,    ///< Restored now and then, to see whether it still makes none shorter.
  };
  /// Restored spans of each place before their order is believed.
  static constexpr std::uint64_t kEnough = SpanWindow::kFewest;
  /// Of each kind before it is believed that restoring helps nobody.
  static constexpr std::uint64_t kSure = SpanWindow::kWindow;

  explicit SpanCorrection(Variation variation) : variation_(variation) {}

  /// What to charge \p rank for a span at \p place that took \p measured.
  double charge(std::int64_t rank, SpanPlace place, SpanCaches caches, double measured);
  /// By the spans from \p begin to where the latest one from there went.
  Want wanted(const void *begin) const;
  /// Measured over charged time of all spans; 1: the caches did not matter.
  double slowdown() const { return undisturbed_ > 0 ? measured_ / undisturbed_ : 1; }
  const OutlierCounts &counts() const { return counts_; }

private:
  static constexpr std::size_t kOccurrences = 16; ///< By how many occurrences ranks may be apart and still be compared.

  /// What spans took with their own data in the caches and without.
  struct Measured {
    SpanWindow restored;
    SpanWindow disturbed;
    void add(SpanCaches caches, double span);
    const SpanWindow &of(SpanCaches caches) const { return caches == SpanCaches::Restored ? restored : disturbed; }
    /// How much of a span of one of the two is the program's, by those of the other.
    std::optional<double> undisturbed(SpanCaches caches, double span) const;
  };
  /// The shortest spans of each visit, for so many of them as the ranks of a pipeline may be apart.
  class ShortestSpans {
  public:
    void add(std::uint64_t visit, double span);
    /// How many are known; 0 where it was too long ago.
    std::uint32_t countAt(std::uint64_t visit) const;
    /// True when the shortest is about \p usual. \pre countAt(visit) > 0
    bool agrees(std::uint64_t visit, double usual) const;

  private:
    struct Visit {
      std::uint32_t number = 0;
      std::uint32_t count = 0;
      float shortest = 0;
    };
    static constexpr std::size_t kVisits = 1024;
    std::vector<Visit> visits_ = std::vector<Visit>(kVisits);
  };
  struct Occurrence {
    std::uint64_t number = 0;
    Measured measured;
    SpanWindow charged;
  };
  struct Place {
    std::uint32_t index = 0;
    std::uint64_t restored = 0; ///< Spans.
    std::uint64_t disturbed = 0;
    Measured latest;
    SpanWindow charged; ///< The latest.
    ShortestSpans shortest;
    std::array<Occurrence, kOccurrences> occurrences;
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
  static Occurrence *occurrenceOf(Place &place, std::uint64_t visit);
  double undisturbed(Place &place, std::uint64_t visit, SpanCaches caches, double measured);
  static std::optional<double> undisturbedByLike(const Place &place, const Occurrence *occurrence, SpanCaches caches,
                                                 double measured);
  static bool harmsNobody(const Place &place);
  static const SpanWindow *likeOf(const Place &place, const Occurrence *occurrence, std::uint64_t visit);
  static bool isUsualWork(const Place &place, std::uint64_t visit);

  Variation variation_;
  std::unordered_map<SpanPlace, Place, HashOfPlace> places_;
  std::unordered_map<std::uint64_t, OwnPlace> own_;        ///< By rank and place.
  std::unordered_map<const void *, const Place *> latest_; ///< By where it begins.
  OutlierCounts counts_;
  double measured_ = 0;    ///< Sums over all spans.
  double undisturbed_ = 0; ///< The same without what the caches cost.
};

} // namespace maquette::runtime

#endif
