//===- skeletonizer/edits/lib/control_edits.cpp - statements that stay ----===//
// SPDX-License-Identifier: Apache-2.0
#include "body_edits.h"

#include "unused_parameters.h"

namespace maquette::skeletonizer {

/// Its text stays as it is.
void BodyEditor::keepWhole(const clang::Stmt *statement) {
  out_.referenced.addAll(statement);
  returns_.keepAll(statement);
}

bool BodyEditor::hasContent(const clang::Stmt *statement) {
  return statement && (queries_.touched(statement) || features_.takesTime(statement));
}

bool BodyEditor::emitLoop(const clang::Stmt *statement) {
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    loops_.edit(loop);
  else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement))
    loops_.edit(loop);
  else if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
    loops_.edit(loop);
  else if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    loops_.edit(loop);
  else
    return false;
  return true;
}

/// \p declaration: what becomes of it, if it is one.
StatementAction BodyEditor::emit(const clang::Stmt *statement, const DeclarationOutcome &declaration) {
  const bool expands =
      in_template_ && llvm::isa<clang::Expr, clang::ReturnStmt>(statement) && source_.expandsPack(statement);
  if (const clang::Stmt *rest = source_.bodyBehindMacro(statement); rest && source_.contains(statement)) {
    emitBehindMacro(statement, rest);
    return {};
  }
  bool loop_in_macro = source_.beginsInMacro(statement) && !llvm::isa<clang::Expr, clang::DeclStmt>(statement);
  if (!source_.contains(statement) || loop_in_macro || expands || llvm::isa<clang::AsmStmt>(statement)) {
    records_.record(statement, StatementState::Kept);
    keepWhole(statement);
    return {};
  }
  if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
    return simple_.edit(expression);
  if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement))
    return simple_.edit(declared, declaration);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return emitIf(branch);
  if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(statement))
    return returns_.edit(result);
  if (emitLoop(statement))
    return {};
  if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    emitSwitch(choice);
  } else if (const auto *guarded = llvm::dyn_cast<clang::CXXTryStmt>(statement)) {
    emitTry(guarded);
  } else if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    body(compound, false);
  } else {
    out_.referenced.addAll(statement);
    if (!llvm::isa<clang::NullStmt>(statement))
      records_.record(statement, StatementState::Kept);
  }
  return {};
}

StatementAction BodyEditor::emitIf(const clang::IfStmt *statement) {
  StatementAction action;
  records_.recordChoice(statement, statement->getCond());
  if (statement->isConstexpr() || statement->isConsteval()) {
    keepWhole(statement);
    out_.referenced.addDiscarded(function_, statement);
    return action;
  }
  const bool declares = statement->getInit() || statement->getConditionVariable();
  bool then_content = hasContent(statement->getThen());
  bool else_content = hasContent(statement->getElse());
  if (!then_content && !else_content && !declares) {
    std::vector<std::string> acts;
    expressions_.reduce(statement->getCond(), acts);
    action.become(withSemicolons(acts));
    return action;
  }
  const std::string unread =
      heads_.keep(statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond());
  TextRange then_range = source_.statementRange(statement->getThen());
  if (then_content)
    body(statement->getThen(),
         statement->getElse() && !llvm::isa<clang::CompoundStmt>(statement->getThen()) &&
             llvm::isa<clang::IfStmt>(statement->getThen()),
         unread);
  else
    out_.skeleton.push_back({then_range.begin, then_range.end, "{" + unread + "}"});
  if (!statement->getElse())
    return action;
  TextRange else_range{then_range.end, source_.statementRange(statement->getElse()).end};
  if (else_content || !source_.balancedDirectives(else_range))
    body(statement->getElse(), false);
  else
    out_.skeleton.push_back({else_range.begin, else_range.end, ""});
  return action;
}

/// A macro writes the head, or several, which stay as they are.
void BodyEditor::emitBehindMacro(const clang::Stmt *statement, const clang::Stmt *rest) {
  records_.record(statement, StatementState::Kept);
  const clang::Stmt *last = nullptr;
  for (const clang::Stmt *part : statement->children())
    last = part;
  for (const clang::Stmt *part : statement->children())
    if (part != last)
      out_.referenced.addAll(part);
  if (last != rest)
    return emitBehindMacro(last, rest);
  if (isLoop(statement))
    loops_.editBodyOnly(statement, rest);
  else
    body(rest, false);
}

void BodyEditor::emitSwitch(const clang::SwitchStmt *statement) {
  records_.recordChoice(statement, statement->getCond());
  const auto *cases = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!cases) {
    keepWhole(statement);
    return;
  }
  heads_.keep(statement->getInit(), statement->getConditionVariableDeclStmt(), statement->getCond());
  std::vector<const clang::Stmt *> statements(cases->body_begin(), cases->body_end());
  block(statements, BlockPlace::InSwitch);
}

void BodyEditor::emitTry(const clang::CXXTryStmt *statement) {
  records_.record(statement, StatementState::Kept);
  body(statement->getTryBlock(), false);
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i)
    keepWhole(statement->getHandler(i));
}

/// Its body, wherever its statement is put together.
void BodyEditor::editLambda(const clang::LambdaExpr *lambda, std::vector<Edit> &edits) {
  // One of which nothing is needed may be called all the same, among others.
  const clang::CXXMethodDecl *called = queries_.callOperator(lambda);
  const clang::Stmt *inside = called->getBody();
  const bool only_costs = called->getReturnType()->isVoidType() && queries_.decisions().liveFunction(usrOf(called));
  if (!inside || !(queries_.touched(inside) || only_costs) || !source_.contains(inside)) {
    out_.referenced.addAll(inside);
    return;
  }
  const auto [known, is_new] = lambda_edits_.try_emplace(lambda);
  if (is_new)
    known->second = editsInside(lambda);
  edits.insert(edits.end(), known->second.begin(), known->second.end());
}

std::vector<Edit> BodyEditor::editsInside(const clang::LambdaExpr *lambda) {
  std::vector<Edit> others = std::exchange(out_.skeleton, {});
  const clang::CXXMethodDecl *called = queries_.callOperator(lambda);
  ReturnEditor::Inside returns_of_lambda(returns_, called, !lambda->hasExplicitResultType());
  llvm::SaveAndRestore<bool> in_template(in_template_, in_template_ || lambda->isGenericLambda());
  const clang::Stmt *inside = called->getBody();
  const bool is_touched = queries_.touched(inside);
  body(inside, false, is_touched ? std::string() : discardsOf(lambda, called));
  if (const std::string unused = is_touched ? unusedParameters(called, out_.referenced) : std::string();
      !unused.empty()) {
    const unsigned place = source_.range(inside).begin + 1;
    out_.skeleton.insert(out_.skeleton.begin(), {place, place, unused});
  }
  if (is_touched)
    returns_.finish();
  return std::exchange(out_.skeleton, std::move(others));
}

} // namespace maquette::skeletonizer
