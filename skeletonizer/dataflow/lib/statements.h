//===- skeletonizer/dataflow/lib/statements.h - statements and their control dependences -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_STATEMENTS_H
#define MAQUETTE_DATAFLOW_LIB_STATEMENTS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Statements and their control dependences.
class Statements : Walker {
public:
  using Walker::Walker;

  /// Walks the body.
  void run();
  /// Walks the initializer of a variable of static storage duration.
  void runGlobal(const clang::VarDecl *variable);
  /// What stands in the head of a statement: `if (init; variable)`, and the condition.
  NodeId walkHead(const clang::Stmt *statement, const clang::Stmt *init, const clang::DeclStmt *variable,
                  const clang::Expr *condition, bool of_loop);
  void walk(const clang::Stmt *statement);
  void walkExpression(const clang::Expr *expression);
  NodeId condition(const clang::Stmt *statement, const clang::Expr *expression, bool of_loop);

private:
  void walkKind(const clang::Stmt *statement);
  void walkIn(const clang::Stmt *statement, NodeId region);
  void walkCompound(const clang::CompoundStmt *block);
  void enterLabels(const clang::Stmt *statement);
  void declareCaught(const clang::VarDecl &exception);
  void walkIf(const clang::IfStmt *statement);
  void walkSwitch(const clang::SwitchStmt *statement);
  void walkReturn(const clang::ReturnStmt *statement);
  void walkTry(const clang::CXXTryStmt *statement);
  void walkJump(const clang::Stmt *statement, std::set<NodeId> Escapes::*kind, std::vector<FlowState> &targets);
  /// Reads \p expression; operands of && and || are conditions of their own, so that one alone can be predicted.
  void readCondition(const clang::Expr *expression, int depth);
  NodeId regionOf(const clang::Stmt *statement, Slot slot, NodeId condition);
};

} // namespace maquette::skeletonizer

#endif
