//===- runtime/analysis/lib/report_files.h - what ranks read and wrote --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_ANALYSIS_REPORT_FILES_H
#define MAQUETTE_ANALYSIS_REPORT_FILES_H

#include "maquette/analysis/report.h"

#include <vector>

namespace maquette::runtime {

/// Mean over ranks of the time in functions on files that are not MPI's.
double secondsOutsideMpi(const RunResult &result);
/// Calls, files and servers, where files were used.
void addFileSections(std::vector<ReportSection> &sections, const RunResult &result, std::size_t most);

} // namespace maquette::runtime

#endif
