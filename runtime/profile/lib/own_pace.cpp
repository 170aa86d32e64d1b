//===- runtime/profile/lib/own_pace.cpp - how fast a rank is beside the others -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/own_pace.h"

#include <algorithm>
#include <utility>

namespace maquette::runtime {

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

} // namespace maquette::runtime
