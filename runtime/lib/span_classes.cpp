//===- runtime/lib/span_classes.cpp - what a measured span is charged -------===//
// SPDX-License-Identifier: Apache-2.0
#include "span_classes.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr double kRarePs = 200e6;

/// Spans of one kind of work: their lower half is not far below the median.
bool isOneKind(const SpanWindow &window) { return window.limit() <= 2 * window.median(); }

bool isAbout(double span, double usual) { return span >= 0.5 * usual && span <= 2 * usual; }

} // namespace

void SpanClasses::Measured::add(SpanCaches caches, double span) {
  if (caches != SpanCaches::Own)
    (caches == SpanCaches::Restored ? restored : disturbed).add(span);
}

std::optional<double> SpanClasses::Measured::share() const {
  if (!restored.judges() || !disturbed.judges() || disturbed.median() <= 0)
    return std::nullopt;
  return std::min(1.0, restored.median() / disturbed.median());
}

double SpanClasses::charge(std::int64_t rank, SpanPlace at, SpanCaches caches, double measured) {
  Place &place = placeOf(at);
  if (caches == SpanCaches::Restored)
    ++begins_[at.begin].restored;
  OwnPlace &own = own_[static_cast<std::uint64_t>(rank) << 32 | place.index];
  const std::uint64_t visit = own.visits++;
  Occurrence *const occurrence = occurrenceOf(place, visit);
  const double span = undisturbed(place, occurrence, caches, measured);
  if (variation_ == Variation::MeasuredWithOutliers)
    return span;
  if (occurrence == nullptr) {
    ++counts_.spans;
    return span;
  }
  const SpanWindow &like = likeOf(place, *occurrence, visit);
  const double usual = like.median() * (own.pace.settled() ? own.pace.pace() : 1);
  const double charged = judgeSpan(span, kRarePs, like, occurrence->charged, own.pace, counts_);
  const bool is_noise = variation_ == Variation::Leveled && like.holds(charged, usual);
  occurrence->charged.add(span);
  return is_noise ? usual : charged;
}

bool SpanClasses::wantsRestored(const void *begin) const {
  const auto known = begins_.find(begin);
  return known == begins_.end() || known->second.restored < kEnough * known->second.places;
}

SpanClasses::Place &SpanClasses::placeOf(SpanPlace at) {
  const auto [place, is_new] = places_.try_emplace(at);
  if (is_new) {
    place->second.index = static_cast<std::uint32_t>(places_.size());
    ++begins_[at.begin].places;
  }
  return place->second;
}

/// Nullptr if the others were there long ago.
SpanClasses::Occurrence *SpanClasses::occurrenceOf(Place &place, std::uint64_t visit) {
  Occurrence &occurrence = place.occurrences[visit % kOccurrences];
  if (occurrence.number > visit)
    return nullptr;
  if (occurrence.number < visit)
    occurrence = {visit, {}, {}};
  return &occurrence;
}

double SpanClasses::undisturbed(Place &place, Occurrence *occurrence, SpanCaches caches, double measured) {
  double span = measured;
  if (caches == SpanCaches::Disturbed) {
    if (occurrence != nullptr && occurrence->measured.onlyRestoredKnown()) {
      span = std::min(measured, occurrence->measured.restored.median());
    } else if (const auto share = shareOf(place, occurrence, measured)) {
      span *= *share;
      disturbed_measured_ += measured;
      disturbed_charged_ += span;
    } else if (disturbed_measured_ > 0) {
      span *= disturbed_charged_ / disturbed_measured_;
    }
  }
  if (occurrence != nullptr)
    occurrence->measured.add(caches, measured);
  place.latest.add(caches, measured);
  measured_ += measured;
  undisturbed_ += span;
  return span;
}

std::optional<double> SpanClasses::shareOf(const Place &place, const Occurrence *occurrence, double measured) {
  if (occurrence != nullptr)
    if (const auto share = occurrence->measured.share())
      return share;
  const Measured &latest = place.latest;
  const bool is_same_work = isOneKind(latest.restored) && isOneKind(latest.disturbed) &&
                            isAbout(measured, latest.disturbed.median());
  return is_same_work ? latest.share() : std::nullopt;
}

/// The same work was done there twice in a row: then it will be a third time.
const SpanWindow &SpanClasses::likeOf(const Place &place, const Occurrence &occurrence, std::uint64_t visit) {
  if (occurrence.charged.judges() || visit < 2)
    return occurrence.charged;
  const Occurrence &latest = place.occurrences[(visit - 1) % kOccurrences];
  const Occurrence &before = place.occurrences[(visit - 2) % kOccurrences];
  const bool is_steady = latest.number == visit - 1 && before.number == visit - 2 && latest.charged.agrees(before.charged);
  return is_steady ? latest.charged : occurrence.charged;
}

} // namespace maquette::runtime
