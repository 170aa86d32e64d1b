//===- maquette/frontend/build_files.h - what a build of the application reads -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Of all that lies below the source root, what the build of the application needs: the files that its units read,
/// source files beside these, the files of the build system, and what those name. Data that the program reads when it
/// runs, and whatever else lies near, is none of it.
#ifndef MAQUETTE_FRONTEND_BUILD_FILES_H
#define MAQUETTE_FRONTEND_BUILD_FILES_H

#include "maquette/frontend/program.h"

#include <filesystem>
#include <set>

namespace maquette::skeletonizer {

/// Real paths of regular files below \p root, which is a real path.
std::set<std::filesystem::path> buildFiles(const std::filesystem::path &root, const Program &program);

} // namespace maquette::skeletonizer

#endif
