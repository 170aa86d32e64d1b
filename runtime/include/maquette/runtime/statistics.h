//===- maquette/runtime/statistics.h - of a few numbers -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_RUNTIME_STATISTICS_H
#define MAQUETTE_RUNTIME_STATISTICS_H

#include <algorithm>
#include <vector>

namespace maquette::runtime {

/// The middle one, or the mean of the middle two. \pre not empty.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

} // namespace maquette::runtime

#endif
