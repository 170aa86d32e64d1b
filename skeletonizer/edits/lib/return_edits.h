//===- skeletonizer/edits/lib/return_edits.h - return statements of a function and of the lambdas in it ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_RETURN_EDITS_H
#define MAQUETTE_EDITS_RETURN_EDITS_H

#include "statement_action.h"
#include "statement_tools.h"

#include "llvm/Support/SaveAndRestore.h"

namespace maquette::skeletonizer {

class ReturnEditor {
public:
  /// The function whose returns are edited, or a lambda in it.
  struct Current {
    const clang::FunctionDecl *function;
    bool deduced; ///< The type is that of what is returned.
    int kept = 0; ///< Returns that stay.
    bool ends_with_return = false;
  };
  /// As long as it lives, returns are those of \p function, which stands inside the one of before.
  class Inside {
  public:
    Inside(ReturnEditor &editor, const clang::FunctionDecl *function, bool deduced)
        : current_(editor.current_, Current{function, deduced}) {}

  private:
    llvm::SaveAndRestore<Current> current_;
  };

  ReturnEditor(const clang::FunctionDecl *function, StatementTools tools)
      : function_(function), with_(tools),
        current_{function, function->getReturnType()->getContainedAutoType() != nullptr} {}

  StatementAction edit(const clang::ReturnStmt *statement);
  /// All returns in \p node stay as they are.
  void keepAll(const clang::Stmt *node);
  /// A return of the function's own block stays. \p is_last: its last statement.
  void noteReturn(bool is_last) { current_.ends_with_return = is_last; }
  /// Adds a return to the end of the function, where one was removed and its end may now be reached.
  void finish();

private:
  /// What stands for a value that goes; nothing if it cannot.
  std::optional<std::string> neutralFor(const clang::Expr *value);

  const clang::FunctionDecl *function_;
  StatementTools with_;
  Current current_;
};

} // namespace maquette::skeletonizer

#endif
