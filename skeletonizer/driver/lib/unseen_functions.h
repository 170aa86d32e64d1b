//===- skeletonizer/driver/lib/unseen_functions.h - parts of the program that no unit has -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is decided holds for a whole program. A call of a function of the program that no unit defines would be taken
/// for a call of a library, and the skeleton could lack communication.
///
/// Errors    maquette-unseen-function: the functions, where they are called, and files that might define them.
#ifndef MAQUETTE_DRIVER_LIB_UNSEEN_FUNCTIONS_H
#define MAQUETTE_DRIVER_LIB_UNSEEN_FUNCTIONS_H

#include "maquette/decide/decisions.h"
#include "maquette/frontend/program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// \p editable says which files are the program's: what these declare and the C library does not have is expected in
/// \p program. \p root is the folder in which to look for its source.
llvm::Error checkUnseen(const std::vector<UnseenFunction> &unseen, const Program &program,
                        const EditableFiles &editable, const std::string &root);

} // namespace maquette::skeletonizer

#endif
