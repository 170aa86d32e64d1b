//===- runtime/profile/lib/span_window.cpp - the latest spans that are alike -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/span_window.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kTolerance = 0.1;
constexpr double kSpread = 3;
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

} // namespace maquette::runtime
