//===- skeletonizer/edits/lib/simple_statements.cpp - statements without statements in them ---===//
// SPDX-License-Identifier: Apache-2.0
#include "simple_statements.h"

namespace maquette::skeletonizer {

std::vector<std::string> withSemicolons(const std::vector<std::string> &acts) {
  std::vector<std::string> result;
  for (const std::string &act : acts)
    result.push_back(act + ";");
  return result;
}

/// The analysis keeps it for an object that nothing in the remaining text reads.
bool SimpleStatementEditor::isDeadStore(const clang::Expr *expression) const {
  if (!isAssignment(expression) || !isAssignment(plain(expression)))
    return false;
  const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assigned(expression)->IgnoreParens());
  const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return variable && variable->hasLocalStorage() && variable->getType()->isScalarType() &&
         !with_.wanted.read(variable) && (!binary || hasNoEffect(binary->getRHS()));
}

StatementAction SimpleStatementEditor::edit(const clang::Expr *expression) {
  StatementAction action;
  const clang::Expr *inner = plain(expression);
  unsigned phantoms = with_.expressions.phantomCount();
  bool editable = with_.source.editable(inner);
  const PredictedValue *value =
      isAssignment(inner) && editable ? with_.queries.predicted(Role::Definition, inner) : nullptr;
  if (!value && editable && isDeadStore(inner)) {
    action.become({});
    with_.records.record(expression, StatementState::Removed);
    return action;
  }
  if (value || !editable || with_.queries.performed(inner)) {
    with_.expressions.keepStatement(expression, with_.edits.skeleton);
    with_.records.record(expression, value                                         ? StatementState::Predicted
                                     : with_.expressions.phantomCount() > phantoms ? StatementState::Phantom
                                                                                   : StatementState::Kept);
    with_.records.recordValues(expression);
    return action;
  }
  std::vector<std::string> acts;
  with_.expressions.reduce(expression, acts);
  action.become(withSemicolons(acts));
  with_.records.recordValues(expression);
  with_.records.record(expression, acts.empty() ? StatementState::Removed : StatementState::Changed);
  return action;
}

StatementAction SimpleStatementEditor::edit(const clang::DeclStmt *statement, const DeclarationOutcome &outcome) {
  StatementAction action;
  std::string quiet;
  for (const clang::VarDecl *variable : outcome.variables) {
    bool scalar = variable->getType()->isScalarType();
    bool unread =
        scalar && (with_.wanted.onlyWritten(variable) || (!with_.wanted.has(variable) && variable->hasInit()));
    if ((unread || (variable->getType()->isRecordType() && with_.wanted.onlyWritten(variable))) &&
        variable->getIdentifier())
      quiet += " (void)" + variable->getNameAsString() + ";";
  }
  with_.records.record(statement, outcome.predicted ? StatementState::Predicted
                                  : !outcome.stays  ? StatementState::Removed
                                  : outcome.changed ? StatementState::Changed
                                                    : StatementState::Kept);
  with_.records.recordValues(statement);
  if (outcome.stays && !outcome.changed && quiet.empty() && outcome.acts.empty())
    return action;
  std::vector<std::string> texts;
  if (outcome.stays)
    texts.push_back((outcome.changed ? outcome.text : with_.source.spelling(statement).rtrim("; \t\n").str()) + ";" +
                    quiet);
  for (const std::string &act : withSemicolons(outcome.acts))
    texts.push_back(act);
  action.become(texts);
  return action;
}

} // namespace maquette::skeletonizer
