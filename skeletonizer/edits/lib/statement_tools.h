//===- skeletonizer/edits/lib/statement_tools.h - what the editors of statements work with ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_STATEMENT_TOOLS_H
#define MAQUETTE_EDITS_STATEMENT_TOOLS_H

#include "expression_edits.h"
#include "statement_records.h"

namespace maquette::skeletonizer {

/// Of one function. All live longer than the editors.
struct StatementTools {
  DecisionQueries &queries;
  const SourceText &source;
  const ReferencedDecls &wanted; ///< Variables that the remaining text of the body references.
  ExpressionEditor &expressions;
  StatementRecorder &records;
  FunctionEdits &edits;
};

} // namespace maquette::skeletonizer

#endif
