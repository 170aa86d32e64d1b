//===- runtime/causality/lib/timeline.cpp - what groups of ranks do, over time --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/timeline.h"

#include <algorithm>

namespace maquette::causality {

Timeline::Timeline(std::int64_t ranks)
    : ranks_(ranks),
      group_ranks_((ranks + static_cast<std::int64_t>(kMostGroups) - 1) / static_cast<std::int64_t>(kMostGroups)),
      groups_(static_cast<std::size_t>((ranks + group_ranks_ - 1) / group_ranks_)), cells_(groups_ * kMostWindows) {}

std::int64_t Timeline::ranksOf(std::size_t group) const { return std::min(group_ranks_, ranks_ - firstRankOf(group)); }

/// Until the windows reach \p end.
void Timeline::widen(sim::SimTime end) {
  while (end - sim::SimTime() > window_ * static_cast<std::int64_t>(kMostWindows)) {
    window_ = window_ * 2;
    for (std::size_t group = 0; group < groups_; ++group)
      for (std::size_t window = 0; window < kMostWindows; ++window) {
        Cell sum{};
        for (std::size_t half = 2 * window; half < 2 * window + 2 && half < kMostWindows; ++half)
          for (std::size_t state = 0; state < kStates; ++state)
            sum[state] += cell(group, half)[state];
        cell(group, window) = sum;
      }
  }
}

void Timeline::add(std::int64_t rank, RankState state, sim::SimTime begin, sim::SimTime end) {
  if (end <= begin)
    return;
  widen(end);
  const auto group = static_cast<std::size_t>(rank / group_ranks_);
  const std::int64_t length = window_.ps(), from = begin.ps(), until = end.ps();
  for (std::int64_t window = from / length; window * length < until; ++window)
    cell(group, static_cast<std::size_t>(window))[static_cast<std::size_t>(state)] +=
        static_cast<double>(std::min(until, (window + 1) * length) - std::max(from, window * length));
}

double Timeline::share(std::size_t group, std::size_t window, RankState state) const {
  const Cell &sums = cells_[group * kMostWindows + window];
  return sums[static_cast<std::size_t>(state)] /
         (static_cast<double>(window_.ps()) * static_cast<double>(ranksOf(group)));
}

} // namespace maquette::causality
