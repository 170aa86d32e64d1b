//===- skeletonizer/features/lib/feature_value.cpp - an expression over values that the skeleton holds ---===//
// SPDX-License-Identifier: Apache-2.0
#include "feature_value.h"

#include "maquette/features/features.h"

#include "llvm/ADT/STLExtras.h"

namespace maquette::skeletonizer {

/// One operand: nothing in it binds weaker than a member access.
static bool isOperand(llvm::StringRef text) {
  if (text.starts_with("(") && text.ends_with(")")) {
    int depth = 0;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0)
        return false;
    }
    return true;
  }
  text.consume_back(".size()");
  return llvm::all_of(text, [](char c) { return isalnum(c) || llvm::StringRef("_:.>-[]").contains(c); }) &&
         text.count('-') == text.count("->");
}

std::string operandText(const std::string &text) { return isOperand(text) ? text : "(" + text + ")"; }

std::string FeatureValue::full() const {
  if (offset == 0 || constant)
    return text;
  return operandText(text) + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

FeatureValue combined(clang::BinaryOperatorKind operation, const FeatureValue &left, const FeatureValue &right) {
  bool sum = operation == clang::BO_Add || operation == clang::BO_Sub;
  if (sum && left.constant && right.constant)
    return constantValue(operation == clang::BO_Sub ? *left.constant - *right.constant
                                                    : *left.constant + *right.constant);
  if (sum && right.constant) {
    FeatureValue result = left;
    result.offset += operation == clang::BO_Sub ? -*right.constant : *right.constant;
    return result;
  }
  if (operation == clang::BO_Add && left.constant)
    return combined(operation, right, left);
  FeatureValue result;
  result.text = operandText(left.full()) + " " + clang::BinaryOperator::getOpcodeStr(operation).str() + " " +
                operandText(right.full());
  result.referenced = left.referenced;
  result.referenced.insert(right.referenced.begin(), right.referenced.end());
  return result;
}

std::optional<FeatureValue> divided(const clang::BinaryOperator *binary, const FeatureValue &left,
                                    const FeatureValue &right) {
  auto whole = [](const clang::Expr *operand) {
    return operand->IgnoreParenCasts()->getType()->isIntegralOrUnscopedEnumerationType();
  };
  if (!whole(binary->getLHS()) || !whole(binary->getRHS()) || (right.constant && *right.constant == 0))
    return std::nullopt;
  FeatureValue result = combined(binary->getOpcode(), left, right);
  if (!right.constant)
    result.text = operandText(right.full()) + " != 0 ? " + result.text + " : 0";
  return result;
}

} // namespace maquette::skeletonizer
