//===- maquette/report/explain.h - why a line stayed or went ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPORT_EXPLAIN_H
#define MAQUETTE_REPORT_EXPLAIN_H

#include "llvm/Support/Error.h"

#include <string>

namespace maquette::skeletonizer {

/// Why the statement at \p place ("FILE:LINE" of the original sources) was kept, removed or predicted: text for people.
/// Errors: no report in \p out_dir; not FILE:LINE; a file that the report does not know; nothing at that line.
llvm::Expected<std::string> explain(const std::string &out_dir, const std::string &place);

} // namespace maquette::skeletonizer

#endif
