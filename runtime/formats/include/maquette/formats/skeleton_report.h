//===- maquette/formats/skeleton_report.h - report.json of the skeletonizer -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was kept, removed and predicted of each statement, and why. The skeletonizer writes it beside the output trees;
/// `maquette explain` and profiles read it.
///
/// Units   lines count from 1; offsets are bytes from the begin of the file; seconds are sums over ranks and
/// executions. Errors  maquette-report-missing: no report, one of another version, or one that is damaged.
#ifndef MAQUETTE_FORMATS_SKELETON_REPORT_H
#define MAQUETTE_FORMATS_SKELETON_REPORT_H

#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace maquette::runtime {

struct SkeletonReport {
  struct Statement {
    std::int64_t line = 0, end_line = 0;
    std::int64_t begin = 0, end = 0;
    std::string state;                ///< "kept", "changed", "predicted", "phantom" or "removed".
    std::string region;               ///< Whose cost stands for it; empty: none.
    std::vector<std::size_t> reasons; ///< Indices into SkeletonReport::reasons, from the statement to an MPI call.
  };
  struct Region {
    std::string id, function;
    std::int64_t line = 0, end_line = 0;
    std::vector<std::string> features;
    std::optional<double> seconds; ///< What the profile measured; empty without one.
    bool scales = true;            ///< False: it has loops whose trips no feature counts.
  };
  struct PredictedValue {
    std::string id;
    std::int64_t line = 0;
    std::string what;
    std::string type; ///< "integer", "floating" or "boolean".
    std::string reason;
  };
  struct File {
    std::string path; ///< Relative to the root where it lies there.
    std::vector<Statement> statements;
    std::vector<Region> regions;
    std::vector<PredictedValue> values;
  };
  struct Function {
    std::string name, file;
    std::int64_t line = 0;
    std::string state; ///< "live", "left" or "removed".
  };
  struct Reason {
    std::string file;
    std::int64_t line = 0;
    std::string text;
  };
  /// Code that stays as it is, because its edits did not compile.
  struct WithdrawnEdit {
    std::string what, file;
    std::int64_t line = 0; ///< 0: none in particular.
    std::string message;   ///< Of the compiler.
  };
  /// A value, an end of the program or a function that is computed because verify found a mismatch.
  struct Repaired {
    std::string what, file;
    std::int64_t line = 0;
    std::string mismatch; ///< Where the skeleton communicated otherwise.
  };
  /// From lines of an output tree to those of the original: a line comes from the nearest entry before it, as many
  /// lines further on. A file that is not listed has the same lines.
  struct Lines {
    using Map = std::vector<std::pair<std::int64_t, std::int64_t>>;
    std::string path; ///< Relative to the root where it lies there.
    Map profiled, skeleton;
  };
  struct Counts {
    std::int64_t units = 0, functions = 0, functions_live = 0;
    std::int64_t statements_kept = 0, statements_removed = 0, statements_predicted = 0;
    std::int64_t regions = 0, predicted_values = 0;
  };

  std::string model_id; ///< Names the decisions: profiles and skeletons of the same belong together.
  std::string root;     ///< The folder that was copied.
  double seconds = 0;   ///< That the skeletonizer took.
  Counts summary;
  std::vector<File> files;
  std::vector<Function> functions;
  std::vector<std::string> removed_variables;
  std::vector<WithdrawnEdit> withdrawn;
  std::vector<Repaired> repaired;
  std::vector<Lines> lines;
  std::vector<std::string> notes;
  std::vector<Reason> reasons;
};

/// The line of the original that line \p line of the output tree's file comes from.
std::int64_t originalLine(const SkeletonReport::Lines::Map &lines, std::int64_t line);

std::string toJson(const SkeletonReport &report);
/// \p where names the document in errors. Indices of reasons are within the table.
sim::Result<SkeletonReport> skeletonReportFromJson(const std::string &text, const std::string &where);

} // namespace maquette::runtime

#endif
