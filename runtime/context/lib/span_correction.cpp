//===- runtime/context/lib/span_correction.cpp - what a measured span is charged -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/span_correction.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kRarePs = 200e6;

/// Spans of one kind of work: their lower half is not far below the median.
bool isOneKind(const SpanWindow &window) { return window.limit() <= 2 * window.median(); }

constexpr double kSameWork = 0.25;
/// From this share of the time on restoring did not help.
constexpr double kNoShorter = 0.98;
/// So few say how long a visit's spans are at least.
constexpr std::uint32_t kFewBeside = 2;

bool isAbout(double span, double usual) { return span >= 0.5 * usual && span <= 2 * usual; }

} // namespace

void SpanCorrection::Measured::add(SpanCaches caches, double span) {
  if (caches != SpanCaches::Own)
    (caches == SpanCaches::Restored ? restored : disturbed).add(span);
}

std::optional<double> SpanCorrection::Measured::undisturbed(SpanCaches caches, double span) const {
  const SpanWindow &like = of(caches);
  const SpanWindow &better = of(caches == SpanCaches::Restored ? SpanCaches::Disturbed : SpanCaches::Restored);
  if (!better.judges() || !like.judges() || like.median() <= 0)
    return std::nullopt;
  const double share = std::min(1.0, better.median() / like.median());
  if (caches == SpanCaches::Restored && share >= kNoShorter)
    return span;
  return share * span;
}

double SpanCorrection::charge(std::int64_t rank, SpanPlace at, SpanCaches caches, double measured) {
  Place &place = placeOf(at);
  latest_[at.begin] = &place;
  place.restored += caches == SpanCaches::Restored ? 1 : 0;
  place.disturbed += caches == SpanCaches::Disturbed ? 1 : 0;
  OwnPlace &own = own_[static_cast<std::uint64_t>(rank) << 32 | place.index];
  const std::uint64_t visit = own.visits++;
  Occurrence *const occurrence = occurrenceOf(place, visit);
  const double span = undisturbed(place, visit, caches, measured);
  if (variation_ == Variation::MeasuredWithOutliers)
    return span;
  const SpanWindow *const like = likeOf(place, occurrence, visit);
  place.shortest.add(visit, span);
  if (like == nullptr && occurrence == nullptr) {
    ++counts_.spans;
    place.charged.add(span);
    return span;
  }
  SpanWindow &beside = occurrence != nullptr ? occurrence->charged : place.charged;
  const SpanWindow &compared = like != nullptr ? *like : beside;
  const double usual = compared.median() * (own.pace.settled() ? own.pace.pace() : 1);
  const double charged = judgeSpan(span, kRarePs, compared, beside, own.pace, counts_);
  if (occurrence != nullptr)
    place.charged.add(span);
  const bool is_noise = variation_ == Variation::Leveled && compared.holds(charged, usual);
  return is_noise ? usual : charged;
}

SpanCorrection::Want SpanCorrection::wanted(const void *begin) const {
  const auto latest = latest_.find(begin);
  if (latest == latest_.end() || latest->second->restored < kEnough)
    return Want::Restored;
  const Place &place = *latest->second;
  if (place.restored >= kSure && place.disturbed < kSure)
    return Want::Disturbed;
  return harmsNobody(place) ? Want::Rarely : Want::Either;
}

/// True where the spans that found other ranks' data are known to take no longer.
bool SpanCorrection::harmsNobody(const Place &place) {
  const auto &[restored, disturbed] = place.latest;
  return place.restored >= kSure && place.disturbed >= kSure && isOneKind(restored) && isOneKind(disturbed) &&
         restored.median() >= kNoShorter * disturbed.median();
}

SpanCorrection::Place &SpanCorrection::placeOf(SpanPlace at) {
  const auto [place, is_new] = places_.try_emplace(at);
  if (is_new)
    place->second.index = static_cast<std::uint32_t>(places_.size());
  return place->second;
}

/// Nullptr if the others were there long ago.
SpanCorrection::Occurrence *SpanCorrection::occurrenceOf(Place &place, std::uint64_t visit) {
  Occurrence &occurrence = place.occurrences[visit % kOccurrences];
  if (occurrence.number > visit)
    return nullptr;
  if (occurrence.number < visit)
    occurrence = {visit, {}, {}};
  return &occurrence;
}

double SpanCorrection::undisturbed(Place &place, std::uint64_t visit, SpanCaches caches, double measured) {
  Occurrence *const occurrence = occurrenceOf(place, visit);
  const double span =
      caches == SpanCaches::Own ? measured : undisturbedByLike(place, occurrence, caches, measured).value_or(measured);
  if (occurrence != nullptr)
    occurrence->measured.add(caches, measured);
  place.latest.add(caches, measured);
  measured_ += measured;
  undisturbed_ += span;
  return span;
}

std::optional<double> SpanCorrection::undisturbedByLike(const Place &place, const Occurrence *occurrence,
                                                        SpanCaches caches, double measured) {
  if (occurrence != nullptr)
    if (const auto own = occurrence->measured.undisturbed(caches, measured))
      return own;
  const Measured &latest = place.latest;
  if (caches == SpanCaches::Restored && !harmsNobody(place))
    return std::nullopt;
  const bool is_same_work =
      isOneKind(latest.restored) && isOneKind(latest.disturbed) && isAbout(measured, latest.of(caches).median());
  return is_same_work ? latest.undisturbed(caches, measured) : std::nullopt;
}

/// Nullptr if none are known that are sure to be.
const SpanWindow *SpanCorrection::likeOf(const Place &place, const Occurrence *occurrence, std::uint64_t visit) {
  if (occurrence != nullptr && occurrence->charged.judges())
    return &occurrence->charged;
  return isUsualWork(place, visit) ? &place.charged : nullptr;
}

/// Those that were there the n-th time say so; where too few were, the two times before.
bool SpanCorrection::isUsualWork(const Place &place, std::uint64_t visit) {
  if (!place.charged.judges() || !isOneKind(place.charged))
    return false;
  const double usual = place.charged.median();
  if (place.shortest.countAt(visit) >= kFewBeside)
    return place.shortest.agrees(visit, usual);
  const auto was_usual = [&](std::uint64_t before) {
    return place.shortest.countAt(before) >= SpanWindow::kFewest && place.shortest.agrees(before, usual);
  };
  return visit >= 2 && was_usual(visit - 1) && was_usual(visit - 2);
}

void SpanCorrection::ShortestSpans::add(std::uint64_t visit, double span) {
  Visit &known = visits_[visit % kVisits];
  const auto number = static_cast<std::uint32_t>(visit);
  if (known.count > 0 && known.number > number)
    return;
  if (known.count == 0 || known.number < number)
    known = {number, 0, static_cast<float>(span)};
  ++known.count;
  known.shortest = std::min(known.shortest, static_cast<float>(span));
}

std::uint32_t SpanCorrection::ShortestSpans::countAt(std::uint64_t visit) const {
  const Visit &known = visits_[visit % kVisits];
  return known.number == static_cast<std::uint32_t>(visit) ? known.count : 0;
}

bool SpanCorrection::ShortestSpans::agrees(std::uint64_t visit, double usual) const {
  return std::fabs(static_cast<double>(visits_[visit % kVisits].shortest) - usual) <= kSameWork * usual;
}

} // namespace maquette::runtime
