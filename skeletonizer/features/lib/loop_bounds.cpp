//===- skeletonizer/features/lib/loop_bounds.cpp - how often a loop runs ---===//
// SPDX-License-Identifier: Apache-2.0
#include "loop_bounds.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

namespace maquette::skeletonizer {

/// `i` of `for (i = ...; ...)` and its first value.
static std::pair<const clang::VarDecl *, const clang::Expr *> induction(const clang::ForStmt *loop) {
  const clang::Stmt *init = loop->getInit();
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    const auto *variable =
        declaration->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    return {variable, variable ? variable->getInit() : nullptr};
  }
  const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
  if (!assignment || assignment->getOpcode() != clang::BO_Assign)
    return {};
  const auto *target = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return {target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr, assignment->getRHS()};
}

static bool names(const clang::Expr *expression, const clang::VarDecl *variable) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference && reference->getDecl() == variable;
}

namespace {

/// One side of a condition: the variable, or a sum with it.
struct Side {
  const clang::Expr *added = nullptr, *subtracted = nullptr;
};

std::optional<Side> sideWith(const clang::VarDecl *variable, const clang::Expr *side) {
  side = side->IgnoreParenImpCasts();
  if (names(side, variable))
    return Side{};
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(side);
  if (sum && sum->isAdditiveOp() && names(sum->getLHS(), variable))
    return sum->getOpcode() == clang::BO_Add ? Side{sum->getRHS(), nullptr} : Side{nullptr, sum->getRHS()};
  if (sum && sum->getOpcode() == clang::BO_Add && names(sum->getRHS(), variable))
    return Side{sum->getLHS(), nullptr};
  return std::nullopt;
}

std::optional<LoopBounds> boundsOf(const clang::VarDecl *variable, const clang::Expr *first,
                                   const clang::Expr *condition_expression) {
  const auto *condition = llvm::dyn_cast<clang::BinaryOperator>(condition_expression->IgnoreParenImpCasts());
  if (condition && condition->getOpcode() == clang::BO_LAnd) { // the loop ends where either does not hold
    std::optional<LoopBounds> bounds = boundsOf(variable, first, condition->getLHS());
    if (!bounds)
      bounds = boundsOf(variable, first, condition->getRHS());
    if (bounds)
      bounds->is_upper_limit = true;
    return bounds;
  }
  if (!condition || !(condition->isRelationalOp() || condition->getOpcode() == clang::BO_NE))
    return std::nullopt;
  clang::BinaryOperatorKind operation = condition->getOpcode();
  const clang::Expr *bound = condition->getRHS();
  std::optional<Side> side = sideWith(variable, condition->getLHS());
  if (!side) {
    side = sideWith(variable, condition->getRHS());
    bound = condition->getLHS();
    operation = clang::BinaryOperator::reverseComparisonOp(operation);
  }
  if (!side)
    return std::nullopt;
  const bool inclusive = operation == clang::BO_LE || operation == clang::BO_GE;
  if (operation == clang::BO_GT || operation == clang::BO_GE)
    return LoopBounds{variable, bound, first, inclusive, side->subtracted, side->added};
  return LoopBounds{variable, first, bound, inclusive, side->added, side->subtracted};
}

} // namespace

std::optional<LoopBounds> boundsOf(const clang::ForStmt *loop) {
  if (!loop || !loop->getCond())
    return std::nullopt;
  const auto [variable, first] = induction(loop);
  return variable && first ? boundsOf(variable, first, loop->getCond()) : std::nullopt;
}

std::optional<FeatureValue> tripCount(const clang::Stmt *loop, const HeldValues &values, const Frame &frame) {
  if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const auto *record = ranged->getRangeInit()->getType()->getAsCXXRecordDecl();
    if (!record || !record->isInStdNamespace() || record->getName() == "initializer_list")
      return std::nullopt;
    return values.sizeOf(ranged->getRangeInit(), frame);
  }
  const std::optional<LoopBounds> bounds = boundsOf(llvm::dyn_cast<clang::ForStmt>(loop));
  if (!bounds)
    return std::nullopt;
  const std::optional<FeatureValue> trips =
      tripsBetween(*bounds, [&](const clang::Expr *expression) { return values.value(expression, frame); });
  return trips && bounds->inclusive && !trips->constant ? combined(clang::BO_Add, *trips, constantValue(1)) : trips;
}

} // namespace maquette::skeletonizer
