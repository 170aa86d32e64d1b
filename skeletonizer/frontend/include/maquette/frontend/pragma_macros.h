//===- maquette/frontend/pragma_macros.h - `#define LOOP #pragma omp for` -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A build that preprocesses its sources before it compiles them may hold macros that stand for a directive. No
/// compiler reads such a source as it is. PragmaMacros shows the files of a unit so that one does: the macro's body is
/// blank, and a line that holds nothing but the macro reads as a directive. No byte moves, so places found in the files
/// shown are places of the files on disk.
#ifndef MAQUETTE_FRONTEND_PRAGMA_MACROS_H
#define MAQUETTE_FRONTEND_PRAGMA_MACROS_H

#include "llvm/Support/VirtualFileSystem.h"

#include <set>
#include <string>

namespace maquette::skeletonizer {

using MacroNames = std::set<std::string>;

/// \p text as it is to be parsed; the macros that it defines are added to \p names.
std::string withoutPragmaMacros(llvm::StringRef text, MacroNames &names);

class PragmaMacros : public llvm::vfs::ProxyFileSystem {
public:
  /// \p names: those known so far; grows with each file that is opened.
  PragmaMacros(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, MacroNames &names)
      : ProxyFileSystem(std::move(files)), names_(names) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;

private:
  MacroNames &names_;
};

} // namespace maquette::skeletonizer

#endif
