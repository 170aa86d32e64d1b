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
  return variable && variable->hasLocalStorage() && variable->getType()->isScalarType() && !wanted_.read(variable) &&
         (!binary || hasNoEffect(binary->getRHS()));
}

StatementAction SimpleStatementEditor::edit(const clang::Expr *expression) {
  StatementAction action;
  const clang::Expr *inner = plain(expression);
  unsigned phantoms = expressions_.phantomCount();
  bool editable = source_.editable(inner);
  const PredictedValue *value = isAssignment(inner) && editable ? queries_.predicted(Role::Definition, inner) : nullptr;
  if (!value && editable && isDeadStore(inner)) {
    action.become({});
    records_.record(expression, StatementState::Removed);
    return action;
  }
  if (value || !editable || queries_.performed(inner)) {
    expressions_.keepStatement(expression, out_.skeleton);
    records_.record(expression, value                                    ? StatementState::Predicted
                                : expressions_.phantomCount() > phantoms ? StatementState::Phantom
                                                                         : StatementState::Kept);
    records_.recordValues(expression);
    return action;
  }
  std::vector<std::string> acts;
  expressions_.reduce(expression, acts);
  action.become(withSemicolons(acts));
  records_.recordValues(expression);
  records_.record(expression, acts.empty() ? StatementState::Removed : StatementState::Changed);
  return action;
}

StatementAction SimpleStatementEditor::edit(const clang::DeclStmt *statement, const DeclarationOutcome &outcome) {
  StatementAction action;
  std::string quiet;
  for (const clang::VarDecl *variable : outcome.variables) {
    bool scalar = variable->getType()->isScalarType();
    bool unread = scalar && (wanted_.onlyWritten(variable) || (!wanted_.has(variable) && variable->hasInit()));
    if ((unread || (variable->getType()->isRecordType() && wanted_.onlyWritten(variable))) && variable->getIdentifier())
      quiet += " (void)" + variable->getNameAsString() + ";";
  }
  records_.record(statement, outcome.predicted ? StatementState::Predicted
                             : !outcome.stays  ? StatementState::Removed
                             : outcome.changed ? StatementState::Changed
                                               : StatementState::Kept);
  records_.recordValues(statement);
  if (outcome.stays && !outcome.changed && quiet.empty() && outcome.acts.empty())
    return action;
  std::vector<std::string> texts;
  if (outcome.stays)
    texts.push_back((outcome.changed ? outcome.text : source_.spelling(statement).rtrim("; \t\n").str()) + ";" + quiet);
  for (const std::string &act : withSemicolons(outcome.acts))
    texts.push_back(act);
  action.become(texts);
  return action;
}

} // namespace maquette::skeletonizer
