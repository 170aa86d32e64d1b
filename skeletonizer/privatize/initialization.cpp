//===- skeletonizer/privatize/initialization.cpp - constructors and destructors once per rank -===//
// SPDX-License-Identifier: Apache-2.0
#include "initialization.h"

#include "private_set.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace maquette::privatize {
namespace {

using FunctionSet = llvm::SmallPtrSet<llvm::Function *, 4>;

/// The functions that construct std::ios_base::Init objects; the compiler writes one for each object.
FunctionSet streamInitializers(llvm::Module &module) {
  FunctionSet functions;
  for (llvm::GlobalVariable &variable : module.globals())
    if (isStreamInitializer(variable))
      for (llvm::User *user : variable.users())
        if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
          functions.insert(instruction->getFunction());
  return functions;
}

/// Takes the calls of \p functions out of the unit's constructors into one that stays with the process.
void separate(llvm::Module &module, const FunctionSet &functions) {
  if (functions.empty())
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto *shared =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "maquette_shared_initialization", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", shared));
  for (llvm::Function *function : functions) {
    for (llvm::User *user : llvm::make_early_inc_range(function->users()))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user); call && call->use_empty())
        call->eraseFromParent();
    builder.CreateCall(function);
  }
  builder.CreateRetVoid();
}

/// Appends the entries of \p list ("llvm.global_ctors" or "llvm.global_dtors") to \p section and removes the list.
void moveList(llvm::Module &module, llvm::StringRef list, llvm::StringRef section,
              llvm::SmallVectorImpl<llvm::GlobalValue *> &used) {
  llvm::GlobalVariable *variable = module.getGlobalVariable(list);
  if (!variable || !variable->hasInitializer())
    return;
  auto *word = llvm::Type::getInt64Ty(module.getContext());
  if (auto *entries = llvm::dyn_cast<llvm::ConstantArray>(variable->getInitializer()))
    for (llvm::Use &operand : entries->operands()) {
      auto *entry = llvm::cast<llvm::ConstantStruct>(operand);
      auto *function = llvm::cast<llvm::Constant>(entry->getOperand(1));
      if (function->isNullValue())
        continue;
      std::uint64_t priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue();
      llvm::Constant *value = llvm::ConstantStruct::getAnon({function, llvm::ConstantInt::get(word, priority)});
      auto *moved = new llvm::GlobalVariable(module, value->getType(), false, llvm::GlobalValue::InternalLinkage, value,
                                             section + ".entry");
      moved->setSection(section);
      moved->setAlignment(llvm::Align(8));
      if (auto *key = llvm::dyn_cast<llvm::GlobalObject>(entry->getOperand(2)->stripPointerCasts()))
        moved->setComdat(key->getComdat());
      used.push_back(moved);
    }
  variable->eraseFromParent();
}

/// Lets all but \p excepted functions call \p replacement instead of \p name.
void redirectCalls(llvm::Module &module, llvm::StringRef name, llvm::StringRef replacement,
                   const FunctionSet &excepted) {
  llvm::Function *function = module.getFunction(name);
  if (!function || !function->isDeclaration())
    return;
  llvm::FunctionCallee other = module.getOrInsertFunction(replacement, function->getFunctionType());
  function->replaceUsesWithIf(other.getCallee(), [&](llvm::Use &use) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    return !instruction || !excepted.contains(instruction->getFunction());
  });
}

} // namespace

void moveInitialization(llvm::Module &module) {
  FunctionSet shared = streamInitializers(module);
  separate(module, shared);
  llvm::SmallVector<llvm::GlobalValue *> used;
  moveList(module, "llvm.global_ctors", "maquette_init", used);
  moveList(module, "llvm.global_dtors", "maquette_fini", used);
  llvm::appendToUsed(module, used);
  if (llvm::Function *function = module.getFunction("maquette_shared_initialization"))
    llvm::appendToGlobalCtors(module, function, 65535);
  redirectCalls(module, "__cxa_atexit", "maquette_at_rank_exit", shared);
  redirectCalls(module, "__cxa_thread_atexit", "maquette_at_rank_exit", shared);
  redirectCalls(module, "atexit", "maquette_atexit", shared);
  for (const char *name : {"dlopen", "dlsym", "dlvsym"})
    redirectCalls(module, name, std::string("maquette_") + name, shared);
}

} // namespace maquette::privatize
