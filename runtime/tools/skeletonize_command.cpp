//===- runtime/tools/skeletonize_command.cpp - maquette skeletonize, explain --===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/console/console.h"

#include <unistd.h>

namespace maquette::tool {

int executeSkeletonizer(const std::vector<std::string> &arguments) {
  const std::string program = ownFolder() + "/maquette-skeletonize";
  if (::access(program.c_str(), X_OK) != 0)
    return reportError(sim::Diagnostic{program, "this Maquette was built without the skeletonizer",
                                       "maquette-no-skeletonizer", "",
                                       "install Clang/LLVM 19 and build with -DMAQUETTE_BUILD_SKELETONIZER=ON"});
  return reportError(becomeOwnProgram("maquette-skeletonize", arguments, "maquette-no-skeletonizer",
                                      "build or install Maquette again"));
}

} // namespace maquette::tool
