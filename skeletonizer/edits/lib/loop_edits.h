//===- skeletonizer/edits/lib/loop_edits.h - loops that stay ---------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_LOOP_EDITS_H
#define MAQUETTE_EDITS_LOOP_EDITS_H

#include "declaration_edits.h"
#include "head_edits.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

#include <functional>

namespace maquette::skeletonizer {

/// Edits the heads of loops that stay, and has their bodies edited.
class LoopEditor {
public:
  /// Edits the body of a loop. The string: a statement to put before it in the skeleton, or nothing.
  using Body = std::function<void(const clang::Stmt *, const std::string &)>;
  /// As long as it lives, loops count how often they run, if \p on; else as before.
  class Counting {
  public:
    Counting(LoopEditor &editor, bool on) : counting_(editor.counting_, editor.counting_ || on) {}

  private:
    llvm::SaveAndRestore<bool> counting_;
  };

  LoopEditor(StatementTools tools, DeclarationEditor &declarations, HeadEditor &heads, Body edit_body)
      : with_(tools), declarations_(declarations), heads_(heads), edit_body_(std::move(edit_body)) {}

  void edit(const clang::ForStmt *loop);
  void edit(const clang::WhileStmt *loop);
  void edit(const clang::DoStmt *loop);
  void edit(const clang::CXXForRangeStmt *loop);
  /// \p body of \p loop, whose head stays as it is.
  void editBodyOnly(const clang::Stmt *loop, const clang::Stmt *body);

private:
  void editBody(const clang::Stmt *body, const std::string &first = {});
  std::string voidOfUnused(const clang::CXXForRangeStmt *loop) const;

  StatementTools with_;
  DeclarationEditor &declarations_;
  HeadEditor &heads_;
  Body edit_body_;
  bool counting_ = false;
};

} // namespace maquette::skeletonizer

#endif
