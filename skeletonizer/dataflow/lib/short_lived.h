//===- skeletonizer/dataflow/lib/short_lived.h - values that soon give way to others ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// mesh->dt = mine; MPI_Allreduce(&mesh->dt, &all, ...); mesh->dt = all;
/// Memory is no variable: who reads mesh->dt elsewhere may get what any assignment gave it. But nobody elsewhere gets
/// the first value here, as the second takes its place before anybody looks. Such a value is one of its own.
#ifndef MAQUETTE_DATAFLOW_LIB_SHORT_LIVED_H
#define MAQUETTE_DATAFLOW_LIB_SHORT_LIVED_H

#include "maquette/calls/external_effects.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>

namespace maquette::skeletonizer {

/// Numbers in fields of what a variable is or points to, in fields of `this`, and in variables that are no function's
/// own.
class ShortLived {
public:
  explicit ShortLived(const ExternalEffects &effects) : effects_(effects) {}
  /// The assignment of the short-lived value that \p place, an lvalue in the body of \p function, holds; null: it holds
  /// another.
  const clang::Stmt *at(const clang::FunctionDecl &function, const clang::Expr *place);

private:
  using Places = std::map<const clang::Expr *, const clang::Stmt *>;
  const ExternalEffects &effects_;
  std::map<const clang::FunctionDecl *, Places> of_; ///< Functions that were asked for.
};

} // namespace maquette::skeletonizer

#endif
