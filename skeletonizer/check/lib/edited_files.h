//===- skeletonizer/check/lib/edited_files.h - edited texts in the place of files -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CHECK_EDITED_FILES_H
#define MAQUETTE_CHECK_EDITED_FILES_H

#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <string>

namespace maquette::skeletonizer {

/// Texts by the file that they stand for: one file may have several paths.
using EditedTexts = std::map<llvm::sys::fs::UniqueID, std::string>;

/// The disk, on which some files hold another text.
class EditedFiles : public llvm::vfs::ProxyFileSystem {
public:
  /// \p texts lives at least as long.
  EditedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, const EditedTexts &texts)
      : ProxyFileSystem(std::move(disk)), texts_(texts) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;

private:
  const EditedTexts &texts_;
};

} // namespace maquette::skeletonizer

#endif
