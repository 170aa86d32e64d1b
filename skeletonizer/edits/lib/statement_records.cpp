//===- skeletonizer/edits/lib/statement_records.cpp - what the report says of the statements ---===//
// SPDX-License-Identifier: Apache-2.0
#include "statement_records.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace maquette::skeletonizer {

void StatementRecorder::record(const clang::Stmt *statement, StatementState state, const std::string &region) {
  TextRange range = source_.statementRange(statement);
  StatementRecord made{range.begin, range.end, source_.lineNumber(range.begin), source_.lineNumber(range.end), state,
                       region,      {}};
  if (state == StatementState::Removed || (state == StatementState::Predicted && !region.empty())) {
    out_.statements.push_back(made);
    std::vector<StatementRecord> inside;
    recordAll(statement, StatementState::Removed, source_, inside);
    for (StatementRecord &nested : inside) {
      nested.region = region;
      out_.statements.push_back(nested);
    }
    return;
  }
  made.reasons = reasons(statement);
  out_.statements.push_back(made);
}

/// The first chain found among the acts of the statement itself, not those of statements inside it.
std::vector<ReasonStep> StatementRecorder::reasons(const clang::Stmt *statement) {
  for (Role role : {Role::Definition, Role::Call, Role::Jump, Role::Value, Role::Condition})
    if (std::vector<ReasonStep> chain = queries_.decisions().why(role, queries_.key(statement)); !chain.empty())
      return chain;
  for (const clang::Stmt *child : statement->children()) {
    bool nested = child && llvm::isa<clang::CompoundStmt>(child);
    if (!child || nested || child->getBeginLoc().isInvalid())
      continue;
    if (std::vector<ReasonStep> chain = reasons(child); !chain.empty())
      return chain;
  }
  return {};
}

void StatementRecorder::recordChoice(const clang::Stmt *statement, const clang::Expr *condition) {
  record(statement, queries_.predicted(Role::Condition, condition) ? StatementState::Predicted : StatementState::Kept);
  recordValues(condition);
}

void StatementRecorder::recordValues(const clang::Stmt *node) {
  static const std::pair<Role, const char *> kinds[] = {{Role::Definition, "assignment"},
                                                        {Role::Condition, "condition"},
                                                        {Role::Argument, "argument"},
                                                        {Role::Value, "returned value"}};
  if (!node || llvm::isa<clang::LambdaExpr>(node) || node->getBeginLoc().isInvalid())
    return;
  unsigned line = source_.lineNumber(source_.range(node).begin);
  if (const std::vector<LoopExitValue> *exits = queries_.loopExits(node))
    for (const LoopExitValue &exit : *exits)
      out_.values.push_back({exit.value, line, exit.variable + " after the loop"});
  for (auto [role, name] : kinds)
    if (const PredictedValue *value = queries_.predicted(role, node)) {
      bool known = std::any_of(out_.values.begin(), out_.values.end(),
                               [&](const ValueRecord &other) { return other.value.id == value->id; });
      if (!known)
        out_.values.push_back({*value, line, name});
    }
  if (queries_.loopExits(node))
    return;
  for (const clang::Stmt *child : node->children())
    recordValues(child);
}

} // namespace maquette::skeletonizer
