//===- maquette/report/report.h - report.json and report.html -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// report.json: {"format": "maquette-skeleton-report", "version": 1, "model_id", "root", "seconds", "summary", "files":
/// [{"path", "statements": [{"line", "end_line", "begin", "end", "state", "region", "reasons"}], "regions", "values"}],
/// "functions", "reasons": [{"file", "line", "text"}], "removed_variables", "withdrawn": [{"what", "file", "line",
/// "message"}], "repaired": [{"what", "file", "line", "mismatch"}], "lines": [{"path", "profiled", "skeleton"}],
/// "notes"}. Offsets are bytes; "reasons" of a statement are indices into the table; "state" is kept, changed,
/// predicted, phantom or removed.
#ifndef MAQUETTE_REPORT_REPORT_H
#define MAQUETTE_REPORT_REPORT_H

#include "maquette/edits/program_edits.h"
#include "maquette/frontend/program.h"
#include "maquette/report/summary.h"

#include <string>

namespace maquette::skeletonizer {

Summary summarize(const Program &program, const std::string &root, const ProgramEdits &edits);

std::string reportJson(const std::string &root, const ProgramEdits &edits, const Summary &summary);

/// One file that needs nothing else; \p json is what reportJson() gave. Files are read from disk.
std::string reportHtml(const ProgramEdits &edits, const std::string &json);

std::string stateName(StatementState state);

} // namespace maquette::skeletonizer

#endif
