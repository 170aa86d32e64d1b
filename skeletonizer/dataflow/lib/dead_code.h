//===- skeletonizer/dataflow/lib/dead_code.h - what no execution reaches -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_DEAD_CODE_H
#define MAQUETTE_DATAFLOW_LIB_DEAD_CODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <set>

namespace maquette::skeletonizer {

/// Calls behind a return, a throw or a condition that is a constant. Compilers drop them, so a program links although
/// nobody defines what they call.
class DeadCode {
public:
  /// \pre \p function has a body.
  bool holds(const clang::FunctionDecl &function, const clang::Expr *call);

private:
  std::map<const clang::FunctionDecl *, std::set<const clang::Stmt *>> calls_; ///< Of functions that were asked for.
};

} // namespace maquette::skeletonizer

#endif
