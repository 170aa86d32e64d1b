//===- skeletonizer/dataflow/lib/expression_properties.h - what an expression says by itself -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_EXPRESSION_PROPERTIES_H
#define MAQUETTE_DATAFLOW_LIB_EXPRESSION_PROPERTIES_H

#include "maquette/calls/external_effects.h"
#include "maquette/frontend/program_index.h"

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// Evaluating it changes nothing: no assignment, no allocation, and calls only of functions that read and return.
bool onlyReads(const clang::Expr *expression, const ProgramIndex &index, const ExternalEffects &effects);
/// What makes the object that an initializer, a return or a temporary gives: T(n), without what says that it ends.
const clang::Expr *making(const clang::Expr *expression);
/// Arithmetic on integers that are variables, fields or constants.
bool onlyCounts(const clang::Expr *expression);
/// A number that is computed, not one that lies somewhere: even if it holds an address, nothing is read there.
bool isNumber(const clang::Expr *expression);
/// The scalar x of an argument &x, or null.
const clang::VarDecl *addressedScalar(const clang::Expr *argument);
/// What std::move(), std::forward() or std::as_const() gives again, or nullptr.
const clang::Expr *namedAgain(const clang::Expr *expression);
/// Reads a[i], *p, a[i].n or p[i]->n, alone or in arithmetic.
bool readsElement(const clang::Expr *expression);

} // namespace maquette::skeletonizer

#endif
