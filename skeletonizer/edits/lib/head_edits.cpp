//===- skeletonizer/edits/lib/head_edits.cpp - what stands in the parentheses of an if, a switch, a loop ---===//
// SPDX-License-Identifier: Apache-2.0
#include "head_edits.h"

namespace maquette::skeletonizer {

std::string HeadEditor::keep(const clang::Stmt *init, const clang::DeclStmt *variable, const clang::Expr *condition) {
  if (!init && !variable) {
    with_.expressions.keepCondition(condition, with_.edits.skeleton);
    return {};
  }
  for (const clang::Stmt *part :
       {init, static_cast<const clang::Stmt *>(variable), static_cast<const clang::Stmt *>(condition)})
    with_.edits.referenced.addAll(part);
  std::string unread;
  if (const auto *declared = llvm::dyn_cast_or_null<clang::DeclStmt>(init))
    for (const clang::Decl *declaration : declared->decls())
      if (const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
          local && local->getIdentifier() && !with_.wanted.has(local))
        unread += "(void)" + local->getNameAsString() + ";";
  return unread;
}

void HeadEditor::editLoopPart(const clang::Expr *part, const std::string &nothing) {
  if (!part)
    return;
  const clang::Expr *inner = plain(part);
  if (!with_.source.editable(part)) {
    with_.edits.referenced.addAll(part);
    return;
  }
  const auto *pair = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (pair && pair->getOpcode() == clang::BO_Comma && !with_.source.balancedDirectives(with_.source.range(part))) {
    editLoopPart(pair->getLHS(), "(void)0");
    return editLoopPart(pair->getRHS(), "(void)0");
  }
  with_.records.recordValues(part);
  bool predicted = isAssignment(inner) && with_.queries.predicted(Role::Definition, inner);
  if (predicted || with_.queries.performed(inner))
    return with_.expressions.keepStatement(part, with_.edits.skeleton);
  std::vector<std::string> acts;
  with_.expressions.reduce(part, acts);
  std::string text;
  for (const std::string &act : acts)
    text += (text.empty() ? "" : ", ") + act;
  if (acts.empty())
    text = nothing;
  TextRange range = with_.source.range(part);
  if (with_.source.at(range) != text)
    with_.edits.skeleton.push_back({range.begin, range.end, text});
}

} // namespace maquette::skeletonizer
