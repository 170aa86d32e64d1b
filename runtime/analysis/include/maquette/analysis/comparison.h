//===- maquette/analysis/comparison.h - several runs of one program side by side ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs on different numbers of ranks say how a program scales; runs on the same number, what machines or arguments do.
///
///   speedup            = time on the fewest ranks / time
///   strong efficiency  = speedup * fewest ranks / ranks: the problem is the same
///   weak efficiency    = speedup: the problem grows with the ranks
#ifndef MAQUETTE_ANALYSIS_COMPARISON_H
#define MAQUETTE_ANALYSIS_COMPARISON_H

#include "maquette/analysis/report.h"
#include "maquette/sim/result.h"

#include <string>
#include <vector>

namespace maquette::runtime {

struct NamedRun {
  std::string name; ///< Of its file.
  RunResult result;
};

/// Sorts the runs by ranks. Errors: maquette-report-mixed, for runs of different programs and for failed ones.
sim::Result<std::vector<NamedRun>> comparable(std::vector<NamedRun> runs);

/// The runs, how they scale, and what grows fastest. \pre at least two, of comparable(). \p most: rows.
std::vector<ReportSection> comparisonSections(const std::vector<NamedRun> &runs, std::size_t most);

/// A page of these.
std::string comparisonPage(const std::vector<NamedRun> &runs);

} // namespace maquette::runtime

#endif
