//===- skeletonizer/edits/lib/head_edits.h - what stands in the parentheses of an if, a switch, a loop ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_HEAD_EDITS_H
#define MAQUETTE_EDITS_HEAD_EDITS_H

#include "expression_edits.h"
#include "statement_records.h"

namespace maquette::skeletonizer {

class HeadEditor {
public:
  /// \p wanted says which variables the remaining text of the body references.
  HeadEditor(DecisionQueries &queries, const SourceText &source, const ReferencedDecls &wanted,
             ExpressionEditor &expressions, StatementRecorder &records, FunctionEdits &edits)
      : queries_(queries), source_(source), wanted_(wanted), expressions_(expressions), records_(records), out_(edits) {
  }

  /// The head of a statement stays as it is if something is declared there. Returns "(void)n;" for what nothing reads
  /// any more.
  std::string keep(const clang::Stmt *init, const clang::DeclStmt *variable, const clang::Expr *condition);
  /// The first or third part of a for: what of it stays, joined by commas, or \p nothing.
  void editLoopPart(const clang::Expr *part, const std::string &nothing = {});

private:
  DecisionQueries &queries_;
  const SourceText &source_;
  const ReferencedDecls &wanted_;
  ExpressionEditor &expressions_;
  StatementRecorder &records_;
  FunctionEdits &out_;
};

} // namespace maquette::skeletonizer

#endif
