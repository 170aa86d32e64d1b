//===- skeletonizer/privatize/private_set.h - which globals become private per rank -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source: docs/adr/0003-private-globals.md.
#ifndef MAQUETTE_SKELETONIZER_PRIVATE_SET_H
#define MAQUETTE_SKELETONIZER_PRIVATE_SET_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace maquette::privatize {

class PrivateSet {
public:
  explicit PrivateSet(llvm::Module &module);

  /// Defined here and private: mutable variables, and constants that hold an address of a private or an external one.
  const llvm::SetVector<llvm::GlobalVariable *> &definitions() const { return definitions_; }
  /// Defined elsewhere: whether they are private, the loaded program knows.
  const llvm::SetVector<llvm::GlobalVariable *> &externals() const { return externals_; }
  /// Other names of definitions().
  const llvm::SetVector<llvm::GlobalAlias *> &aliases() const { return aliases_; }

  bool contains(const llvm::Constant *value) const;
  /// True when \p value is, or is computed from, the address of a member.
  bool mentionedIn(const llvm::Constant *value) const;

private:
  void collectMutable(llvm::Module &module);
  void collectAliases(llvm::Module &module);
  void collectConstantsWithAddresses(llvm::Module &module);

  llvm::SetVector<llvm::GlobalVariable *> definitions_;
  llvm::SetVector<llvm::GlobalVariable *> externals_;
  llvm::SetVector<llvm::GlobalAlias *> aliases_;
};

/// std::ios_base::Init objects count users of the library's own streams, which all ranks share.
bool isStreamInitializer(const llvm::GlobalVariable &variable);

} // namespace maquette::privatize

#endif
