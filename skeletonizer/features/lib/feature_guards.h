//===- skeletonizer/features/lib/feature_guards.h - conditions as features ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_FEATURE_GUARDS_H
#define MAQUETTE_FEATURES_FEATURE_GUARDS_H

#include "held_values.h"

#include <vector>

namespace maquette::skeletonizer {

/// An expression that is zero where \p condition does not hold, and not zero where it does. Nothing in it can trap.
std::optional<FeatureValue> truth(const clang::Expr *condition, const HeldValues &values, const Frame &frame);
/// What of \p condition can be told, where it holds.
void addGuards(std::vector<FeatureValue> &guards, const clang::Expr *condition, const HeldValues &values,
               const Frame &frame);

} // namespace maquette::skeletonizer

#endif
