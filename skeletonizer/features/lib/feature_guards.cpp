//===- skeletonizer/features/lib/feature_guards.cpp - conditions as features ---===//
// SPDX-License-Identifier: Apache-2.0
#include "feature_guards.h"

#include "maquette/features/features.h"

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// A pointer that can be compared with the null pointer.
static std::optional<FeatureValue> pointer(const clang::Expr *expression, const HeldValues &values,
                                           const Frame &frame) {
  expression = expression->IgnoreParenImpCasts();
  if (!expression->getType()->isPointerType() || !llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(expression))
    return std::nullopt;
  std::optional<FeatureValue> result = values.object(expression, frame);
  return result && !result->text.empty() && result->text != "this" ? result : std::nullopt;
}

static std::optional<FeatureValue> comparison(const clang::BinaryOperator *condition, const HeldValues &values,
                                              const Frame &frame) {
  auto is_null = [&](const clang::Expr *operand) {
    operand = operand->IgnoreParenCasts();
    clang::Expr::EvalResult number;
    return llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(operand) ||
           (operand->getType()->isIntegerType() && operand->EvaluateAsInt(number, values.context()) &&
            number.Val.getInt() == 0);
  };
  if (condition->isEqualityOp() && is_null(condition->getRHS()) && condition->getLHS()->getType()->isPointerType()) {
    std::optional<FeatureValue> compared = pointer(condition->getLHS(), values, frame);
    if (compared && condition->getOpcode() == clang::BO_EQ)
      compared->text = "!" + operandText(compared->text);
    return compared;
  }
  std::optional<FeatureValue> left = values.value(condition->getLHS(), frame);
  std::optional<FeatureValue> right = left ? values.value(condition->getRHS(), frame) : std::nullopt;
  if (!right)
    return std::nullopt;
  FeatureValue result{operandText(left->full()) + " " + condition->getOpcodeStr().str() + " " +
                          operandText(right->full()),
                      left->referenced, std::nullopt, 0};
  result.referenced.insert(right->referenced.begin(), right->referenced.end());
  return result;
}

std::optional<FeatureValue> truth(const clang::Expr *condition, const HeldValues &values, const Frame &frame) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negation && negation->getOpcode() == clang::UO_LNot) {
    std::optional<FeatureValue> negated = truth(negation->getSubExpr(), values, frame);
    if (negated)
      negated->text = "!" + operandText(negated->full());
    return negated;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (binary && (binary->isRelationalOp() || binary->isEqualityOp()))
    return comparison(binary, values, frame);
  if (!binary || !binary->isLogicalOp()) {
    std::optional<FeatureValue> plain =
        condition->getType()->isPointerType() ? pointer(condition, values, frame) : values.value(condition, frame);
    if (plain)
      *plain = FeatureValue{plain->full(), plain->referenced, plain->constant, 0};
    return plain;
  }
  std::optional<FeatureValue> left = truth(binary->getLHS(), values, frame);
  std::optional<FeatureValue> right = left ? truth(binary->getRHS(), values, frame) : std::nullopt;
  if (!right)
    return std::nullopt;
  left->text = operandText(left->text) + " " + binary->getOpcodeStr().str() + " " + operandText(right->text);
  left->referenced.insert(right->referenced.begin(), right->referenced.end());
  left->constant.reset();
  return left;
}

void addGuards(std::vector<FeatureValue> &guards, const clang::Expr *condition, const HeldValues &values,
               const Frame &frame) {
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (both && both->getOpcode() == clang::BO_LAnd) {
    addGuards(guards, both->getLHS(), values, frame);
    return addGuards(guards, both->getRHS(), values, frame);
  }
  std::optional<FeatureValue> guard = truth(condition, values, frame);
  if (guard && !guard->constant)
    guards.push_back(*guard);
}

} // namespace maquette::skeletonizer
