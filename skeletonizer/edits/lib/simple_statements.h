//===- skeletonizer/edits/lib/simple_statements.h - statements without statements in them ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_SIMPLE_STATEMENTS_H
#define MAQUETTE_EDITS_SIMPLE_STATEMENTS_H

#include "declaration_edits.h"
#include "expression_edits.h"
#include "statement_action.h"
#include "statement_records.h"

namespace maquette::skeletonizer {

/// Edits expressions and declarations that stay, in part at least.
class SimpleStatementEditor {
public:
  /// \p wanted says which variables the remaining text of the body references.
  SimpleStatementEditor(DecisionQueries &queries, const SourceText &source, const ReferencedDecls &wanted,
                        ExpressionEditor &expressions, StatementRecorder &records, FunctionEdits &edits)
      : queries_(queries), source_(source), wanted_(wanted), expressions_(expressions), records_(records), out_(edits) {
  }

  StatementAction edit(const clang::Expr *expression);
  StatementAction edit(const clang::DeclStmt *statement, const DeclarationOutcome &outcome);

private:
  bool isDeadStore(const clang::Expr *expression) const;

  DecisionQueries &queries_;
  const SourceText &source_;
  const ReferencedDecls &wanted_;
  ExpressionEditor &expressions_;
  StatementRecorder &records_;
  FunctionEdits &out_;
};

} // namespace maquette::skeletonizer

#endif
