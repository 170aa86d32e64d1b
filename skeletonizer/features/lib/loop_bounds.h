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
};

/// From the smaller to the larger, whichever way it runs; nothing for a loop that does not count.
std::optional<LoopBounds> boundsOf(const clang::ForStmt *loop);

/// Nothing for a loop of any other kind, or with bounds that are not held.
std::optional<FeatureValue> tripCount(const clang::Stmt *loop, const HeldValues &values, const Frame &frame);

} // namespace maquette::skeletonizer

#endif
