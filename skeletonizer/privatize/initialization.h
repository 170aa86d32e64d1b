//===- skeletonizer/privatize/initialization.h - constructors and destructors once per rank -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SKELETONIZER_INITIALIZATION_H
#define MAQUETTE_SKELETONIZER_INITIALIZATION_H

#include "llvm/IR/Module.h"

namespace maquette::privatize {

/// Moves what the loader would run once per process (llvm.global_ctors, llvm.global_dtors) to the sections
/// maquette_init and maquette_fini, and makes functions registered to run at exit run at the rank's end. Only the
/// stream library's own initialization stays.
void moveInitialization(llvm::Module &module);

} // namespace maquette::privatize

#endif
