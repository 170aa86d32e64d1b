//===- skeletonizer/edits/lib/unused_parameters.h - parameters that only what is removed uses ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_UNUSED_PARAMETERS_H
#define MAQUETTE_EDITS_UNUSED_PARAMETERS_H

#include "maquette/edits/function_edits.h"

#include "clang/AST/ExprCXX.h"

namespace maquette::skeletonizer {

/// Marks in \p edits the parameters that the original of \p function used and the skeleton does not. \p first_code:
/// where its first statement that is no declaration begins, if there is one.
void markUnusedParameters(const clang::FunctionDecl *function, const SourceText &source,
                          std::optional<unsigned> first_code, FunctionEdits &edits);

/// " (void)n;" for those of a lambda, which calls \p called; \p now: what its remaining text references.
std::string unusedParameters(const clang::CXXMethodDecl *called, const ReferencedDecls &now);
/// "(void)n;" for what a lambda names before its body, none of which stays.
std::string discardsOf(const clang::LambdaExpr *lambda, const clang::CXXMethodDecl *called);

} // namespace maquette::skeletonizer

#endif
