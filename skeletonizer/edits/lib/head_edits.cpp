//===- skeletonizer/edits/lib/head_edits.cpp - what stands in the parentheses of an if, a switch, a loop ---===//
// SPDX-License-Identifier: Apache-2.0
#include "head_edits.h"

namespace maquette::skeletonizer {

std::string HeadEditor::keep(const clang::Stmt *init, const clang::DeclStmt *variable, const clang::Expr *condition) {
  if (!init && !variable) {
    expressions_.keepCondition(condition, out_.skeleton);
    return {};
  }
  for (const clang::Stmt *part :
       {init, static_cast<const clang::Stmt *>(variable), static_cast<const clang::Stmt *>(condition)})
    out_.referenced.addAll(part);
  std::string unread;
  if (const auto *declared = llvm::dyn_cast_or_null<clang::DeclStmt>(init))
    for (const clang::Decl *declaration : declared->decls())
      if (const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
          local && local->getIdentifier() && !wanted_.has(local))
        unread += "(void)" + local->getNameAsString() + ";";
  return unread;
}

void HeadEditor::editLoopPart(const clang::Expr *part, const std::string &nothing) {
  if (!part)
    return;
  const clang::Expr *inner = plain(part);
  if (!source_.editable(part)) {
    out_.referenced.addAll(part);
    return;
  }
  const auto *pair = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (pair && pair->getOpcode() == clang::BO_Comma && !source_.balancedDirectives(source_.range(part))) {
    editLoopPart(pair->getLHS(), "(void)0");
    return editLoopPart(pair->getRHS(), "(void)0");
  }
  records_.recordValues(part);
  bool predicted = isAssignment(inner) && queries_.predicted(Role::Definition, inner);
  if (predicted || queries_.performed(inner))
    return expressions_.keepStatement(part, out_.skeleton);
  std::vector<std::string> acts;
  expressions_.reduce(part, acts);
  std::string text;
  for (const std::string &act : acts)
    text += (text.empty() ? "" : ", ") + act;
  if (acts.empty())
    text = nothing;
  TextRange range = source_.range(part);
  if (source_.at(range) != text)
    out_.skeleton.push_back({range.begin, range.end, text});
}

} // namespace maquette::skeletonizer
