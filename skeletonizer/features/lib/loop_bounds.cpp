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

std::optional<LoopBounds> boundsOf(const clang::ForStmt *loop) {
  const clang::Expr *condition_expression = loop ? loop->getCond() : nullptr;
  const auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      condition_expression ? condition_expression->IgnoreParenImpCasts() : nullptr);
  if (!condition || !(condition->isRelationalOp() || condition->getOpcode() == clang::BO_NE))
    return std::nullopt;
  auto [variable, first] = induction(loop);
  if (!variable || !first)
    return std::nullopt;
  clang::BinaryOperatorKind operation = condition->getOpcode();
  const clang::Expr *bound = condition->getRHS();
  if (!names(condition->getLHS(), variable)) {
    if (!names(condition->getRHS(), variable))
      return std::nullopt;
    bound = condition->getLHS();
    operation = clang::BinaryOperator::reverseComparisonOp(operation);
  }
  const bool inclusive = operation == clang::BO_LE || operation == clang::BO_GE;
  const bool down = operation == clang::BO_GT || operation == clang::BO_GE;
  return down ? LoopBounds{variable, bound, first, inclusive} : LoopBounds{variable, first, bound, inclusive};
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
  std::optional<FeatureValue> from = values.value(bounds->from, frame);
  std::optional<FeatureValue> to = values.value(bounds->to, frame);
  if (!from || !to)
    return std::nullopt;
  if (from->constant && to->constant)
    return constantValue(*to->constant - *from->constant);
  const FeatureValue difference = combined(clang::BO_Sub, *to, *from);
  return bounds->inclusive ? combined(clang::BO_Add, difference, constantValue(1)) : difference;
}

} // namespace maquette::skeletonizer
