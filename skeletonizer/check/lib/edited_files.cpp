//===- skeletonizer/check/lib/edited_files.cpp - edited texts in the place of files -===//
// SPDX-License-Identifier: Apache-2.0
#include "edited_files.h"

#include "llvm/Support/MemoryBuffer.h"

namespace maquette::skeletonizer {
namespace {

class EditedFile : public llvm::vfs::File {
public:
  EditedFile(std::unique_ptr<File> file, llvm::vfs::Status status, const std::string &text)
      : file_(std::move(file)), status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }

private:
  std::unique_ptr<File> file_;
  llvm::vfs::Status status_;
  const std::string &text_;
};

} // namespace

llvm::ErrorOr<llvm::vfs::Status> EditedFiles::status(const llvm::Twine &path) {
  auto found = ProxyFileSystem::status(path);
  const auto text = found ? texts_.find(found->getUniqueID()) : texts_.end();
  return text == texts_.end() ? found : llvm::vfs::Status::copyWithNewSize(*found, text->second.size());
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> EditedFiles::openFileForRead(const llvm::Twine &path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file)
    return file;
  const auto status = (*file)->status();
  const auto text = status ? texts_.find(status->getUniqueID()) : texts_.end();
  if (text == texts_.end())
    return file;
  return std::unique_ptr<llvm::vfs::File>(
      new EditedFile(std::move(*file), llvm::vfs::Status::copyWithNewSize(*status, text->second.size()), text->second));
}

} // namespace maquette::skeletonizer
