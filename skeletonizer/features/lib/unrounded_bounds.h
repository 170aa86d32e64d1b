//===- skeletonizer/features/lib/unrounded_bounds.h - loop bounds without their rounding ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loops that go from a floor() to a ceil() and skip what lies outside do something about as often as they would
/// without the rounding.
#ifndef MAQUETTE_FEATURES_UNROUNDED_BOUNDS_H
#define MAQUETTE_FEATURES_UNROUNDED_BOUNDS_H

#include "feature_product.h"
#include "held_values.h"

namespace maquette::skeletonizer {

class UnroundedBounds {
public:
  /// \p function_body: of the region's function.
  UnroundedBounds(const HeldValues &values, const clang::Stmt *function_body)
      : values_(values), function_body_(function_body) {}

  /// The product without the rounding of bounds; nothing if there is none.
  std::optional<Feature> of(const FeatureProduct &product) const;

private:
  using Indices = std::map<const clang::Decl *, long long>; ///< What the indices of small loops stand for.

  std::optional<FeatureValue> value(const clang::Expr *expression, const Indices &indices, int depth) const;
  std::optional<FeatureValue> definition(const clang::VarDecl *variable, std::optional<long long> index,
                                         int depth) const;

  const HeldValues &values_;
  const clang::Stmt *function_body_;
};

/// The variable that \p expression is; null for anything else.
const clang::VarDecl *variableIn(const clang::Expr *expression);

} // namespace maquette::skeletonizer

#endif
