//===- skeletonizer/privatize/relocations.cpp - tables about the private data -===//
// SPDX-License-Identifier: Apache-2.0
#include "relocations.h"

#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>

namespace maquette::privatize {
namespace {

constexpr std::uint64_t kUsualAlignment = 16;

/// Offsets of the pointer-sized slots of an initial value that hold addresses of members of the set.
class SlotFinder {
public:
  SlotFinder(llvm::Module &module, const PrivateSet &set)
      : module_(module), layout_(module.getDataLayout()), set_(set) {}

  llvm::SmallVector<std::uint64_t> find(const llvm::GlobalVariable &variable) {
    offsets_.clear();
    visit(variable, variable.getInitializer(), 0);
    return offsets_;
  }

private:
  void visit(const llvm::GlobalVariable &variable, const llvm::Constant *value, std::uint64_t offset) {
    if (!set_.mentionedIn(value))
      return;
    if (const auto *aggregate = llvm::dyn_cast<llvm::ConstantStruct>(value)) {
      const llvm::StructLayout *fields = layout_.getStructLayout(aggregate->getType());
      for (unsigned i = 0; i < aggregate->getNumOperands(); ++i)
        visit(variable, aggregate->getOperand(i), offset + fields->getElementOffset(i));
    } else if (llvm::isa<llvm::ConstantArray>(value) || llvm::isa<llvm::ConstantVector>(value)) {
      for (unsigned i = 0; i < value->getNumOperands(); ++i) {
        const auto *element = llvm::cast<llvm::Constant>(value->getOperand(i));
        visit(variable, element, offset + i * layout_.getTypeAllocSize(element->getType()));
      }
    } else if (layout_.getTypeStoreSize(value->getType()) == layout_.getPointerSize()) {
      if (!isDifference(value))
        offsets_.push_back(offset);
    } else if (!isDifference(value)) {
      module_.getContext().emitError("the initial value of '" + variable.getName() +
                                     "' computes with the address of a mutable global in a type that is not a pointer "
                                     "[maquette-address-arithmetic]");
    }
  }

  /// A distance between two objects is the same in every copy.
  static bool isDifference(const llvm::Constant *value) {
    const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
    if (!expression)
      return false;
    if (expression->isCast())
      return isDifference(expression->getOperand(0));
    return expression->getOpcode() == llvm::Instruction::Sub;
  }

  llvm::Module &module_;
  const llvm::DataLayout &layout_;
  const PrivateSet &set_;
  llvm::SmallVector<std::uint64_t> offsets_;
};

class DefinitionPlacer {
public:
  DefinitionPlacer(llvm::Module &module, const PrivateSet &set)
      : module_(module), slots_(module, set), word_(llvm::Type::getInt64Ty(module.getContext())) {}

  void place(llvm::GlobalVariable *variable) {
    variable->setConstant(false);
    if (llvm::Constant *table = slotTable(variable))
      tables_.push_back(addTable("maquette_reloc", table, variable->getComdat()));
    // Zeros stay in .bss, which the copies cover, too: in a section with a C name they would take room in the file.
    if (!variable->getInitializer()->isNullValue())
      variable->setSection("maquette_data");
    else if (variable->hasSection() && !variable->getSection().starts_with(".bss"))
      variable->setSection("");
    alignment_ = std::max(alignment_, variable->getAlign().valueOrOne().value());
  }

  void finish() {
    if (alignment_ > kUsualAlignment)
      tables_.push_back(addTable("maquette_align", llvm::ConstantInt::get(word_, alignment_), nullptr));
    llvm::appendToUsed(module_, tables_);
  }

private:
  llvm::Constant *slotTable(llvm::GlobalVariable *variable) {
    llvm::SmallVector<llvm::Constant *> slots;
    for (std::uint64_t offset : slots_.find(*variable))
      slots.push_back(llvm::ConstantExpr::getGetElementPtr(llvm::Type::getInt8Ty(module_.getContext()), variable,
                                                           llvm::ConstantInt::get(word_, offset)));
    if (slots.empty())
      return nullptr;
    return llvm::ConstantArray::get(llvm::ArrayType::get(slots[0]->getType(), slots.size()), slots);
  }

  /// In the comdat of what it tells about, so that the linker keeps or drops both.
  llvm::GlobalVariable *addTable(llvm::StringRef section, llvm::Constant *value, llvm::Comdat *comdat) {
    auto *table = new llvm::GlobalVariable(module_, value->getType(), false, llvm::GlobalValue::InternalLinkage, value,
                                           section + ".entry");
    table->setSection(section);
    table->setAlignment(llvm::Align(8));
    table->setComdat(comdat);
    return table;
  }

  llvm::Module &module_;
  SlotFinder slots_;
  llvm::IntegerType *word_;
  std::uint64_t alignment_ = 0;
  llvm::SmallVector<llvm::GlobalValue *> tables_;
};

/// Code must find an external object where the dynamic linker says, not in a copy of it in this executable.
void makeIndirect(llvm::GlobalVariable &variable) {
  if (variable.hasAvailableExternallyLinkage()) {
    variable.setInitializer(nullptr);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setComdat(nullptr);
  }
  if (variable.hasDefaultVisibility())
    variable.setDSOLocal(false);
}

} // namespace

void placeDefinitions(llvm::Module &module, const PrivateSet &set) {
  DefinitionPlacer placer(module, set);
  for (llvm::GlobalVariable *variable : set.definitions())
    placer.place(variable);
  placer.finish();
  for (llvm::GlobalVariable *variable : set.externals())
    makeIndirect(*variable);
}

} // namespace maquette::privatize
