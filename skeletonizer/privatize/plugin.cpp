//===- skeletonizer/privatize/plugin.cpp - what Clang and opt load -===//
// SPDX-License-Identifier: Apache-2.0
#include "privatize.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

namespace {

void registerPass(llvm::PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager &manager, llvm::OptimizationLevel) {
    manager.addPass(maquette::privatize::PrivatizePass());
  });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager &manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name != "privatize")
          return false;
        manager.addPass(maquette::privatize::PrivatizePass());
        return true;
      });
}

} // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "MaquettePrivatize", "1", registerPass};
}
