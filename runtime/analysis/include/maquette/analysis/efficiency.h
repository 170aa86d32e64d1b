//===- maquette/analysis/efficiency.h - which part of a run's time is useful, and what takes the rest ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The efficiencies of the POP project (POP Standard Metrics for Parallel Performance Analysis), of which each is a
/// product of those below it:
///
///   parallel = mean useful time / time
///     load balance = mean / largest useful time of a rank
///     communication = largest useful time / time
///       serialization = largest useful time / time on an ideal network: ranks wait for each other
///       transfer = time on an ideal network / time
///
/// Useful time is computing. The ideal network is the model `ideal`: transfers take no time.
#ifndef MAQUETTE_ANALYSIS_EFFICIENCY_H
#define MAQUETTE_ANALYSIS_EFFICIENCY_H

#include "maquette/analysis/report.h"

namespace maquette::runtime {

/// Shares: 1 is best. All are 0 of a run that takes no time or computes nothing.
struct Efficiency {
  double parallel = 0, load_balance = 0, communication = 0, serialization = 0, transfer = 0;
  double ideal_seconds = 0; ///< On the ideal network.
};

/// \p ideal: the same run with the network model `ideal`. Direct mode measures its computing again; what serialization
/// is, that run alone says.
Efficiency efficiencyOf(const RunResult &run, const RunResult &ideal);

/// As a tree, below a sentence on what costs most.
ReportSection efficiencySection(const Efficiency &efficiency);

} // namespace maquette::runtime

#endif
