//===- skeletonizer/frontend/lib/new_expressions.h - where `new T[n]` ends -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_NEW_EXPRESSIONS_H
#define MAQUETTE_FRONTEND_NEW_EXPRESSIONS_H

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// Clang lets an instantiated `new T[n]` without parentheses or braces end where its `new` does. \p made, and with it
/// what it is the end of, gets the end that was written.
void mendEnd(clang::CXXNewExpr &made, const clang::ASTContext &context);

} // namespace maquette::skeletonizer

#endif
