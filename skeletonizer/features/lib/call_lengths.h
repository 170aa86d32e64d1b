//===- skeletonizer/features/lib/call_lengths.h - what library calls go through -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FEATURES_CALL_LENGTHS_H
#define MAQUETTE_FEATURES_CALL_LENGTHS_H

#include "clang/AST/Expr.h"

namespace maquette::skeletonizer {

/// How many elements or bytes a library call, or the constructor of a standard container, goes through, or null.
const clang::Expr *lengthOfCall(const clang::Stmt *node);

} // namespace maquette::skeletonizer

#endif
