//===- maquette/profile/span_window.h - the latest spans that are alike ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_PROFILE_SPAN_WINDOW_H
#define MAQUETTE_PROFILE_SPAN_WINDOW_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace maquette::runtime {

/// The last kWindow spans. Units: any, the same for all.
class SpanWindow {
public:
  static constexpr std::size_t kWindow = 64;
  static constexpr std::size_t kFewest = 8;

  void add(double span);
  bool judges() const { return count_ >= kFewest; }
  double median() const { return median_; }
  /// From here on a span is an outlier: median + max(median / 10, 3 (median - 10 % quantile)). Disturbances only ever
  /// lengthen, so the lower half shows how much the work itself varies.
  double limit() const { return limit_; }
  /// Of those kept; 0 if there are none.
  double longest() const { return longest_; }
  /// True when \p span is no farther from \p usual than the spans of the window are from each other.
  bool holds(double span, double usual) const;
  /// True when the spans are of one kind of work: their lower half is not far below the median.
  bool isOneKind() const { return judges() && limit_ <= 2 * median_; }

private:
  void refresh();

  std::array<float, kWindow> spans_{};
  std::uint32_t count_ = 0;
  double median_ = 0;
  double limit_ = 0;
  double longest_ = 0;
};

} // namespace maquette::runtime

#endif
