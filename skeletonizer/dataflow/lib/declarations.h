//===- skeletonizer/dataflow/lib/declarations.h - declarations of locals and what initializes them -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_DECLARATIONS_H
#define MAQUETTE_DATAFLOW_LIB_DECLARATIONS_H

#include "walker.h"

namespace maquette::skeletonizer {

/// Declarations of locals and what initializes them.
class Declarations : Walker {
public:
  using Walker::Walker;

  void declare(const clang::VarDecl *variable);
  /// [copy = n]: variables of the lambda's own.
  void declareCaptures(const clang::LambdaExpr *lambda);
  /// What auto [a, b] = pair; keeps in variables of its own.
  void declareBindings(const clang::VarDecl *variable);
};

} // namespace maquette::skeletonizer

#endif
