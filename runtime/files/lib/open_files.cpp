//===- runtime/files/lib/open_files.cpp - descriptors -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/files/open_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace maquette::files {
namespace {

constexpr std::int64_t kEpochSeconds = 1735689600; ///< 2025-01-01T00:00:00Z, where simulated time begins.
constexpr std::int64_t kBlockBytes = 4096;

int failed(int error) {
  errno = error;
  return -1;
}

bool reads(const OpenFile &file) { return (file.flags & O_ACCMODE) != O_WRONLY; }
bool writes(const OpenFile &file) { return (file.flags & O_ACCMODE) != O_RDONLY; }

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostBytes = 0x7ffff000; ///< Of one read or write, as Linux has it.

} // namespace

int OpenFiles::place(std::shared_ptr<OpenFile> file, int descriptor) {
  std::vector<std::shared_ptr<OpenFile>> &files = isOurs(descriptor) ? kept_ : host_;
  const auto index = static_cast<std::size_t>(isOurs(descriptor) ? descriptor - kFirstKept : descriptor);
  if (files.size() <= index)
    files.resize(index + 1);
  files[index] = std::move(file);
  return descriptor;
}

int OpenFiles::openKept(const std::string &path, std::shared_ptr<Inode> inode, int flags) {
  const auto free = std::find(kept_.begin() + first_free_, kept_.end(), nullptr);
  first_free_ = free - kept_.begin();
  auto file = std::make_shared<OpenFile>(OpenFile{path, std::move(inode), flags, 0});
  return place(std::move(file), kFirstKept + static_cast<int>(first_free_));
}

int OpenFiles::close(int descriptor) {
  if (find(descriptor) != nullptr)
    place(nullptr, descriptor);
  else if (isOurs(descriptor))
    return failed(EBADF);
  if (!isOurs(descriptor))
    return ::close(descriptor);
  first_free_ = std::min<std::ptrdiff_t>(first_free_, descriptor - kFirstKept);
  return 0;
}

void OpenFiles::reopen(const std::string &path, const std::shared_ptr<Inode> &copy) {
  for (std::size_t descriptor = 0; descriptor < host_.size(); ++descriptor)
    if (OpenFile *const file = host_[descriptor].get();
        file != nullptr && file->inode == nullptr && file->path == path) {
      file->offset = ::lseek(static_cast<int>(descriptor), 0, SEEK_CUR);
      file->inode = copy;
    }
}

int OpenFiles::duplicate(int descriptor, int least) {
  if (!isOurs(descriptor)) {
    std::shared_ptr<OpenFile> file = host_[static_cast<std::size_t>(descriptor)];
    const int copy = ::fcntl(descriptor, F_DUPFD, least);
    return copy < 0 ? copy : place(std::move(file), copy);
  }
  std::shared_ptr<OpenFile> file = kept_[static_cast<std::size_t>(descriptor - kFirstKept)];
  const auto begin = kept_.begin() + std::clamp<std::ptrdiff_t>(least - kFirstKept, 0, std::ssize(kept_));
  const auto free = std::find(begin, kept_.end(), nullptr);
  return place(std::move(file), kFirstKept + static_cast<int>(free - kept_.begin()));
}

int OpenFiles::duplicateTo(int descriptor, int target) {
  if (descriptor == target)
    return target;
  if (isOurs(descriptor) != isOurs(target)) // A number of ours is none of the kernel's.
    return failed(EBADF);
  if (find(target) != nullptr)
    close(target);
  const auto index = static_cast<std::size_t>(isOurs(descriptor) ? descriptor - kFirstKept : descriptor);
  std::shared_ptr<OpenFile> file = isOurs(descriptor) ? kept_[index] : host_[index];
  if (!isOurs(descriptor) && ::dup2(descriptor, target) < 0)
    return -1;
  return place(std::move(file), target);
}

std::int64_t OpenFiles::size(int descriptor) const {
  if (isKept(descriptor))
    return find(descriptor)->inode->contents.size();
  struct stat about{};
  return ::fstat(descriptor, &about) == 0 ? about.st_size : 0;
}

ssize_t OpenFiles::readAt(int descriptor, void *data, std::int64_t bytes, std::int64_t offset) const {
  if (!isKept(descriptor))
    return ::pread(descriptor, data, static_cast<std::size_t>(bytes), offset);
  const OpenFile &file = *find(descriptor);
  if (offset < 0)
    return failed(EINVAL);
  if (!reads(file))
    return failed(EBADF);
  if (file.inode->isFolder())
    return failed(EISDIR);
  return file.inode->contents.read(data, std::min(bytes, kMostBytes), offset);
}

ssize_t OpenFiles::writeAt(int descriptor, const void *data, std::int64_t bytes, std::int64_t offset) {
  if (!isKept(descriptor))
    return ::pwrite(descriptor, data, static_cast<std::size_t>(bytes), offset);
  const OpenFile &file = *find(descriptor);
  if (offset < 0)
    return failed(EINVAL);
  if (!writes(file))
    return failed(EBADF);
  bytes = std::min(bytes, kMostBytes);
  if (bytes == 0)
    return 0;
  if ((file.flags & O_APPEND) != 0) // Linux appends whatever the offset is.
    offset = file.inode->contents.size();
  if (offset > kLargest - bytes)
    return failed(EFBIG);
  file.inode->contents.write(data, bytes, offset);
  changed(*file.inode);
  return bytes;
}

ssize_t OpenFiles::read(int descriptor, void *data, std::int64_t bytes) {
  if (!isKept(descriptor))
    return ::read(descriptor, data, static_cast<std::size_t>(bytes));
  OpenFile &file = *find(descriptor);
  const ssize_t done = readAt(descriptor, data, bytes, file.offset);
  if (done > 0)
    file.offset += done;
  return done;
}

ssize_t OpenFiles::write(int descriptor, const void *data, std::int64_t bytes) {
  if (!isKept(descriptor))
    return ::write(descriptor, data, static_cast<std::size_t>(bytes));
  OpenFile &file = *find(descriptor);
  const std::int64_t offset =
      (file.flags & O_APPEND) != 0 && file.inode != nullptr && bytes > 0 ? file.inode->contents.size() : file.offset;
  const ssize_t done = writeAt(descriptor, data, bytes, offset);
  if (done > 0)
    file.offset = offset + done;
  return done;
}

std::int64_t OpenFiles::seek(int descriptor, std::int64_t offset, int whence) {
  if (!isKept(descriptor))
    return ::lseek(descriptor, offset, whence);
  OpenFile &file = *find(descriptor);
  const std::int64_t end = file.inode->contents.size();
  std::int64_t from = 0;
  switch (whence) {
  case SEEK_SET:
    break;
  case SEEK_CUR:
    from = file.offset;
    break;
  case SEEK_END:
    from = end;
    break;
  case SEEK_DATA: // All is data.
    if (offset < 0 || offset >= end)
      return failed(ENXIO);
    break;
  case SEEK_HOLE:
    if (offset < 0 || offset >= end)
      return failed(ENXIO);
    return file.offset = end;
  default:
    return failed(EINVAL);
  }
  if (offset > 0 && from > kLargest - offset)
    return failed(EOVERFLOW);
  if (from + offset < 0)
    return failed(EINVAL);
  return file.offset = from + offset;
}

int OpenFiles::resize(int descriptor, std::int64_t bytes) {
  if (!isKept(descriptor))
    return ::ftruncate(descriptor, bytes);
  const OpenFile &file = *find(descriptor);
  if (bytes < 0 || !writes(file) || file.inode->isFolder())
    return failed(EINVAL);
  file.inode->contents.resize(bytes);
  changed(*file.inode);
  return 0;
}

int OpenFiles::allocate(int descriptor, int mode, std::int64_t offset, std::int64_t bytes) {
  if (!isKept(descriptor))
    return ::fallocate(descriptor, mode, offset, bytes);
  const OpenFile &file = *find(descriptor);
  if (offset < 0 || bytes <= 0)
    return failed(EINVAL);
  if (!writes(file))
    return failed(EBADF);
  if (offset > kLargest - bytes)
    return failed(EFBIG);
  constexpr int keep_size = 1, punch_hole = 2, zero_range = 16; // linux/falloc.h
  Contents &contents = file.inode->contents;
  if (mode == keep_size)
    return 0;
  if (mode == (keep_size | punch_hole) || mode == (keep_size | zero_range)) {
    const std::int64_t inside = std::min(bytes, contents.size() - offset);
    if (inside > 0)
      contents.write(nullptr, inside, offset);
  } else if (mode == zero_range) {
    contents.write(nullptr, bytes, offset);
  } else if (mode != 0) {
    return failed(EOPNOTSUPP);
  } else if (offset + bytes > contents.size()) {
    contents.resize(offset + bytes);
  }
  changed(*file.inode);
  return 0;
}

int OpenFiles::fill(const Inode &inode, struct stat *about) {
  *about = {};
  about->st_dev = 0x6d61; // A device of its own.
  about->st_ino = inode.number;
  about->st_mode = inode.mode;
  about->st_nlink = static_cast<nlink_t>(inode.links);
  about->st_uid = ::geteuid();
  about->st_gid = ::getegid();
  about->st_size = inode.contents.size();
  about->st_blksize = kBlockBytes;
  about->st_blocks = (inode.contents.size() + 511) / 512;
  about->st_mtim.tv_sec = kEpochSeconds + inode.changed_ps / 1'000'000'000'000;
  about->st_mtim.tv_nsec = inode.changed_ps % 1'000'000'000'000 / 1000;
  about->st_atim = about->st_ctim = about->st_mtim;
  return 0;
}

int OpenFiles::status(int descriptor, struct stat *about) const {
  return isKept(descriptor) ? fill(*find(descriptor)->inode, about) : ::fstat(descriptor, about);
}

} // namespace maquette::files
