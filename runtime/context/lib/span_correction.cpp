//===- runtime/context/lib/span_correction.cpp - what a measured span is charged -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/span_correction.h"

namespace maquette::runtime {

double SpanCorrection::charge(std::int64_t rank, SpanPlace at, SpanCaches caches, double measured) {
  Place &place = placeOf(at);
  latest_[at.begin] = &place;
  auto &[visits, pace] = own_[static_cast<std::uint64_t>(rank) << 32 | place.index];
  const std::uint64_t visit = visits++;
  Occurrence *const nth = place.occurrenceAt(visit);
  const double span =
      place.ratio.undisturbed(nth != nullptr ? &nth->measured : nullptr, caches, measured, corrections_);
  measured_ += measured;
  undisturbed_ += span;
  if (variation_ == Variation::MeasuredWithOutliers)
    return span;
  const SpanWindow *const like = likeOf(place, nth, visit);
  place.pipelined.addShortest(visit, span);
  SpanWindow &latest = place.pipelined.latest(), &beside = nth != nullptr ? nth->charged : latest;
  const double judged = like != nullptr ? filter_.judge(span, *like, beside, pace) : filter_.keep(span, beside);
  if (nth != nullptr)
    latest.add(span);
  return like != nullptr ? leveled(judged, *like, pace) : judged;
}

CacheRatio::Want SpanCorrection::wanted(const void *begin) const {
  const auto latest = latest_.find(begin);
  return latest != latest_.end() ? latest->second->ratio.wanted(corrections_) : CacheRatio::Want::Restored;
}

SpanCorrection::Place &SpanCorrection::placeOf(SpanPlace at) {
  const auto [place, is_new] = places_.try_emplace(at);
  if (is_new)
    place->second.index = static_cast<std::uint32_t>(places_.size());
  return place->second;
}

SpanCorrection::Occurrence *SpanCorrection::Place::occurrenceAt(std::uint64_t visit) {
  Occurrence &occurrence = occurrences[visit % kOccurrences];
  if (occurrence.number > visit)
    return nullptr;
  if (occurrence.number < visit)
    occurrence = {visit, {}, {}};
  return &occurrence;
}

/// Nullptr if none are known that are sure to be.
const SpanWindow *SpanCorrection::likeOf(const Place &place, const Occurrence *nth, std::uint64_t visit) const {
  if (nth != nullptr && nth->charged.judges())
    return &nth->charged;
  return corrections_[Correction::Pipeline] ? place.pipelined.likeAt(visit) : nullptr;
}

double SpanCorrection::leveled(double span, const SpanWindow &like, const OwnPace &pace) const {
  const double usual = like.median() * (pace.settled() ? filter_.paceOf(pace) : 1);
  return variation_ == Variation::Leveled && like.holds(span, usual) ? usual : span;
}

} // namespace maquette::runtime
