//===- skeletonizer/edits/lib/initializer_edits.h - member initializers of a constructor ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_EDITS_INITIALIZER_EDITS_H
#define MAQUETTE_EDITS_INITIALIZER_EDITS_H

#include "expression_edits.h"

namespace maquette::skeletonizer {

/// Of \p function, if it is a constructor: what is not kept becomes the value of `member()`.
void editInitializers(const clang::FunctionDecl *function, DecisionQueries &queries, const SourceText &source,
                      ExpressionEditor &expressions, std::vector<Edit> &skeleton);

} // namespace maquette::skeletonizer

#endif
