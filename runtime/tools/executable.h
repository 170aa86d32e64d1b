//===- runtime/tools/executable.h - is this a program we can simulate? --------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_EXECUTABLE_H
#define MAQUETTE_TOOLS_EXECUTABLE_H

#include "maquette/sim/result.h"

#include <optional>
#include <string>
#include <vector>

namespace maquette::tool {

/// The absolute path of \p program: a path if it holds '/', else the first of that name in PATH.
/// Errors: it does not exist, is no executable file, or was not built with maquette-cc or maquette-c++.
sim::Result<std::string> findSimulatedProgram(const std::string &program);
/// The same without asking how it was built.
sim::Result<std::string> findProgram(const std::string &program);

/// True if \p program says where its regions begin: the tree profiled/ makes such programs.
bool marksRegions(const std::string &program);

/// The libraries the ELF image names as needed; nullopt if it is no dynamically linked 64-bit ELF image of this byte
/// order.
std::optional<std::vector<std::string>> neededLibraries(const std::string &image);

/// The folder that holds the running `maquette`.
std::string ownFolder();

/// Becomes the program \p name of the own folder, with \p arguments. Returns only on failure: why, with \p tag.
sim::Diagnostic becomeOwnProgram(const std::string &name, const std::vector<std::string> &arguments,
                                 const std::string &tag, const std::string &fix);

} // namespace maquette::tool

#endif
