//===- maquette/frontend/frontend.h - from compile_commands.json to syntax trees -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_FRONTEND_H
#define MAQUETTE_FRONTEND_FRONTEND_H

#include "maquette/frontend/options.h"
#include "maquette/frontend/program.h"

#include "llvm/Support/Error.h"

namespace maquette::skeletonizer {

/// Parses every unit of the program, several at a time.
/// Errors: those of readCompileCommands(); units that do not compile (all of them, in Clang's own words); no main() or
/// more than one.
llvm::Expected<Program> parseProgram(const Options &options);

} // namespace maquette::skeletonizer

#endif
