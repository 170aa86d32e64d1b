//===- runtime/lib/span_filter.cpp - spans that the host disturbed -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "span_filter.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kTolerance = 0.1;
constexpr double kSpread = 3;
constexpr double kRare = 4;

/// What \p span counts as beside those in \p like.
double judged(double span, double rare, const SpanWindow &like, OwnPace &pace, OutlierCounts &counts) {
  double counted = span;
  ++counts.spans;
  if (!like.judges())
    return counted;
  const double usual = like.median() * pace.pace();
  const bool other_work = span > kRare * usual && span - usual > rare;
  if (pace.known() && span > like.limit() * pace.pace() && !other_work) {
    counted = usual;
    ++counts.outliers;
    counts.removed += span - usual;
  }
  if (like.median() > 0)
    pace.add(span / like.median());
  return counted;
}

/// The same work was done there twice in a row: then it will be a third time.
bool isSteady(const SpanWindow &latest, const SpanWindow &before) {
  return latest.judges() && before.judges() &&
         std::fabs(latest.median() - before.median()) <= kTolerance * before.median();
}

} // namespace

void SpanWindow::add(double span) {
  spans_[count_ % kWindow] = static_cast<float>(span);
  ++count_;
  if (count_ >= kFewest && count_ % (kFewest / 2) == 0)
    refresh();
}

void SpanWindow::refresh() {
  std::array<float, kWindow> sorted = spans_;
  const std::size_t size = std::min<std::size_t>(count_, kWindow);
  const auto begin = sorted.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(size);
  const auto middle = begin + static_cast<std::ptrdiff_t>(size / 2);
  const auto low = begin + static_cast<std::ptrdiff_t>(size / 10);
  std::nth_element(begin, middle, end);
  std::nth_element(begin, low, middle);
  median_ = static_cast<double>(*middle);
  limit_ = median_ + std::max(kTolerance * median_, kSpread * (median_ - static_cast<double>(*low)));
}

void OwnPace::add(double ratio) { ratios_[count_++ % kLatest] = static_cast<float>(ratio); }

double OwnPace::pace() const {
  const auto end = ratios_.begin() + std::min<std::ptrdiff_t>(count_, kLatest);
  return end == ratios_.begin() ? 1 : std::max(1.0, static_cast<double>(*std::min_element(ratios_.begin(), end)));
}

double filterSpan(double span, double rare, SpanWindow &window, OwnPace &pace, OutlierCounts &counts) {
  const double counted = judged(span, rare, window, pace, counts);
  window.add(span);
  return counted;
}

double SpanClasses::filter(std::int64_t rank, const void *call, std::size_t kind, double span_ps) {
  constexpr double kRarePs = 200e6;
  const auto [place, is_new] = places_.try_emplace(call);
  if (is_new)
    place->second.index = static_cast<std::uint32_t>(places_.size());
  OwnPlace &own = own_[static_cast<std::uint64_t>(rank) << 32 | place->second.index];
  const std::uint64_t visit = own.visits++;
  Occurrence &occurrence = place->second.occurrences[visit % kOccurrences];
  if (occurrence.number < visit) {
    occurrence.number = visit;
    occurrence.windows = {};
  }
  if (occurrence.number > visit) { // The others were here long ago.
    ++counts_.spans;
    return span_ps;
  }
  SpanWindow &window = occurrence.windows[kind];
  const SpanWindow *like = &window;
  if (!window.judges() && visit >= 2) { // The first ranks to come here: compared with the time before, if that is fair.
    const Occurrence &latest = place->second.occurrences[(visit - 1) % kOccurrences];
    const Occurrence &before = place->second.occurrences[(visit - 2) % kOccurrences];
    if (latest.number == visit - 1 && before.number == visit - 2 && isSteady(latest.windows[kind], before.windows[kind]))
      like = &latest.windows[kind];
  }
  const double counted = judged(span_ps, kRarePs, *like, own.paces[kind], counts_);
  window.add(span_ps);
  return counted;
}

} // namespace maquette::runtime
