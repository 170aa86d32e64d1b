//===- runtime/profile/lib/span_filter.cpp - spans that the host disturbed -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/span_filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace maquette::runtime {
namespace {

constexpr double kTolerance = 0.1;
constexpr double kSpread = 3;
constexpr double kRare = 4;
/// The figures of a window are taken anew when one in so many of its spans is another one.
constexpr std::size_t kRefreshes = 4;

} // namespace

void SpanWindow::add(double span) {
  spans_[count_ % kWindow] = static_cast<float>(span);
  ++count_;
  longest_ = std::max(longest_, span);
  const std::size_t known = std::min<std::size_t>(count_, kWindow);
  if (known >= kFewest && count_ % (known / kRefreshes) == 0)
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
  longest_ = static_cast<double>(*std::max_element(begin, end));
  median_ = static_cast<double>(*middle);
  limit_ = median_ + std::max(kTolerance * median_, kSpread * (median_ - static_cast<double>(*low)));
}

bool SpanWindow::holds(double span, double usual) const {
  return judges() && std::fabs(span - usual) * median_ <= (limit_ - median_) * usual;
}

void OwnPace::add(double ratio) {
  const bool full = count_ >= kLatest;
  float &place = ratios_[count_++ % kLatest];
  const float forgotten = std::exchange(place, static_cast<float>(ratio));
  const auto median = static_cast<float>(pace_);
  if (full && ((forgotten < median && place < median) || (forgotten > median && place > median)))
    return; // One on the same side takes its place: the median stays.
  std::array<float, kLatest> sorted = ratios_;
  const auto size = std::min<std::ptrdiff_t>(count_, kLatest);
  const auto middle = sorted.begin() + (size - 1) / 2;
  std::nth_element(sorted.begin(), middle, sorted.begin() + size);
  pace_ = static_cast<double>(*middle);
}

double judgeSpan(double span, double rare, const SpanWindow &like, SpanWindow &beside, OwnPace &pace,
                 OutlierCounts &counts) {
  ++counts.spans;
  if (!like.judges()) {
    beside.add(span);
    return span;
  }
  const double usual = like.median() * pace.pace();
  const bool is_long = pace.known() && span > like.limit() * pace.pace();
  const bool is_rare = span > kRare * usual && span - usual > rare;
  const bool is_alone = pace.settled() && !pace.hadRare() && beside.longest() <= kRare * usual;
  const bool is_disturbed = is_long && (!is_rare || is_alone);
  if (is_rare)
    pace.addRare();
  if (is_disturbed) {
    ++counts.outliers;
    counts.removed += span - usual;
  }
  if (like.median() > 0)
    pace.add(span / like.median());
  beside.add(span);
  return is_disturbed ? usual : span;
}

} // namespace maquette::runtime
