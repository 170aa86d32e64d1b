//===- runtime/analysis/lib/report_causes.h - why a run takes its time ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_ANALYSIS_REPORT_CAUSES_H
#define MAQUETTE_ANALYSIS_REPORT_CAUSES_H

#include "maquette/analysis/report.h"

#include <cstddef>

namespace maquette::runtime {

/// Empty without RunResult::critical_path. \p most: rows.
ReportSection criticalPathSection(const RunResult &result, std::size_t most);
ReportSection waitSection(const RunResult &result, std::size_t most);
/// For HTML: a picture of all ranks.
ReportSection timelineSection(const RunResult &result);

} // namespace maquette::runtime

#endif
