//===- skeletonizer/privatize/privatize.h - the pass that makes globals private per rank -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes what maquette/abi/private_data.h describes. Runs before all optimizations, so that each sees what is really
/// accessed.
#ifndef MAQUETTE_SKELETONIZER_PRIVATIZE_H
#define MAQUETTE_SKELETONIZER_PRIVATIZE_H

#include "llvm/IR/PassManager.h"

namespace maquette::privatize {

class PrivatizePass : public llvm::PassInfoMixin<PrivatizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  /// Functions marked optnone, too.
  static bool isRequired() { return true; }
};

} // namespace maquette::privatize

#endif
