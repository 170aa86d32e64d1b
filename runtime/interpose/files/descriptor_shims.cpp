//===- runtime/interpose/files/descriptor_shims.cpp - open files ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions on descriptors. Those of files that a rank opened are done on its FileSpace and take the time of the
/// target machine's storage; of phantom memory only the size is read or written. All others are the C library's.
#include "files/file_call.h"
#include "maquette/memory/phantom.h"
#include "touch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <limits>

using namespace maquette::bootstrap;
using maquette::files::OpenFile;

namespace {

bool isKept(int descriptor) {
  const FileSpace *const files = filesWith(descriptor);
  return files != nullptr && files->isKept(descriptor);
}

/// Of the host's file: only its size.
ssize_t writePhantom(int descriptor, std::int64_t bytes, std::int64_t begin, bool moves) {
  struct stat about{};
  if (::fstat(descriptor, &about) != 0)
    return -1;
  if (begin + bytes > about.st_size && ::ftruncate(descriptor, begin + bytes) != 0)
    return -1;
  if (moves)
    ::lseek(descriptor, begin + bytes, SEEK_SET);
  return bytes;
}

ssize_t readPhantom(FileSpace &files, int descriptor, std::int64_t bytes, std::int64_t begin, bool moves) {
  bytes = std::clamp<std::int64_t>(files.size(descriptor) - begin, 0, bytes);
  if (moves)
    files.seek(descriptor, begin + bytes, SEEK_SET);
  return bytes;
}

/// One part after the other, until one is short. \p access reads or writes.
template <class Access> ssize_t inParts(int descriptor, const iovec *parts, int count, std::int64_t at, Access access) {
  if (count < 0 || count > IOV_MAX) {
    errno = EINVAL;
    return -1;
  }
  ssize_t sum = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len == 0 && count > 1)
      continue;
    const ssize_t done = access(descriptor, parts[i].iov_base, parts[i].iov_len, at == kOwnOffset ? at : at + sum);
    if (done < 0)
      return sum > 0 ? sum : done;
    sum += done;
    if (static_cast<std::size_t>(done) < parts[i].iov_len)
      break;
  }
  return sum;
}

constexpr int kNeedsMode = O_CREAT | O_TMPFILE;

int duplicateTo(int descriptor, int target, int (*real)(int, int)) {
  FileSpace *const files = filesWith(descriptor);
  if (files == nullptr) {
    if (FileSpace *const over = filesWith(target); over != nullptr && descriptor != target) {
      const FileWork work;
      over->close(target);
    }
    return real(descriptor, target);
  }
  const FileWork work;
  return files->duplicateTo(descriptor, target);
}

int duplicate(int descriptor, int least) {
  const FileWork work;
  return simulatedFiles()->duplicate(descriptor, least);
}

} // namespace

namespace maquette::bootstrap {

ssize_t readFile(int descriptor, void *data, std::size_t size, std::int64_t at, const void *site) {
  FileCall call(CallId::file_read, site);
  FileSpace &files = call.files();
  const bool own = at == kOwnOffset;
  const auto bytes = static_cast<std::int64_t>(size);
  const std::int64_t begin = own ? files.seek(descriptor, 0, SEEK_CUR) : at;
  ssize_t done = 0;
  if (maquette::runtime::isPhantom(data))
    done = readPhantom(files, descriptor, bytes, begin, own);
  else
    done = own ? files.read(descriptor, data, bytes) : files.readAt(descriptor, data, bytes, at);
  return call.accessed(StorageOperation::Read, descriptor, begin, done);
}

ssize_t writeFile(int descriptor, const void *data, std::size_t size, std::int64_t at, const void *site) {
  FileCall call(CallId::file_write, site);
  FileSpace &files = call.files();
  const OpenFile &file = *files.find(descriptor);
  const bool own = at == kOwnOffset, appends = (file.flags & O_APPEND) != 0;
  const auto bytes = static_cast<std::int64_t>(size);
  const std::int64_t begin = appends ? files.size(descriptor) : own ? files.seek(descriptor, 0, SEEK_CUR) : at;
  if (bytes > 0 && begin >= 0 && (file.flags & O_ACCMODE) != O_RDONLY && !call.hasRoom(descriptor, begin + bytes))
    return call.keep(ssize_t{-1});
  const bool phantom = maquette::runtime::isPhantom(data);
  ssize_t done = 0;
  if (phantom && !files.isKept(descriptor))
    done = writePhantom(descriptor, bytes, begin, own);
  else if (own)
    done = files.write(descriptor, phantom ? nullptr : data, bytes);
  else
    done = files.writeAt(descriptor, phantom ? nullptr : data, bytes, at);
  return call.accessed(StorageOperation::Write, descriptor, begin, done);
}

int openFile(int folder, const char *path, int flags, mode_t mode, const void *site) {
  FileCall call(CallId::file_open, site);
  const std::string whole = pathFrom(folder, path);
  if (whole.empty()) {
    errno = ENOENT;
    return call.keep(-1);
  }
  const int descriptor = call.operated(call.files().open(whole, flags, mode), whole);
  if (descriptor >= 0 && (flags & O_TRUNC) != 0)
    call.cutTo(whole, 0);
  return descriptor;
}

int closeFile(int descriptor, const void *site) {
  FileCall call(CallId::file_close, site);
  const std::string path = call.files().find(descriptor)->path;
  if (call.world().storage().flushesOnClose(path))
    call.sync(descriptor);
  return call.operated(call.files().close(descriptor), path);
}

} // namespace maquette::bootstrap

#define MAQUETTE_SITE __builtin_return_address(0)
#define MAQUETTE_OPEN(name)                                                                                            \
  MAQUETTE_EXPORT int name(const char *path, int flags, ...) {                                                         \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    const mode_t mode = (flags & kNeedsMode) != 0 ? va_arg(arguments, mode_t) : 0;                                     \
    va_end(arguments);                                                                                                 \
    if (askedFiles(MAQUETTE_SITE) != nullptr && (flags & O_TMPFILE) != O_TMPFILE)                                      \
      return openFile(AT_FDCWD, path, flags, mode, __builtin_return_address(0));                                       \
    touchText(path);                                                                                                   \
    static const auto real = next<int (*)(const char *, int, ...)>(#name);                                             \
    return real(path, flags, mode);                                                                                    \
  }
#define MAQUETTE_OPENAT(name)                                                                                          \
  MAQUETTE_EXPORT int name(int folder, const char *path, int flags, ...) {                                             \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    const mode_t mode = (flags & kNeedsMode) != 0 ? va_arg(arguments, mode_t) : 0;                                     \
    va_end(arguments);                                                                                                 \
    if (askedFiles(MAQUETTE_SITE) != nullptr && (flags & O_TMPFILE) != O_TMPFILE)                                      \
      return openFile(folder, path, flags, mode, __builtin_return_address(0));                                         \
    touchText(path);                                                                                                   \
    static const auto real = next<int (*)(int, const char *, int, ...)>(#name);                                        \
    return real(folder, path, flags, mode);                                                                            \
  }
/// \p ours where the descriptor is of a rank's file.
#define MAQUETTE_FILE(result, name, parameters, arguments, before, ours)                                               \
  MAQUETTE_EXPORT result name parameters {                                                                             \
    before;                                                                                                            \
    if (filesWith(file) != nullptr)                                                                                    \
      return ours;                                                                                                     \
    static const auto real = next<result(*) parameters>(#name);                                                        \
    return real arguments;                                                                                             \
  }
#define MAQUETTE_READ_AT(name, offset_t)                                                                               \
  MAQUETTE_FILE(ssize_t, name, (int file, void *data, std::size_t bytes, offset_t offset),                             \
                (file, data, bytes, offset), touch(address(data), bytes),                                              \
                readFile(file, data, bytes, offset < 0 ? INT64_MIN : offset, MAQUETTE_SITE))
#define MAQUETTE_WRITE_AT(name, offset_t)                                                                              \
  MAQUETTE_FILE(ssize_t, name, (int file, const void *data, std::size_t bytes, offset_t offset),                       \
                (file, data, bytes, offset), touch(address(data), bytes),                                              \
                writeFile(file, data, bytes, offset < 0 ? INT64_MIN : offset, MAQUETTE_SITE))
#define MAQUETTE_PARTS(name, parameters, arguments, at, way)                                                           \
  MAQUETTE_FILE(                                                                                                       \
      ssize_t, name, parameters, arguments, touchAll(parts, count),                                                    \
      inParts(file, parts, count, at, [site = MAQUETTE_SITE](int f, auto *data, std::size_t n, auto offset) {          \
        return way(f, data, n, offset, site);                                                                          \
      }))

extern "C" {

MAQUETTE_OPEN(open)
MAQUETTE_OPEN(open64)
MAQUETTE_OPENAT(openat)
MAQUETTE_OPENAT(openat64)

static int createFile(const char *path, mode_t mode, const void *site) {
  if (askedFiles(site) != nullptr)
    return openFile(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode, site);
  return next<int (*)(const char *, mode_t)>("creat")(path, mode);
}
MAQUETTE_EXPORT int creat(const char *path, mode_t mode) { return createFile(path, mode, MAQUETTE_SITE); }
MAQUETTE_EXPORT int creat64(const char *path, mode_t mode) { return createFile(path, mode, MAQUETTE_SITE); }

MAQUETTE_FILE(int, close, (int file), (file), (void)0, closeFile(file, MAQUETTE_SITE))
MAQUETTE_FILE(ssize_t, read, (int file, void *data, std::size_t bytes), (file, data, bytes),
              touch(address(data), bytes), readFile(file, data, bytes, kOwnOffset, MAQUETTE_SITE))
MAQUETTE_FILE(ssize_t, write, (int file, const void *data, std::size_t bytes), (file, data, bytes),
              touch(address(data), bytes), writeFile(file, data, bytes, kOwnOffset, MAQUETTE_SITE))
MAQUETTE_READ_AT(pread, off_t)
MAQUETTE_READ_AT(pread64, off64_t)
MAQUETTE_WRITE_AT(pwrite, off_t)
MAQUETTE_WRITE_AT(pwrite64, off64_t)
MAQUETTE_PARTS(readv, (int file, const iovec *parts, int count), (file, parts, count), kOwnOffset, readFile)
MAQUETTE_PARTS(writev, (int file, const iovec *parts, int count), (file, parts, count), kOwnOffset, writeFile)
MAQUETTE_PARTS(preadv, (int file, const iovec *parts, int count, off_t offset), (file, parts, count, offset), offset,
               readFile)
MAQUETTE_PARTS(pwritev, (int file, const iovec *parts, int count, off_t offset), (file, parts, count, offset), offset,
               writeFile)

/// Where a file ends depends on what others have written until now.
static off_t seekFile(int file, off_t offset, int whence, const void *site) {
  static const auto real = next<off_t (*)(int, off_t, int)>("lseek");
  if (whence == SEEK_SET || whence == SEEK_CUR)
    return isKept(file) ? filesWith(file)->seek(file, offset, whence) : real(file, offset, whence);
  FileCall call(CallId::file_stat, site);
  return call.keep(call.files().seek(file, offset, whence));
}
MAQUETTE_FILE(off_t, lseek, (int file, off_t offset, int whence) noexcept, (file, offset, whence), (void)0,
              seekFile(file, offset, whence, MAQUETTE_SITE))
MAQUETTE_FILE(off64_t, lseek64, (int file, off64_t offset, int whence) noexcept, (file, offset, whence), (void)0,
              seekFile(file, offset, whence, MAQUETTE_SITE))

static int syncFile(int file, const void *site) {
  FileCall call(CallId::file_fsync, site);
  call.sync(file);
  return 0; // What is on the host is there.
}
MAQUETTE_FILE(int, fsync, (int file), (file), (void)0, syncFile(file, MAQUETTE_SITE))
MAQUETTE_FILE(int, fdatasync, (int file), (file), (void)0, syncFile(file, MAQUETTE_SITE))

static int resizeFile(int file, off_t bytes, const void *site) {
  FileCall call(CallId::file_ftruncate, site);
  if (!call.hasRoom(file, bytes))
    return call.keep(-1);
  const std::string path = call.files().find(file)->path;
  const int result = call.operated(call.files().resize(file, bytes), path);
  if (result == 0)
    call.cutTo(path, bytes);
  return result;
}
MAQUETTE_FILE(int, ftruncate, (int file, off_t bytes) noexcept, (file, bytes), (void)0,
              resizeFile(file, bytes, MAQUETTE_SITE))
MAQUETTE_FILE(int, ftruncate64, (int file, off64_t bytes) noexcept, (file, bytes), (void)0,
              resizeFile(file, bytes, MAQUETTE_SITE))

static int allocateIn(int file, int mode, off_t offset, off_t bytes, const void *site) {
  FileCall call(CallId::file_ftruncate, site);
  if (offset >= 0 && bytes > 0 && !call.hasRoom(file, offset + bytes))
    return call.keep(-1);
  const std::string path = call.files().find(file)->path;
  return call.operated(call.files().allocate(file, mode, offset, bytes), path);
}
/// Returns the error instead of setting errno.
static int allocateOrSay(int file, off_t offset, off_t bytes, const void *site) {
  const int before = errno;
  if (!isKept(file)) {
    FileCall call(CallId::file_ftruncate, site);
    if (offset >= 0 && bytes > 0 && !call.hasRoom(file, offset + bytes))
      return errno;
    static const auto real = next<int (*)(int, off_t, off_t)>("posix_fallocate");
    const std::string path = call.files().find(file)->path;
    return call.operated(real(file, offset, bytes), path);
  }
  const int error = allocateIn(file, 0, offset, bytes, site) == 0 ? 0 : errno;
  errno = before;
  return error;
}
MAQUETTE_FILE(int, fallocate, (int file, int mode, off_t offset, off_t bytes), (file, mode, offset, bytes), (void)0,
              allocateIn(file, mode, offset, bytes, MAQUETTE_SITE))
MAQUETTE_FILE(int, fallocate64, (int file, int mode, off64_t offset, off64_t bytes), (file, mode, offset, bytes),
              (void)0, allocateIn(file, mode, offset, bytes, MAQUETTE_SITE))
// On a file system without it, the C library's own posix_fallocate() writes.
MAQUETTE_FILE(int, posix_fallocate, (int file, off_t offset, off_t bytes), (file, offset, bytes), (void)0,
              allocateOrSay(file, offset, bytes, MAQUETTE_SITE))
MAQUETTE_FILE(int, posix_fallocate64, (int file, off64_t offset, off64_t bytes), (file, offset, bytes), (void)0,
              allocateOrSay(file, offset, bytes, MAQUETTE_SITE))

/// POSIX_FADV_DONTNEED empties the page cache of the rank's node; other advice changes nothing.
static int adviseOn(int file, off_t offset, off_t bytes, int advice, const void *site) {
  if (offset < 0 || bytes < 0)
    return EINVAL;
  if (advice != POSIX_FADV_DONTNEED)
    return 0;
  const FileCall call(CallId::file_fadvise, site);
  maquette::runtime::TargetStorage &storage = call.world().storage();
  const maquette::runtime::TargetFile target = storage.fileOf(call.files().find(file)->path);
  const std::int64_t end = bytes == 0 ? std::numeric_limits<std::int64_t>::max() : offset + bytes;
  storage.system().drop(call.world().placement().nodeOf(call.rank().id), target.volume, target.number, offset, end);
  return 0;
}
MAQUETTE_FILE(int, posix_fadvise, (int file, off_t offset, off_t bytes, int advice) noexcept,
              (file, offset, bytes, advice), (void)0, adviseOn(file, offset, bytes, advice, MAQUETTE_SITE))
MAQUETTE_FILE(int, posix_fadvise64, (int file, off64_t offset, off64_t bytes, int advice) noexcept,
              (file, offset, bytes, advice), (void)0, adviseOn(file, offset, bytes, advice, MAQUETTE_SITE))

static int statusOf(int file, struct stat *about, const void *site) {
  FileCall call(CallId::file_stat, site);
  return call.keep(call.files().status(file, about));
}
MAQUETTE_FILE(int, fstat, (int file, struct stat *about) noexcept, (file, about), touch(address(about), sizeof *about),
              statusOf(file, about, MAQUETTE_SITE))
MAQUETTE_FILE(int, fstat64, (int file, struct stat64 *about) noexcept, (file, about),
              touch(address(about), sizeof *about),
              statusOf(file, reinterpret_cast<struct stat *>(about), MAQUETTE_SITE))

MAQUETTE_EXPORT int fchmod(int file, mode_t mode) noexcept {
  FileSpace *const files = isKept(file) ? filesWith(file) : nullptr;
  return files != nullptr ? files->changeMode(files->find(file)->path, mode)
                          : next<int (*)(int, mode_t)>("fchmod")(file, mode);
}

MAQUETTE_EXPORT int isatty(int file) noexcept {
  if (isKept(file) && filesWith(file) != nullptr) {
    errno = ENOTTY;
    return 0;
  }
  return next<int (*)(int)>("isatty")(file);
}

MAQUETTE_FILE(int, dup, (int file) noexcept, (file), (void)0, duplicate(file, 0))
MAQUETTE_EXPORT int dup2(int file, int target) noexcept {
  return duplicateTo(file, target, next<int (*)(int, int)>("dup2"));
}
MAQUETTE_EXPORT int dup3(int file, int target, int flags) noexcept {
  if (filesWith(file) == nullptr && filesWith(target) == nullptr)
    return next<int (*)(int, int, int)>("dup3")(file, target, flags);
  if (file == target) {
    errno = EINVAL;
    return -1;
  }
  return duplicateTo(file, target, next<int (*)(int, int)>("dup2"));
}

static int control(int file, int command, void *argument, const char *name) {
  FileSpace *const files = filesWith(file);
  const auto number = static_cast<int>(reinterpret_cast<std::intptr_t>(argument));
  if (files != nullptr && (command == F_DUPFD || command == F_DUPFD_CLOEXEC))
    return duplicate(file, file >= FileSpace::kFirstKept ? FileSpace::kFirstKept : number);
  if (files == nullptr || !isKept(file))
    return next<int (*)(int, int, ...)>(name)(file, command, argument);
  OpenFile &open = *files->find(file);
  constexpr int changeable = O_APPEND | O_NONBLOCK | O_DIRECT | O_NOATIME;
  switch (command) {
  case F_GETFL:
    return open.flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC);
  case F_SETFL:
    open.flags = (open.flags & ~changeable) | (number & changeable);
    return 0;
  case F_GETFD:
  case F_SETFD:
  case F_SETLK: // Ranks that lock a kept file get the lock.
  case F_SETLKW:
    return 0;
  case F_GETLK:
    static_cast<struct flock *>(argument)->l_type = F_UNLCK;
    return 0;
  default:
    errno = EINVAL;
    return -1;
  }
}
MAQUETTE_EXPORT int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *const argument = va_arg(arguments, void *);
  va_end(arguments);
  return control(file, command, argument, "fcntl");
}
MAQUETTE_EXPORT int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *const argument = va_arg(arguments, void *);
  va_end(arguments);
  return control(file, command, argument, "fcntl64");
}

MAQUETTE_EXPORT int flock(int file, int operation) noexcept {
  return isKept(file) && filesWith(file) != nullptr ? 0 : next<int (*)(int, int)>("flock")(file, operation);
}
MAQUETTE_EXPORT int lockf(int file, int command, off_t bytes) {
  return isKept(file) && filesWith(file) != nullptr ? 0 : next<int (*)(int, int, off_t)>("lockf")(file, command, bytes);
}

/// What a mapping is filled from is read when it is made.
static void *mapFile(void *where, std::size_t bytes, int protection, int flags, int file, off_t offset,
                     const void *site) {
  FileCall call(CallId::file_read, site);
  FileSpace &files = call.files();
  const auto asked = static_cast<std::int64_t>(bytes);
  if (files.isKept(file) && (flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE) != 0) {
    errno = ENODEV;
    return call.keep(MAP_FAILED);
  }
  void *mapped = MAP_FAILED;
  if (files.isKept(file)) {
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | (flags & ~MAP_TYPE);
    mapped = ::mmap(where, bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (mapped != MAP_FAILED) {
      files.readAt(file, mapped, asked, offset);
      ::mprotect(mapped, bytes, protection);
    }
  } else {
    mapped = ::mmap(where, bytes, protection, flags, file, offset);
  }
  const std::int64_t inside = std::clamp<std::int64_t>(files.size(file) - offset, 0, asked);
  call.accessed(StorageOperation::Read, file, offset, mapped == MAP_FAILED ? -1 : inside);
  return mapped;
}
MAQUETTE_FILE(void *, mmap,
              (void *where, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept,
              (where, bytes, protection, flags, file, offset), (void)0,
              mapFile(where, bytes, protection, flags, file, offset, MAQUETTE_SITE))
MAQUETTE_FILE(void *, mmap64,
              (void *where, std::size_t bytes, int protection, int flags, int file, off64_t offset) noexcept,
              (where, bytes, protection, flags, file, offset), (void)0,
              mapFile(where, bytes, protection, flags, file, offset, MAQUETTE_SITE))

} // extern "C"
