//===- skeletonizer/edits/lib/statement_records.h - what the report says of the statements ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_STATEMENT_RECORDS_H
#define MAQUETTE_EDITS_STATEMENT_RECORDS_H

#include "maquette/edits/function_edits.h"

namespace maquette::skeletonizer {

/// Notes in \p edits what became of each statement, and which values are predicted.
class StatementRecorder {
public:
  StatementRecorder(DecisionQueries &queries, const SourceText &source, FunctionEdits &edits)
      : queries_(queries), source_(source), out_(edits) {}

  /// \p region: that stands for a statement which is removed.
  void record(const clang::Stmt *statement, StatementState state, const std::string &region = {});
  /// Kept or, where its \p condition is predicted, that; and the values predicted in the condition.
  void recordChoice(const clang::Stmt *statement, const clang::Expr *condition);
  /// The values predicted in \p node.
  void recordValues(const clang::Stmt *node);

private:
  std::vector<ReasonStep> reasons(const clang::Stmt *statement);

  DecisionQueries &queries_;
  const SourceText &source_;
  FunctionEdits &out_;
};

} // namespace maquette::skeletonizer

#endif
