//===- skeletonizer/privatize/addresses.cpp - let instructions use the rank's copy -===//
// SPDX-License-Identifier: Apache-2.0
#include "addresses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/ReplaceConstant.h"

namespace maquette::privatize {
namespace {

class AddressRewriter {
public:
  explicit AddressRewriter(llvm::Module &module)
      : module_(module), context_(module.getContext()), pointer_(llvm::PointerType::getUnqual(context_)),
        word_(llvm::Type::getInt64Ty(context_)) {}

  void rewriteUsesOf(llvm::GlobalValue *object) {
    llvm::SmallVector<llvm::Use *> uses;
    for (llvm::Use &use : object->uses())
      if (llvm::isa<llvm::Instruction>(use.getUser()))
        uses.push_back(&use);
    llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> at_block_end;
    for (llvm::Use *use : uses) {
      auto *user = llvm::cast<llvm::Instruction>(use->getUser());
      if (user->getFunction()->hasFnAttribute(llvm::Attribute::Naked))
        continue;
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        llvm::BasicBlock *block = phi->getIncomingBlock(*use);
        llvm::Value *&address = at_block_end[block];
        if (!address)
          address = privateAddress(object, block->getTerminator());
        use->set(address);
      } else {
        use->set(privateAddress(object, user));
      }
    }
  }

private:
  /// (char *)&object + delta. The address passes through an intrinsic that alias analysis sees through, but that hides
  /// the object's size: added to a one-byte object, any delta but 0 would count as undefined.
  llvm::Value *privateAddress(llvm::GlobalValue *object, llvm::Instruction *before) {
    llvm::IRBuilder<> builder(before);
    llvm::Value *delta = loadDelta(object, builder);
    llvm::Value *image = builder.CreateIntrinsic(llvm::Intrinsic::strip_invariant_group, {pointer_}, {object});
    return builder.CreatePtrAdd(image, delta, object->getName() + ".private");
  }

  /// While a function runs, all loads of a delta give the same value: its rank's. Hence "invariant".
  llvm::Value *loadDelta(llvm::GlobalValue *object, llvm::IRBuilder<> &builder) {
    llvm::Value *where = ownDelta();
    if (!isResolvedHere(*object)) {
      llvm::Value *field = llvm::ConstantExpr::getInBoundsGetElementPtr(
          builder.getInt8Ty(), externEntry(object),
          llvm::ConstantInt::get(word_, module_.getDataLayout().getPointerSize()));
      llvm::LoadInst *load = builder.CreateAlignedLoad(pointer_, field, llvm::Align(8));
      auto *none = llvm::MDNode::get(context_, {});
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, none);
      load->setMetadata(llvm::LLVMContext::MD_nonnull, none);
      load->setMetadata(llvm::LLVMContext::MD_noundef, none);
      load->setMetadata(llvm::LLVMContext::MD_dereferenceable,
                        llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word_, 8))));
      where = load;
    }
    llvm::LoadInst *delta = builder.CreateAlignedLoad(word_, where, llvm::Align(8), "delta");
    delta->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
    return delta;
  }

  /// False when the dynamic linker may resolve the name to another image's object.
  static bool isResolvedHere(const llvm::GlobalValue &object) {
    return !object.isDeclarationForLinker() &&
           (object.isDSOLocal() || object.hasLocalLinkage() || !object.hasDefaultVisibility());
  }

  llvm::GlobalVariable *hiddenVariable(llvm::StringRef name) {
    if (llvm::GlobalVariable *existing = module_.getGlobalVariable(name))
      return existing;
    auto *variable = new llvm::GlobalVariable(module_, word_, false, llvm::GlobalValue::ExternalLinkage, nullptr, name);
    variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
    variable->setDSOLocal(true);
    return variable;
  }
  llvm::GlobalVariable *ownDelta() { return hiddenVariable("maquette_private_delta"); }

  /// struct maquette_extern, one per name and image.
  llvm::GlobalVariable *externEntry(llvm::GlobalValue *object) {
    llvm::GlobalVariable *&entry = entries_[object];
    if (entry)
      return entry;
    std::string name = ("maquette_extern." + object->getName()).str();
    auto *value = llvm::ConstantStruct::getAnon({object, hiddenVariable("maquette_no_delta")});
    entry =
        new llvm::GlobalVariable(module_, value->getType(), false, llvm::GlobalValue::LinkOnceODRLinkage, value, name);
    entry->setComdat(module_.getOrInsertComdat(name));
    entry->setVisibility(llvm::GlobalValue::HiddenVisibility);
    entry->setDSOLocal(true);
    entry->setSection("maquette_extern");
    entry->setAlignment(llvm::Align(8));
    entry->setExternallyInitialized(true);
    return entry;
  }

  llvm::Module &module_;
  llvm::LLVMContext &context_;
  llvm::PointerType *pointer_;
  llvm::IntegerType *word_;
  llvm::DenseMap<llvm::GlobalValue *, llvm::GlobalVariable *> entries_;
};

/// The object is no longer thread-local: its address is a plain one.
void removeThreadLocalAddress(llvm::GlobalVariable &variable) {
  for (llvm::User *user : llvm::make_early_inc_range(variable.users())) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
      call->replaceAllUsesWith(&variable);
      call->eraseFromParent();
    }
  }
}

} // namespace

void rewriteAddresses(llvm::Module &module, const PrivateSet &set) {
  llvm::SmallVector<llvm::Constant *> objects;
  for (llvm::GlobalVariable *variable : set.definitions())
    objects.push_back(variable);
  for (llvm::GlobalVariable *variable : set.externals())
    objects.push_back(variable);
  for (llvm::GlobalAlias *alias : set.aliases())
    objects.push_back(alias);
  if (objects.empty())
    return;

  llvm::convertUsersOfConstantsToInstructions(objects);
  for (llvm::Constant *object : objects)
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object); variable && variable->isThreadLocal()) {
      removeThreadLocalAddress(*variable);
      variable->setThreadLocal(false);
    }
  AddressRewriter rewriter(module);
  for (llvm::Constant *object : objects)
    rewriter.rewriteUsesOf(llvm::cast<llvm::GlobalValue>(object));
}

} // namespace maquette::privatize
