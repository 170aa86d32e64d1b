//===- maquette/context/cache_ratio.h - what other ranks' data in the caches cost ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A span that found the data of other ranks in the caches (disturbed) takes longer than on the target machine, where a
/// rank has a core of its own. It is charged by what others took whose own data were read back (restored).
///
/// Stage     ratio
/// Equation  charged = measured * min(1, median(restored) / median(disturbed)), over the n-th spans of all ranks
/// Worth     pipeline of 1 us on 16 ranks, disturbed host: 18 % with it, 25 % without
///
/// Stage     ratio-place
/// Equation  the same over the latest spans of the place, where too few n-th ones are known,
///           if they do one kind of work and the span is half to twice as long as they are
/// Worth     long and short spans in turn, disturbed host: 15 % with it, 36 % without
///
/// Stage     ratio-restored
/// Equation  charged = measured * median(disturbed) / median(restored), for restored spans where that is below 0.98.
///           Reading the data back is a disturbance, too: it leaves other lines in the nearest caches than the rank
///           did, and none of its code. What both found disturbed can only be too long.
/// Worth     pipeline of 0.3 us on 4 ranks: 16 % with it, 35 % without
#ifndef MAQUETTE_CONTEXT_CACHE_RATIO_H
#define MAQUETTE_CONTEXT_CACHE_RATIO_H

#include "maquette/host/corrections.h"
#include "maquette/profile/span_window.h"

#include <cstdint>
#include <optional>

namespace maquette::runtime {

/// How a span found the caches: as the rank itself left them, with its data read back, or with those of other ranks.
enum class SpanCaches { Own, Restored, Disturbed };

/// What spans took with their own data in the caches and without.
class SpansByCaches {
public:
  void add(SpanCaches caches, double span);
  const SpanWindow &of(SpanCaches caches) const { return caches == SpanCaches::Restored ? restored_ : disturbed_; }
  /// How much of \p span is the program's; nothing if too few are known. \pre \p caches is not Own
  std::optional<double> undisturbed(SpanCaches caches, double span) const;
  /// True where the disturbed ones are known to take no longer.
  bool areAlike() const;

private:
  SpanWindow restored_;
  SpanWindow disturbed_;
};

/// Of the spans between two calls.
class CacheRatio {
public:
  /// What the next span ought to be.
  enum class Want {
    Restored,  ///< Whatever that costs: too few of them are known.
    Disturbed, ///< Enough restored ones are known, and too few of these.
    Either,    ///< Restored if there is time.
    Rarely,    ///< Restored now and then, to see whether it still makes none shorter.
  };
  /// Restored spans before their order is believed.
  static constexpr std::uint64_t kEnough = SpanWindow::kFewest;
  /// Of each kind before it is believed that restoring helps nobody.
  static constexpr std::uint64_t kSure = SpanWindow::kWindow;

  Want wanted(Corrections corrections) const;
  /// How much of a span is the program's, by the n-th spans of all ranks, \p nth, if they are known. Adds it to both.
  double undisturbed(SpansByCaches *nth, SpanCaches caches, double span, Corrections corrections);

private:
  std::optional<double> byLike(const SpansByCaches *nth, SpanCaches caches, double span, Corrections corrections) const;
  bool harmsNobody() const { return restored_ >= kSure && disturbed_ >= kSure && latest_.areAlike(); }

  SpansByCaches latest_;
  std::uint64_t restored_ = 0; ///< Spans so far.
  std::uint64_t disturbed_ = 0;
};

} // namespace maquette::runtime

#endif
