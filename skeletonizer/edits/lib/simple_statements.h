//===- skeletonizer/edits/lib/simple_statements.h - statements without statements in them ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_SIMPLE_STATEMENTS_H
#define MAQUETTE_EDITS_SIMPLE_STATEMENTS_H

#include "declaration_edits.h"
#include "statement_action.h"
#include "statement_tools.h"

namespace maquette::skeletonizer {

/// Edits expressions and declarations that stay, in part at least.
class SimpleStatementEditor {
public:
  explicit SimpleStatementEditor(StatementTools tools) : with_(tools) {}

  StatementAction edit(const clang::Expr *expression);
  StatementAction edit(const clang::DeclStmt *statement, const DeclarationOutcome &outcome);

private:
  bool isDeadStore(const clang::Expr *expression) const;

  StatementTools with_;
};

} // namespace maquette::skeletonizer

#endif
