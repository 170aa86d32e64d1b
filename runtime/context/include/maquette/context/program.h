//===- maquette/context/program.h - the program that a simulation runs ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_PROGRAM_H
#define MAQUETTE_CONTEXT_PROGRAM_H

namespace maquette::runtime {

struct Program {
  int (*main)(int, char **, char **) = nullptr;
  int argc = 0;
  char **argv = nullptr;
  char **environment = nullptr;
  const char *model_id = nullptr; ///< maquette_model_id of the program, or nullptr.
};

} // namespace maquette::runtime

#endif
