//===- runtime/interpose/files/file_call.cpp --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "files/file_call.h"

#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace maquette::bootstrap {

using runtime::IoStatistics;
using runtime::TargetFile;
using runtime::TargetStorage;

namespace {

struct Code {
  std::uintptr_t begin, end;
};

/// Of the libraries that only the runtime uses.
int noteOwnLibrary(dl_phdr_info *object, std::size_t, void *found) {
  const std::string_view path = object->dlpi_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.starts_with("libdw") || name.starts_with("libelf") || name.starts_with("libmaquette"))
    for (int i = 0; i < object->dlpi_phnum; ++i)
      if (const ElfW(Phdr) &part = object->dlpi_phdr[i]; part.p_type == PT_LOAD)
        static_cast<std::vector<Code> *>(found)->push_back(
            {object->dlpi_addr + part.p_vaddr, object->dlpi_addr + part.p_vaddr + part.p_memsz});
  return 0;
}

} // namespace

bool isOfRuntime(const void *code) {
  static const std::vector<Code> own = [] {
    std::vector<Code> found;
    dl_iterate_phdr(noteOwnLibrary, &found);
    return found;
  }();
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  return std::any_of(own.begin(), own.end(),
                     [at](const Code &part) { return at - part.begin < part.end - part.begin; });
}

std::string pathFrom(int folder, const char *path) {
  if (path == nullptr || *path == '\0')
    return "";
  if (*path == '/' || folder == AT_FDCWD)
    return runtime::absolutePath(path);
  if (FileSpace *const files = simulatedFiles(); files != nullptr && files->find(folder) != nullptr)
    return runtime::absolutePath(files->find(folder)->path + "/" + path);
  const std::string link = "/proc/self/fd/" + std::to_string(folder);
  std::array<char, 4096> target{};
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  return length <= 0 ? ""
                     : runtime::absolutePath(std::string(target.data(), static_cast<std::size_t>(length)) + "/" + path);
}

void FileCall::perform(models::StorageRequest request, IoStatistics::Kind kind) {
  TargetStorage &storage = world().storage();
  storage.perform(rank(), request);
  storage.statistics().count({runtime::nameOf(static_cast<CallId>(rank().call)), kind, rank().id, request.file,
                              request.offset, request.bytes, rank().clock - started_});
  started_ = rank().clock;
}

void FileCall::operate(const std::string &path) {
  TargetStorage &storage = world().storage();
  if (isTimed(path))
    perform(storage.requestOf(rank(), storage.fileOf(path), StorageOperation::Metadata), IoStatistics::Kind::Other);
}

ssize_t FileCall::accessed(StorageOperation operation, int descriptor, std::int64_t offset, ssize_t done) {
  keep(done);
  const files::OpenFile *const file = files().find(descriptor);
  if (done <= 0 || file == nullptr || !isTimed(file->path))
    return done;
  TargetStorage &storage = world().storage();
  const TargetFile target = storage.fileOf(file->path);
  const int flags = file->flags;
  models::StorageRequest request = storage.requestOf(rank(), target, operation);
  request.offset = offset;
  request.bytes = done;
  request.file_size = files().size(descriptor);
  request.cached = (flags & O_DIRECT) == 0;
  const bool reads = operation == StorageOperation::Read;
  perform(request, reads ? IoStatistics::Kind::Read : IoStatistics::Kind::Write);
  if (!reads && (flags & (O_SYNC | O_DSYNC)) != 0)
    storage.perform(rank(), storage.requestOf(rank(), target, StorageOperation::Sync));
  return done;
}

void FileCall::sync(int descriptor) {
  const files::OpenFile *const file = files().find(descriptor);
  TargetStorage &storage = world().storage();
  if (file != nullptr && isTimed(file->path))
    perform(storage.requestOf(rank(), storage.fileOf(file->path), StorageOperation::Sync), IoStatistics::Kind::Other);
}

bool FileCall::hasRoom(int descriptor, std::int64_t end) {
  return hasRoom(files().find(descriptor)->path, files().size(descriptor), end);
}

bool FileCall::hasRoom(const std::string &path, std::int64_t size, std::int64_t end) {
  TargetStorage &storage = world().storage();
  if (!storage.isLimited())
    return true;
  const int error = storage.growTo(rank(), storage.fileOf(path), size, end);
  if (error != 0)
    errno = error;
  return error == 0;
}

void FileCall::cutTo(const std::string &path, std::int64_t end) {
  TargetStorage &storage = world().storage();
  if (storage.isLimited())
    storage.cutTo(rank(), storage.fileOf(path), end);
}

} // namespace maquette::bootstrap
