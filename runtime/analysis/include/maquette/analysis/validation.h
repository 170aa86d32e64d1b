//===- maquette/analysis/validation.h - predicted against measured ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `maquette validate` found: for each set of arguments and number of ranks the time that a native run took and
/// what direct mode and the skeleton predict.
///
/// Unit    seconds; errors relative to the measured time, 0.05 = 5 %.
#ifndef MAQUETTE_ANALYSIS_VALIDATION_H
#define MAQUETTE_ANALYSIS_VALIDATION_H

#include "maquette/analysis/report.h"
#include "maquette/formats/statistics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace maquette::runtime {

/// What counts of several runs, and the range they span.
struct TimeInterval {
  double seconds = 0;
  double low = 0;
  double high = 0;
};

/// \pre not empty.
TimeInterval intervalOf(const std::vector<double> &seconds, Statistic statistic);

/// One native run of an application.
struct NativeRun {
  double seconds = 0;
  double busy_share = 1; ///< Of its time, what its processes had a processor for; of the one that had least.
};

/// Busy share of native processes, which wait by polling, that nobody disturbed.
constexpr double kUndisturbed = 0.95;

/// The \p count runs that were disturbed least; all, where there are fewer.
std::vector<NativeRun> leastDisturbed(std::vector<NativeRun> runs, std::size_t count);

struct ValidationRow {
  std::string args;
  std::int64_t ranks = 0;
  TimeInterval measured;
  double busy_share = 1; ///< Processor time of the native processes over time by the wall clock.
  TimeInterval direct;
  std::int64_t host_cores = 1;          ///< That direct mode computed on.
  std::optional<TimeInterval> skeleton; ///< Its range: the uncertainty of the cost models.

  /// Of the skeleton's prediction, or of direct mode's where there is no skeleton; never negative.
  double error() const;
  /// True if what was measured lies in the skeleton's range.
  bool isCovered() const { return skeleton && measured.seconds >= skeleton->low && measured.seconds <= skeleton->high; }
};

struct Validation {
  std::string program;
  std::string machine;
  Statistic statistic = Statistic::Median; ///< Of native runs and those in direct mode.
  std::vector<ValidationRow> rows;         ///< At least one.

  double medianError() const;
  double worstError() const;
};

/// Format maquette-validation, version 1: docs/reference/result-files.md.
std::string toJson(const Validation &validation);
std::vector<ReportSection> validationSections(const Validation &validation);
/// Predicted over measured time, with the line where they are equal.
std::string toSvg(const Validation &validation);

} // namespace maquette::runtime

#endif
