//===- maquette/formats/statistics.h - of a few numbers -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_STATISTICS_H
#define MAQUETTE_FORMATS_STATISTICS_H

#include "maquette/sim/assert.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace maquette::runtime {

/// What counts of several runs of the same.
enum class Statistic {
  Median, ///< No shorter than one half and no longer than the other: what disturbs a host, or spares a run for once,
          ///< does not count.
  Minimum ///< What it takes when the host does nothing else: whatever it does only lengthens a run.
};

/// The middle one, or the mean of the middle two. \pre not empty.
inline double median(std::vector<double> values) {
  MAQUETTE_ASSERT(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// Which of \p seconds counts. Of an even number the shorter of the middle two is the median. \pre not empty.
inline std::size_t runThatCounts(const std::vector<double> &seconds, Statistic statistic) {
  MAQUETTE_ASSERT(!seconds.empty());
  std::vector<std::size_t> order(seconds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return seconds[a] < seconds[b]; });
  return order[statistic == Statistic::Minimum ? 0 : (seconds.size() - 1) / 2];
}

} // namespace maquette::runtime

#endif
