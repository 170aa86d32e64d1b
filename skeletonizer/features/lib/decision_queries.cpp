//===- skeletonizer/features/lib/decision_queries.cpp - decisions asked by AST node --===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/decision_queries.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

const SourceKey &DecisionQueries::key(const clang::Stmt *node) {
  auto [place, added] = keys_.try_emplace(node);
  if (added)
    place->second = keyOf(node, context_);
  return place->second;
}

bool DecisionQueries::performed(const clang::Expr *expression) {
  bool acts = llvm::isa<clang::CallExpr, clang::CXXConstructExpr, clang::CXXThrowExpr, clang::CXXDeleteExpr,
                        clang::CXXNewExpr, clang::VAArgExpr, clang::AtomicExpr>(expression) ||
              isAssignment(expression);
  // Where the variable that a call initializes is predicted, the call is not made for it.
  const bool defines =
      kept(Role::Definition, expression) && (isAssignment(expression) || !predicted(Role::Definition, expression));
  return acts && (defines || kept(Role::Call, expression) || kept(Role::Jump, expression));
}

bool DecisionQueries::touchedItself(const clang::Stmt *node) {
  if (node->getBeginLoc().isInvalid())
    return false;
  for (Role role : {Role::Definition, Role::Call, Role::Condition, Role::Jump, Role::Value})
    if (kept(role, node) || predicted(role, node))
      return true;
  return predicted(Role::Argument, node) != nullptr;
}

bool DecisionQueries::touchedInside(const clang::Stmt *node) {
  if (touchedItself(node))
    return true;
  for (const clang::Stmt *child : node->children())
    if (child && touched(child))
      return true;
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(node))
    return lambda->getBody() && touched(callOperator(lambda)->getBody());
  return false;
}

const clang::CXXMethodDecl *DecisionQueries::callOperator(const clang::LambdaExpr *lambda) const {
  if (const clang::FunctionTemplateDecl *several = lambda->getDependentCallOperator())
    for (const clang::FunctionDecl *instance : several->specializations())
      if (instance->getBody() && decisions_.liveFunction(usrOf(instance)))
        return llvm::cast<clang::CXXMethodDecl>(instance);
  return lambda->getCallOperator();
}

bool DecisionQueries::touched(const clang::Stmt *node) {
  auto known = touched_.find(node);
  if (known != touched_.end())
    return known->second;
  bool result = (node->getBeginLoc().isValid() && loopExits(node)) || touchedInside(node);
  touched_[node] = result;
  return result;
}

const clang::Expr *plain(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *inner = expression->IgnoreParens()->IgnoreImplicit();
    if (const auto *cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(inner);
        cast && llvm::isa<clang::CXXConstructExpr>(cast->getSubExpr()))
      inner = cast;
    if (inner == expression)
      return expression;
    expression = inner;
  }
}

const clang::Stmt *bodyOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return counted->getBody();
  if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop))
    return ranged->getBody();
  if (const auto *plain_loop = llvm::dyn_cast<clang::WhileStmt>(loop))
    return plain_loop->getBody();
  if (const auto *late = llvm::dyn_cast<clang::DoStmt>(loop))
    return late->getBody();
  return nullptr;
}

bool isAssignment(const clang::Expr *expression) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary->isAssignmentOp();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->isIncrementDecrementOp();
  return false;
}

static bool allOperands(const clang::Expr *expression, bool (*holds)(const clang::Expr *)) {
  return llvm::all_of(expression->children(), [&](const clang::Stmt *child) {
    const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    return !child || (operand && holds(operand));
  });
}

bool isConstantText(const clang::Expr *expression) {
  if (llvm::isa<clang::CallExpr, clang::CXXConstructExpr, clang::CXXNewExpr, clang::CXXThisExpr, clang::LambdaExpr,
                clang::StmtExpr, clang::CXXThrowExpr, clang::CXXDeleteExpr, clang::AtomicExpr>(expression) ||
      isAssignment(expression))
    return false;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return llvm::isa<clang::EnumConstantDecl, clang::NonTypeTemplateParmDecl>(reference->getDecl());
  if (llvm::isa<clang::MemberExpr>(expression))
    return false;
  return allOperands(expression, isConstantText);
}

bool hasNoEffect(const clang::Expr *expression) {
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
  if (construct && !construct->getConstructor()->isTrivial())
    return false;
  if (llvm::isa<clang::CallExpr, clang::CXXNewExpr, clang::CXXDeleteExpr, clang::CXXThrowExpr, clang::StmtExpr,
                clang::LambdaExpr, clang::CXXBindTemporaryExpr, clang::AtomicExpr>(expression) ||
      isAssignment(expression))
    return false;
  return allOperands(expression, hasNoEffect);
}

const clang::Expr *assigned(const clang::Expr *expression) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary->getLHS();
  return llvm::cast<clang::UnaryOperator>(expression)->getSubExpr();
}

} // namespace maquette::skeletonizer
