//===- runtime/context/lib/cache_ratio.cpp - what other ranks' data in the caches cost ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/cache_ratio.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

/// From this share of the time on restoring did not help.
constexpr double kNoShorter = 0.98;

bool isAbout(double span, double usual) { return span >= 0.5 * usual && span <= 2 * usual; }

} // namespace

void SpansByCaches::add(SpanCaches caches, double span) {
  if (caches != SpanCaches::Own)
    (caches == SpanCaches::Restored ? restored_ : disturbed_).add(span);
}

std::optional<double> SpansByCaches::undisturbed(SpanCaches caches, double span) const {
  const SpanWindow &like = of(caches);
  const SpanWindow &better = of(caches == SpanCaches::Restored ? SpanCaches::Disturbed : SpanCaches::Restored);
  if (!better.judges() || !like.judges() || like.median() <= 0)
    return std::nullopt;
  const double share = std::min(1.0, better.median() / like.median());
  return caches == SpanCaches::Restored && share >= kNoShorter ? span : share * span;
}

bool SpansByCaches::areAlike() const {
  return restored_.isOneKind() && disturbed_.isOneKind() && restored_.median() >= kNoShorter * disturbed_.median();
}

CacheRatio::Want CacheRatio::wanted(Corrections corrections) const {
  if (restored_ < kEnough)
    return Want::Restored;
  if (restored_ >= kSure && disturbed_ < kSure)
    return Want::Disturbed;
  return corrections[Correction::RatioRestored] && harmsNobody() ? Want::Rarely : Want::Either;
}

double CacheRatio::undisturbed(SpansByCaches *nth, SpanCaches caches, double span, Corrections corrections) {
  if (caches == SpanCaches::Own)
    return span;
  const double charged = byLike(nth, caches, span, corrections).value_or(span);
  if (nth != nullptr)
    nth->add(caches, span);
  latest_.add(caches, span);
  ++(caches == SpanCaches::Restored ? restored_ : disturbed_);
  return charged;
}

std::optional<double> CacheRatio::byLike(const SpansByCaches *nth, SpanCaches caches, double span,
                                         Corrections corrections) const {
  const bool is_restored = caches == SpanCaches::Restored;
  if (!corrections[Correction::Ratio] || (is_restored && !corrections[Correction::RatioRestored]))
    return std::nullopt;
  if (nth != nullptr)
    if (const auto own = nth->undisturbed(caches, span))
      return own;
  if (!corrections[Correction::RatioPlace] || (is_restored && !harmsNobody()))
    return std::nullopt;
  const bool is_same_work = latest_.of(SpanCaches::Restored).isOneKind() &&
                            latest_.of(SpanCaches::Disturbed).isOneKind() && isAbout(span, latest_.of(caches).median());
  return is_same_work ? latest_.undisturbed(caches, span) : std::nullopt;
}

} // namespace maquette::runtime
