//===- skeletonizer/privatize/privatize.cpp - the pass that makes globals private per rank -===//
// SPDX-License-Identifier: Apache-2.0
#include "privatize.h"

#include "addresses.h"
#include "initialization.h"
#include "private_set.h"
#include "relocations.h"

namespace maquette::privatize {

llvm::PreservedAnalyses PrivatizePass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  const char *const done_flag = "maquette.privatized"; // Bitcode may pass through the compiler twice.
  if (module.getModuleFlag(done_flag))
    return llvm::PreservedAnalyses::all();
  module.addModuleFlag(llvm::Module::Max, done_flag, 1u);

  moveInitialization(module);
  PrivateSet set(module);
  rewriteAddresses(module, set);
  placeDefinitions(module, set);
  return llvm::PreservedAnalyses::none();
}

} // namespace maquette::privatize
