//===- maquette/features/decision_queries.h - decisions asked by AST node ----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_DECISION_QUERIES_H
#define MAQUETTE_FEATURES_DECISION_QUERIES_H

#include "maquette/decide/decisions.h"
#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace maquette::skeletonizer {

/// The decisions about the nodes of one unit, with keys and sums over subtrees remembered.
class DecisionQueries {
public:
  DecisionQueries(const Decisions &decisions, const clang::ASTContext &context)
      : decisions_(decisions), context_(context) {}

  const SourceKey &key(const clang::Stmt *node);
  bool kept(Role role, const clang::Stmt *node) { return decisions_.kept(role, key(node)); }
  const PredictedValue *predicted(Role role, const clang::Stmt *node) { return decisions_.predicted(role, key(node)); }
  const std::vector<LoopExitValue> *loopExits(const clang::Stmt *loop) { return decisions_.loopExits(key(loop)); }
  /// The expression acts (assigns, calls, throws) and the act is kept.
  bool performed(const clang::Expr *expression);
  /// Something in the subtree is kept or predicted, loop exits of inner loops included.
  bool touched(const clang::Stmt *node);
  /// The same without the loop exits of \p node itself.
  bool touchedInside(const clang::Stmt *node);

  /// The call operator of a lambda: where it is a template, an instance that runs, if there is one.
  const clang::CXXMethodDecl *callOperator(const clang::LambdaExpr *lambda) const;

  const Decisions &decisions() const { return decisions_; }
  const clang::ASTContext &context() const { return context_; }

private:
  bool touchedItself(const clang::Stmt *node);

  const Decisions &decisions_;
  const clang::ASTContext &context_;
  llvm::DenseMap<const clang::Stmt *, SourceKey> keys_;
  llvm::DenseMap<const clang::Stmt *, bool> touched_;
};

/// An expression without the wrappers that have no text: implicit casts, clean-ups, temporaries; parentheses too.
const clang::Expr *plain(const clang::Expr *expression);

/// An assignment, compound assignment, ++ or --.
bool isAssignment(const clang::Expr *expression);
/// No variable is read and nothing is called: the text can stay whatever is decided.
bool isConstantText(const clang::Expr *expression);

/// Nothing is assigned, called, thrown or allocated: whether it is evaluated matters to nobody.
bool hasNoEffect(const clang::Expr *expression);
/// The left-hand side of an assignment, the operand of ++ and --.
const clang::Expr *assigned(const clang::Expr *expression);

/// The body of a loop of any kind; null for what is no loop.
const clang::Stmt *bodyOf(const clang::Stmt *loop);
inline bool isLoop(const clang::Stmt *statement) { return bodyOf(statement) != nullptr; }

} // namespace maquette::skeletonizer

#endif
