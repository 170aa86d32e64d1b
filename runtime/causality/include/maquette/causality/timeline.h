//===- maquette/causality/timeline.h - what groups of ranks do, over time ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Divides the run into windows of equal length and the ranks into groups of equal size, and sums up what the ranks of
/// a group do in each window. When a run outlasts its windows, two become one, so the memory does not grow.
///
/// Memory    at most kMostGroups * kMostWindows * 24 bytes
#ifndef MAQUETTE_CAUSALITY_TIMELINE_H
#define MAQUETTE_CAUSALITY_TIMELINE_H

#include "maquette/sim/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::causality {

enum class RankState : std::uint8_t {
  Computing,
  InCall, ///< The library's own work.
  Waiting
};

class Timeline {
public:
  static constexpr std::size_t kStates = 3;
  static constexpr std::size_t kMostGroups = 128;
  static constexpr std::size_t kMostWindows = 256;

  explicit Timeline(std::int64_t ranks);

  void add(std::int64_t rank, RankState state, sim::SimTime begin, sim::SimTime end);

  std::size_t groupCount() const { return groups_; }
  /// Of group \p group; the last may have fewer.
  std::int64_t ranksOf(std::size_t group) const;
  std::int64_t firstRankOf(std::size_t group) const { return static_cast<std::int64_t>(group) * group_ranks_; }
  sim::SimDuration windowLength() const { return window_; }
  /// Share of the ranks' time in a window that they are in a state, 0 to 1.
  double share(std::size_t group, std::size_t window, RankState state) const;

private:
  /// Picoseconds, over the ranks of the group; a million ranks for days are beyond 64 bits.
  using Cell = std::array<double, kStates>;

  Cell &cell(std::size_t group, std::size_t window) { return cells_[group * kMostWindows + window]; }
  void widen(sim::SimTime end);

  std::int64_t ranks_;
  std::int64_t group_ranks_;
  std::size_t groups_;
  sim::SimDuration window_ = sim::SimDuration::ns(1);
  std::vector<Cell> cells_;
};

} // namespace maquette::causality

#endif
