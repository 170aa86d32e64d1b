//===- maquette/frontend/source_root.h - which folder is the application -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_SOURCE_ROOT_H
#define MAQUETTE_FRONTEND_SOURCE_ROOT_H

#include "maquette/frontend/options.h"
#include "maquette/frontend/program.h"

#include "llvm/Support/Error.h"

#include <filesystem>
#include <string>

namespace maquette::skeletonizer {

/// The folder to copy: --root, or the folder that the sources and their own headers have in common (with an in-source
/// build folder), and above it as far as the build files there reach with "../", so that they work in the copy. Never
/// above the git work tree. Errors: a source outside of --root; sources that have only / in common.
llvm::Expected<std::string> sourceRoot(const Program &program, const Options &options);

/// How many folders up the build files in \p folder reach: 1 for "BIN_DIR = ../bin".
int reachOfBuildFiles(const std::filesystem::path &folder);

/// How many folders up one line of a build file reaches: the longest run of "../", comments left out. An ellipsis is
/// none.
int stepsUp(const std::string &line);

} // namespace maquette::skeletonizer

#endif
