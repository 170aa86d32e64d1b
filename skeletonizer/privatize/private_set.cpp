//===- skeletonizer/privatize/private_set.cpp - which globals become private per rank -===//
// SPDX-License-Identifier: Apache-2.0
#include "private_set.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"

namespace maquette::privatize {
namespace {

bool startsWithAny(llvm::StringRef text, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return text.starts_with(prefix); });
}

/// Names that the compiler, the linker or an instrumentation gives meaning to; and tables of types.
bool isReservedName(llvm::StringRef name) {
  return startsWithAny(name, {"llvm.", "maquette_", "__start_", "__stop_", "__prof", "__llvm_", "__sanc", "__asan",
                              "__odr_asan", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZTC"}) ||
         name == "__dso_handle" || name == "_GLOBAL_OFFSET_TABLE_";
}

/// A section that a program can find by __start_ and __stop_ symbols, or that the loader interprets, is left as it is.
bool hasSectionWithMeaning(const llvm::GlobalVariable &variable) {
  return variable.hasSection() &&
         !startsWithAny(variable.getSection(), {".data", ".bss", ".tdata", ".tbss", ".ldata", ".lbss"});
}

/// Thread-local objects of the C++ library, used by its inline functions.
bool isLibraryThreadLocal(const llvm::GlobalVariable &variable) {
  return variable.isThreadLocal() && startsWithAny(variable.getName(), {"_ZSt", "_ZNSt"});
}

bool isDefinition(const llvm::GlobalVariable &variable) {
  return !variable.isDeclaration() && !variable.hasAvailableExternallyLinkage();
}

/// What the user is told about a global that cannot be made private.
class SharedGlobalWarning : public llvm::DiagnosticInfo {
public:
  explicit SharedGlobalWarning(const llvm::GlobalVariable &variable)
      : DiagnosticInfo(llvm::getNextAvailablePluginDiagnosticKind(), llvm::DS_Warning), variable_(variable) {}
  void print(llvm::DiagnosticPrinter &printer) const override {
    printer << "'" << variable_.getName() << "' lies in section '" << variable_.getSection()
            << "' and is shared by all ranks [maquette-shared-global]";
  }

private:
  const llvm::GlobalVariable &variable_;
};

} // namespace

bool isStreamInitializer(const llvm::GlobalVariable &variable) {
  const auto *type = llvm::dyn_cast<llvm::StructType>(variable.getValueType());
  return type && type->hasName() && type->getName() == "class.std::ios_base::Init";
}

PrivateSet::PrivateSet(llvm::Module &module) {
  collectMutable(module);
  collectAliases(module);
  collectConstantsWithAddresses(module);
}

void PrivateSet::collectMutable(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (isReservedName(variable.getName()) || isStreamInitializer(variable))
      continue;
    if (!isDefinition(variable)) {
      if (!isLibraryThreadLocal(variable))
        externals_.insert(&variable);
    } else if (!variable.isConstant()) {
      if (hasSectionWithMeaning(variable))
        module.getContext().diagnose(SharedGlobalWarning(variable));
      else
        definitions_.insert(&variable);
    }
  }
}

void PrivateSet::collectAliases(llvm::Module &module) {
  for (llvm::GlobalAlias &alias : module.aliases()) {
    const auto *object = llvm::dyn_cast_or_null<llvm::GlobalVariable>(alias.getAliaseeObject());
    if (object && contains(object))
      aliases_.insert(&alias);
  }
}

void PrivateSet::collectConstantsWithAddresses(llvm::Module &module) {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::GlobalVariable &variable : module.globals())
      if (isDefinition(variable) && variable.isConstant() && !contains(&variable) &&
          !isReservedName(variable.getName()) && !hasSectionWithMeaning(variable) &&
          mentionedIn(variable.getInitializer()))
        changed |= definitions_.insert(&variable);
    if (changed)
      collectAliases(module);
  }
}

bool PrivateSet::contains(const llvm::Constant *value) const {
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    auto *key = const_cast<llvm::GlobalVariable *>(variable);
    return definitions_.contains(key) || externals_.contains(key);
  }
  const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(value);
  return alias && aliases_.contains(const_cast<llvm::GlobalAlias *>(alias));
}

bool PrivateSet::mentionedIn(const llvm::Constant *value) const {
  llvm::SmallVector<const llvm::Constant *> worklist{value};
  llvm::SmallPtrSet<const llvm::Constant *, 16> seen;
  while (!worklist.empty()) {
    const llvm::Constant *constant = worklist.pop_back_val();
    if (!seen.insert(constant).second)
      continue;
    if (contains(constant))
      return true;
    if (llvm::isa<llvm::GlobalValue>(constant))
      continue;
    for (const llvm::Use &operand : constant->operands())
      if (const auto *inner = llvm::dyn_cast<llvm::Constant>(operand))
        worklist.push_back(inner);
  }
  return false;
}

} // namespace maquette::privatize
