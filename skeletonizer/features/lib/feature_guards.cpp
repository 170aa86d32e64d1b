//===- skeletonizer/features/lib/feature_guards.cpp - conditions as features -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/features/features.h"

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// Zero where the divisor is: what guards the division in the program may stand outside of the expression.
std::optional<FeatureFinder::Value> FeatureFinder::remainder(const clang::BinaryOperator *binary, const Value &left,
                                                             const Value &right) {
  auto whole = [](const clang::Expr *operand) {
    return operand->IgnoreParenCasts()->getType()->isIntegralOrUnscopedEnumerationType();
  };
  if (!whole(binary->getLHS()) || !whole(binary->getRHS()) || (right.constant && *right.constant == 0))
    return std::nullopt;
  Value result{operandText(left.full()) + " % " + operandText(right.full()), left.referenced, std::nullopt, 0};
  result.referenced.insert(right.referenced.begin(), right.referenced.end());
  if (!right.constant)
    result.text = operandText(right.full()) + " != 0 ? " + result.text + " : 0";
  return result;
}

/// A pointer that can be compared with the null pointer.
std::optional<FeatureFinder::Value> FeatureFinder::pointer(const clang::Expr *expression, const Bindings &bindings,
                                                           int call_depth) {
  expression = expression->IgnoreParenImpCasts();
  if (!expression->getType()->isPointerType() || !llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(expression))
    return std::nullopt;
  std::optional<Value> result = object(expression, bindings, call_depth);
  return result && !result->text.empty() && result->text != "this" ? result : std::nullopt;
}

std::optional<FeatureFinder::Value> FeatureFinder::comparison(const clang::BinaryOperator *condition,
                                                              const Bindings &bindings, int call_depth) {
  auto is_null = [&](const clang::Expr *operand) {
    operand = operand->IgnoreParenCasts();
    clang::Expr::EvalResult number;
    return llvm::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(operand) ||
           (operand->getType()->isIntegerType() && operand->EvaluateAsInt(number, queries_.context()) &&
            number.Val.getInt() == 0);
  };
  if (condition->isEqualityOp() && is_null(condition->getRHS()) && condition->getLHS()->getType()->isPointerType()) {
    std::optional<Value> compared = pointer(condition->getLHS(), bindings, call_depth);
    if (compared && condition->getOpcode() == clang::BO_EQ)
      compared->text = "!" + operandText(compared->text);
    return compared;
  }
  std::optional<Value> left = value(condition->getLHS(), bindings, call_depth);
  std::optional<Value> right = left ? value(condition->getRHS(), bindings, call_depth) : std::nullopt;
  if (!right)
    return std::nullopt;
  Value result{operandText(left->full()) + " " + condition->getOpcodeStr().str() + " " + operandText(right->full()),
               left->referenced, std::nullopt, 0};
  result.referenced.insert(right->referenced.begin(), right->referenced.end());
  return result;
}

/// An expression that is zero where \p condition does not hold, and not zero where it does. Nothing in it can trap.
std::optional<FeatureFinder::Value> FeatureFinder::truth(const clang::Expr *condition, const Bindings &bindings,
                                                         int call_depth) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negation && negation->getOpcode() == clang::UO_LNot) {
    std::optional<Value> negated = truth(negation->getSubExpr(), bindings, call_depth);
    if (negated)
      negated->text = "!" + operandText(negated->full());
    return negated;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (binary && (binary->isRelationalOp() || binary->isEqualityOp()))
    return comparison(binary, bindings, call_depth);
  if (!binary || !binary->isLogicalOp()) {
    std::optional<Value> plain = condition->getType()->isPointerType() ? pointer(condition, bindings, call_depth)
                                                                       : value(condition, bindings, call_depth);
    if (plain)
      *plain = Value{plain->full(), plain->referenced, plain->constant, 0};
    return plain;
  }
  std::optional<Value> left = truth(binary->getLHS(), bindings, call_depth);
  std::optional<Value> right = left ? truth(binary->getRHS(), bindings, call_depth) : std::nullopt;
  if (!right)
    return std::nullopt;
  left->text = operandText(left->text) + " " + binary->getOpcodeStr().str() + " " + operandText(right->text);
  left->referenced.insert(right->referenced.begin(), right->referenced.end());
  left->constant.reset();
  return left;
}

/// What of \p condition can be told, where it holds.
void FeatureFinder::addGuards(std::vector<Value> &guards, const clang::Expr *condition, const Bindings &bindings,
                              int call_depth) {
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (both && both->getOpcode() == clang::BO_LAnd) {
    addGuards(guards, both->getLHS(), bindings, call_depth);
    return addGuards(guards, both->getRHS(), bindings, call_depth);
  }
  std::optional<Value> guard = truth(condition, bindings, call_depth);
  if (guard && !guard->constant)
    guards.push_back(*guard);
}

void FeatureFinder::visitBranch(const clang::Stmt *branch, const Product &guarded, const Bindings &bindings,
                                int call_depth) {
  size_t before = products_.size();
  visit(branch, guarded, bindings, call_depth);
  if (products_.size() == before && !guarded.guards.empty() && takesTime(branch))
    add(guarded);
}

void FeatureFinder::visitIf(const clang::IfStmt *choice, const Product &outer, const Bindings &bindings,
                            int call_depth) {
  clang::Expr::EvalResult known;
  bool constant = !choice->getCond()->isValueDependent() && choice->getCond()->EvaluateAsInt(known, queries_.context());
  bool holds = constant && known.Val.getInt().getBoolValue();
  visit(choice->getInit(), outer, bindings, call_depth);
  visit(choice->getCond(), outer, bindings, call_depth);
  Product then_part = outer;
  Product else_part = outer;
  then_part.partial = else_part.partial = outer.partial || !constant;
  if (!constant) {
    addGuards(then_part.guards, choice->getCond(), bindings, call_depth);
    std::optional<Value> guard = truth(choice->getCond(), bindings, call_depth);
    if (guard)
      else_part.guards.push_back(Value{"!" + operandText(guard->text), guard->referenced, std::nullopt, 0});
  }
  if (!constant || holds)
    visitBranch(choice->getThen(), then_part, bindings, call_depth);
  if (choice->getElse() && (!constant || !holds))
    visitBranch(choice->getElse(), else_part, bindings, call_depth);
}

} // namespace maquette::skeletonizer
