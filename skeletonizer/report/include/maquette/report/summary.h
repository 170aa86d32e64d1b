//===- maquette/report/summary.h - a run of the skeletonizer in numbers -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPORT_SUMMARY_H
#define MAQUETTE_REPORT_SUMMARY_H

#include "maquette/formats/skeleton_report.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// What the summary on the terminal says.
struct Summary {
  unsigned units = 0, units_read_back = 0; ///< Those that did not change since an earlier run.
  unsigned statements_kept = 0, statements_removed = 0, statements_predicted = 0;
  unsigned functions_live = 0, functions = 0;
  unsigned regions = 0, predicted_values = 0;
  double seconds = 0;
  std::string model_id;                                    ///< Which decisions the trees were written from.
  std::vector<std::string> predicted;                      ///< One line each: what and where.
  std::vector<std::string> withdrawn;                      ///< The same of edits that did not compile.
  std::vector<runtime::SkeletonReport::Repaired> repaired; ///< What is computed because verify found a mismatch.
  std::vector<std::string> unmended;                       ///< Mismatches for which nothing is left to repair, and why.
  std::vector<std::string> notes;
};

} // namespace maquette::skeletonizer

#endif
