//===- runtime/tools/native.h - programs under the host's own MPI -------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_NATIVE_H
#define MAQUETTE_TOOLS_NATIVE_H

#include "commands.h"
#include "launch.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace maquette::tool {

/// Runs \p program with so many \p ranks under mpiexec or mpirun, with \p options of that, and reports on stderr, in
/// the name of \p command, what went wrong. Returns an exit status.
int runNatively(const std::string &command, std::int64_t ranks, const CommandLine &program,
                const std::map<std::string, std::string> &environment, const ScratchFolder &scratch,
                const CommandLine &options = {});

/// The files with this ending that the processes of a native run left in \p folder, sorted.
/// Errors: maquette-native-parts if there are not as many as \p ranks.
sim::Result<std::vector<std::string>> nativeParts(const std::string &folder, const std::string &ending,
                                                  const std::string &program, std::int64_t ranks,
                                                  const std::string &fix);

/// A file or folder of the installed tree, or of the build tree that `maquette` lies in: the first of \p candidates,
/// relative to the program's folder or absolute, that exists.
sim::Result<std::string> ownFile(const std::vector<std::string> &candidates);

/// Measures this host's MPI, the network between two \p hosts if there are any, and what the folder \p storage is on
/// unless that is empty. Writes a machine file to \p output. Returns an exit status.
int calibrate(const std::string &command, const std::string &output, const ScratchFolder &scratch,
              const std::vector<std::string> &hosts = {}, const std::string &storage = "");

} // namespace maquette::tool

#endif
