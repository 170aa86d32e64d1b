//===- skeletonizer/edits/lib/loop_edits.cpp - heads and bodies of loops -----===//
// SPDX-License-Identifier: Apache-2.0
#include "body_edits.h"

namespace maquette::skeletonizer {

/// The first or third part of a for: what of it stays, joined by commas, or \p nothing.
void BodyEditor::editLoopPart(const clang::Expr *part, const std::string &nothing) {
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
  recordValues(part);
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

BodyEditor::Action BodyEditor::emitFor(const clang::ForStmt *statement) {
  Action action;
  const clang::Expr *condition = statement->getCond();
  bool predicted = condition && queries_.predicted(Role::Condition, condition);
  record(statement, predicted ? StatementState::Predicted : StatementState::Kept);
  if (condition)
    recordValues(condition);
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit())) {
    DeclarationOutcome outcome = declarations_.edit(declaration);
    TextRange range = source_.range(declaration);
    std::string text = outcome.stays ? outcome.text + ";" : ";";
    if (outcome.changed || !outcome.stays)
      out_.skeleton.push_back({range.begin, range.end, text});
  } else {
    editLoopPart(llvm::cast_or_null<clang::Expr>(statement->getInit()));
  }
  if (condition)
    keepHead(nullptr, statement->getConditionVariableDeclStmt(), condition);
  editLoopPart(statement->getInc());
  loopBody(statement->getBody());
  return action;
}

BodyEditor::Action BodyEditor::emitWhile(const clang::WhileStmt *statement) {
  record(statement,
         queries_.predicted(Role::Condition, statement->getCond()) ? StatementState::Predicted : StatementState::Kept);
  recordValues(statement->getCond());
  keepHead(nullptr, statement->getConditionVariableDeclStmt(), statement->getCond());
  loopBody(statement->getBody());
  return {};
}

BodyEditor::Action BodyEditor::emitDo(const clang::DoStmt *statement) {
  record(statement,
         queries_.predicted(Role::Condition, statement->getCond()) ? StatementState::Predicted : StatementState::Kept);
  recordValues(statement->getCond());
  loopBody(statement->getBody());
  expressions_.keepCondition(statement->getCond(), out_.skeleton);
  return {};
}

BodyEditor::Action BodyEditor::emitRangeFor(const clang::CXXForRangeStmt *statement) {
  record(statement, StatementState::Kept);
  out_.referenced.addAll(statement->getInit());
  expressions_.keep(statement->getRangeInit(), out_.skeleton);
  loopBody(statement->getBody(), voidOfUnused(statement));
  return {};
}

/// "(void)x;" if the body no longer asks for the loop's variable, or for any of those that it binds.
std::string BodyEditor::voidOfUnused(const clang::CXXForRangeStmt *loop) const {
  const clang::VarDecl *variable = loop->getLoopVariable();
  const auto *bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  const clang::ValueDecl *named = bindings && !bindings->bindings().empty()
                                      ? bindings->bindings().front()
                                      : static_cast<const clang::ValueDecl *>(variable);
  return named->getIdentifier() && !wanted_.has(variable) ? "(void)" + named->getNameAsString() + ";" : "";
}

/// A macro writes the head, or several, which stay as they are.
BodyEditor::Action BodyEditor::emitBehindMacro(const clang::Stmt *statement, const clang::Stmt *rest) {
  record(statement, StatementState::Kept);
  const clang::Stmt *last = nullptr;
  for (const clang::Stmt *part : statement->children())
    last = part;
  for (const clang::Stmt *part : statement->children())
    if (part != last)
      out_.referenced.addAll(part);
  if (last != rest)
    return emitBehindMacro(last, rest);
  const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(statement);
  if (isLoop(statement))
    loopBody(rest, ranged ? voidOfUnused(ranged) : "");
  else
    body(rest, false);
  return {};
}

/// The body of a loop that stays. \p first: a statement to put before it in the skeleton.
void BodyEditor::loopBody(const clang::Stmt *statement, const std::string &first) {
  static const std::string kStep = "++maquette_steps;";
  const auto before = static_cast<std::ptrdiff_t>(out_.profiled.size());
  const std::string begin = !counting_ ? first : first.empty() ? kStep : kStep + " " + first;
  if (!llvm::isa<clang::NullStmt>(statement) || !begin.empty())
    body(statement, false, begin);
  if (!counting_)
    return;
  if (llvm::isa<clang::CompoundStmt>(statement)) {
    const unsigned inside = source_.range(statement).begin + 1;
    out_.profiled.insert(out_.profiled.begin() + before, {inside, inside, " " + kStep});
    return;
  }
  const TextRange range = source_.statementRange(statement);
  out_.profiled.insert(out_.profiled.begin() + before, {range.begin, range.begin, "{ " + kStep + " "});
  out_.profiled.push_back({range.end, range.end, " }"});
}

} // namespace maquette::skeletonizer
