//===- runtime/tools/sweep_command.cpp - maquette sweep -----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/console/console.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace maquette::tool {

int executeSweep(const std::vector<std::string> &arguments) {
  const std::string program = ownFolder() + "/maquette-sweep";
  ::setenv("MAQUETTE_EXECUTABLE", (ownFolder() + "/maquette").c_str(), 1);
  std::vector<std::string> texts{program};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  return reportError(sim::Diagnostic{program, std::string("cannot be started: ") + std::strerror(errno),
                                     "maquette-sweep", "", "install Python 3.11, or build or install Maquette again"});
}

} // namespace maquette::tool
