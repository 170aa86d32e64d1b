//===- skeletonizer/features/lib/feature_value.h - an expression over values that the skeleton holds ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_FEATURE_VALUE_H
#define MAQUETTE_FEATURES_FEATURE_VALUE_H

#include "clang/AST/Expr.h"

#include <optional>
#include <set>
#include <string>

namespace maquette::skeletonizer {

struct FeatureValue {
  std::string text;
  std::set<const clang::Decl *> referenced;
  std::optional<long long> constant;
  long long offset = 0; ///< To add to the text.
  std::string full() const;
};

inline FeatureValue constantValue(long long value) { return {std::to_string(value), {}, value, 0}; }

/// Sums of constants are done here.
FeatureValue combined(clang::BinaryOperatorKind operation, const FeatureValue &left, const FeatureValue &right);
/// A quotient or remainder of integers. Zero where the divisor is: what guards the division in the program may stand
/// outside of the expression.
std::optional<FeatureValue> divided(const clang::BinaryOperator *binary, const FeatureValue &left,
                                    const FeatureValue &right);

} // namespace maquette::skeletonizer

#endif
