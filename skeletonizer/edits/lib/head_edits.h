//===- skeletonizer/edits/lib/head_edits.h - what stands in the parentheses of an if, a switch, a loop ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_HEAD_EDITS_H
#define MAQUETTE_EDITS_HEAD_EDITS_H

#include "statement_tools.h"

namespace maquette::skeletonizer {

class HeadEditor {
public:
  explicit HeadEditor(StatementTools tools) : with_(tools) {}

  /// The head of a statement stays as it is if something is declared there. Returns "(void)n;" for what nothing reads
  /// any more.
  std::string keep(const clang::Stmt *init, const clang::DeclStmt *variable, const clang::Expr *condition);
  /// The first or third part of a for: what of it stays, joined by commas, or \p nothing.
  void editLoopPart(const clang::Expr *part, const std::string &nothing = {});

private:
  StatementTools with_;
};

} // namespace maquette::skeletonizer

#endif
