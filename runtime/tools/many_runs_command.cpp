//===- runtime/tools/many_runs_command.cpp - maquette sweep, maquette search ---===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/console/console.h"

#include <cstdlib>

namespace maquette::tool {

int executeManyRuns(const std::string &command, const std::vector<std::string> &arguments) {
  ::setenv("MAQUETTE_EXECUTABLE", (ownFolder() + "/maquette").c_str(), 1);
  return reportError(becomeOwnProgram("maquette-" + command, arguments, "maquette-sweep",
                                      "install Python 3.11, or build or install Maquette again"));
}

} // namespace maquette::tool
