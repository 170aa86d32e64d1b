//===- skeletonizer/features/lib/loop_bounds.h - how often a loop runs -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_LOOP_BOUNDS_H
#define MAQUETTE_FEATURES_LOOP_BOUNDS_H

#include "held_values.h"

#include "clang/AST/Stmt.h"

namespace maquette::skeletonizer {

struct LoopBounds {
  const clang::VarDecl *variable;
  const clang::Expr *from, *to;
  bool inclusive;
  const clang::Expr *ahead = nullptr; ///< The condition looks so far ahead, as `i + ahead < to` does.
  const clang::Expr *behind = nullptr;
  bool is_upper_limit = false; ///< The loop may end earlier: another condition ends it, too.
};

/// From the smaller to the larger, whichever way it runs; nothing for a loop that does not count.
std::optional<LoopBounds> boundsOf(const clang::ForStmt *loop);

/// What \p bounds say, with values of their expressions; nothing where one is not held.
template <class ValueOf> std::optional<FeatureValue> tripsBetween(const LoopBounds &bounds, ValueOf value) {
  const std::optional<FeatureValue> from = value(bounds.from), to = from ? value(bounds.to) : std::nullopt;
  if (!to)
    return std::nullopt;
  FeatureValue trips = combined(clang::BO_Sub, *to, *from);
  for (const auto &[shift, operation] : {std::pair{bounds.ahead, clang::BO_Sub}, {bounds.behind, clang::BO_Add}})
    if (const std::optional<FeatureValue> moved = shift ? value(shift) : std::nullopt; moved)
      trips = combined(operation, trips, *moved);
    else if (shift)
      return std::nullopt;
  return trips;
}

/// Nothing for a loop of any other kind, or with bounds that are not held.
std::optional<FeatureValue> tripCount(const clang::Stmt *loop, const HeldValues &values, const Frame &frame);

} // namespace maquette::skeletonizer

#endif
