//===- skeletonizer/edits/lib/loop_edits.cpp - loops that stay -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "loop_edits.h"

namespace maquette::skeletonizer {

void LoopEditor::edit(const clang::ForStmt *loop) {
  const clang::Expr *condition = loop->getCond();
  bool predicted = condition && with_.queries.predicted(Role::Condition, condition);
  with_.records.record(loop, predicted ? StatementState::Predicted : StatementState::Kept);
  if (condition)
    with_.records.recordValues(condition);
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
    DeclarationOutcome outcome = declarations_.edit(declaration);
    TextRange range = with_.source.range(declaration);
    std::string text = outcome.stays ? outcome.text + ";" : ";";
    if (outcome.changed || !outcome.stays)
      with_.edits.skeleton.push_back({range.begin, range.end, text});
  } else {
    heads_.editLoopPart(llvm::cast_or_null<clang::Expr>(loop->getInit()));
  }
  if (condition)
    heads_.keep(nullptr, loop->getConditionVariableDeclStmt(), condition);
  heads_.editLoopPart(loop->getInc());
  editBody(loop->getBody());
}

void LoopEditor::edit(const clang::WhileStmt *loop) {
  with_.records.recordChoice(loop, loop->getCond());
  heads_.keep(nullptr, loop->getConditionVariableDeclStmt(), loop->getCond());
  editBody(loop->getBody());
}

void LoopEditor::edit(const clang::DoStmt *loop) {
  with_.records.recordChoice(loop, loop->getCond());
  editBody(loop->getBody());
  with_.expressions.keepCondition(loop->getCond(), with_.edits.skeleton);
}

void LoopEditor::edit(const clang::CXXForRangeStmt *loop) {
  with_.records.record(loop, StatementState::Kept);
  with_.edits.referenced.addAll(loop->getInit());
  with_.expressions.keep(loop->getRangeInit(), with_.edits.skeleton);
  editBody(loop->getBody(), voidOfUnused(loop));
}

/// "(void)x;" if the body no longer asks for the loop's variable, or for any of those that it binds.
std::string LoopEditor::voidOfUnused(const clang::CXXForRangeStmt *loop) const {
  const clang::VarDecl *variable = loop->getLoopVariable();
  const auto *bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  const clang::ValueDecl *named = bindings && !bindings->bindings().empty()
                                      ? bindings->bindings().front()
                                      : static_cast<const clang::ValueDecl *>(variable);
  return named->getIdentifier() && !with_.wanted.has(variable) ? "(void)" + named->getNameAsString() + ";" : "";
}

void LoopEditor::editBodyOnly(const clang::Stmt *loop, const clang::Stmt *body) {
  const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop);
  editBody(body, ranged ? voidOfUnused(ranged) : "");
}

/// The body of a loop that stays. \p first: a statement to put before it in the skeleton.
void LoopEditor::editBody(const clang::Stmt *body, const std::string &first) {
  static const std::string kStep = "++maquette_steps;";
  const auto before = static_cast<std::ptrdiff_t>(with_.edits.profiled.size());
  const std::string begin = !counting_ ? first : first.empty() ? kStep : kStep + " " + first;
  if (!llvm::isa<clang::NullStmt>(body) || !begin.empty())
    edit_body_(body, begin);
  if (!counting_)
    return;
  if (llvm::isa<clang::CompoundStmt>(body)) {
    const unsigned inside = with_.source.range(body).begin + 1;
    with_.edits.profiled.insert(with_.edits.profiled.begin() + before, {inside, inside, " " + kStep});
    return;
  }
  const TextRange range = with_.source.statementRange(body);
  with_.edits.profiled.insert(with_.edits.profiled.begin() + before, {range.begin, range.begin, "{ " + kStep + " "});
  with_.edits.profiled.push_back({range.end, range.end, " }"});
}

} // namespace maquette::skeletonizer
