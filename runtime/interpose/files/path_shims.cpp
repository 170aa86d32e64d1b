//===- runtime/interpose/files/path_shims.cpp - files by name -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions on paths, of a rank's FileSpace. Each takes the time of an operation without contents.
#include "files/file_call.h"
#include "maquette/sim/random.h"
#include "touch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <unordered_map>
#include <vector>

using namespace maquette::bootstrap;

namespace {

/// \p operate(files, whole path) for the rank that asks.
template <class Operate>
auto onPath(CallId id, const void *site, int folder, const char *path, Operate operate)
    -> decltype(operate(std::declval<FileSpace &>(), std::string())) {
  FileCall call(id, site);
  const std::string whole = pathFrom(folder, path);
  if (whole.empty()) {
    errno = ENOENT;
    return call.keep(decltype(operate(call.files(), whole))(-1));
  }
  return call.operated(operate(call.files(), whole), whole);
}

int statusOf(int folder, const char *path, struct stat *about, bool follow, const void *site) {
  return onPath(CallId::file_stat, site, folder, path,
                [&](FileSpace &files, const std::string &whole) { return files.status(whole, about, follow); });
}

int accessOf(int folder, const char *path, int mode, const void *site) {
  return onPath(CallId::file_stat, site, folder, path,
                [&](FileSpace &files, const std::string &whole) { return files.access(whole, mode); });
}

int removeFolderOf(int folder, const char *path, const void *site) {
  return onPath(CallId::file_rmdir, site, folder, path,
                [](FileSpace &files, const std::string &whole) { return files.removeFolder(whole); });
}

/// Of the file itself, not of what a link leads to.
bool isFolder(const char *path) {
  const FileWork work;
  struct stat about{};
  const std::string whole = pathFrom(AT_FDCWD, path);
  return !whole.empty() && simulatedFiles()->status(whole, &about, false) == 0 && S_ISDIR(about.st_mode);
}

int removeOf(const char *path, const void *site) {
  const bool folder = isFolder(path);
  return folder ? removeFolderOf(AT_FDCWD, path, site) : unlinkFile(AT_FDCWD, path, site);
}

int makeFolderOf(int folder, const char *path, mode_t mode, const void *site) {
  return onPath(CallId::file_mkdir, site, folder, path,
                [&](FileSpace &files, const std::string &whole) { return files.makeFolder(whole, mode); });
}

int renameOf(int from_folder, const char *from, int to_folder, const char *to, const void *site) {
  return onPath(CallId::file_rename, site, from_folder, from, [&](FileSpace &files, const std::string &whole) {
    const std::string target = pathFrom(to_folder, to);
    if (target.empty()) {
      errno = ENOENT;
      return -1;
    }
    const int result = files.rename(whole, target);
    if (result == 0)
      maquette::runtime::currentWorld()->storage().renamed(whole, target, *maquette::runtime::currentRank());
    return result;
  });
}

/// Where the file would be on the host, what is kept has no links.
bool refusesLink(const char *path) {
  if (askingRank() == nullptr || path == nullptr)
    return false;
  const FileWork work;
  if (simulatedFiles()->reachesHost(pathFrom(AT_FDCWD, path)))
    return false;
  errno = EPERM;
  return true;
}

using Listing = FileSpace::Listing;
/// Of a handle that openFolder() made; nullptr: it is the C library's.
Listing *listingOf(DIR *handle) {
  FileSpace *const files = simulatedFiles();
  if (files == nullptr || files->listings().empty())
    return nullptr;
  const auto found = files->listings().find(handle);
  return found == files->listings().end() ? nullptr : found->second.get();
}

/// \p descriptor is open for it, or -1.
DIR *openFolder(const std::string &path, int descriptor, const void *site) {
  FileCall call(CallId::file_opendir, site);
  if (call.files().isListedByHost(path))
    return call.operated(descriptor < 0 ? ::opendir(path.c_str()) : ::fdopendir(descriptor), path);
  auto names = call.files().list(path);
  if (names && descriptor < 0)
    descriptor = call.files().open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (!names || descriptor < 0)
    return call.operated(static_cast<DIR *>(nullptr), path);
  auto folder = std::make_unique<Listing>(Listing{std::move(*names), 0, descriptor});
  DIR *const handle = reinterpret_cast<DIR *>(folder.get());
  call.files().listings().emplace(handle, std::move(folder));
  return call.operated(handle, path);
}

/// Names as mkstemp() and mkdtemp() make them, until one is new.
template <class Make> int makeTemporary(char *pattern, int suffix, Make make) {
  const std::size_t length = std::strlen(pattern);
  if (length < static_cast<std::size_t>(suffix) + 6 ||
      std::strncmp(pattern + length - static_cast<std::size_t>(suffix) - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return -1;
  }
  char *const name = pattern + length - static_cast<std::size_t>(suffix) - 6;
  const auto rank = static_cast<std::uint64_t>(maquette::runtime::currentRank()->id);
  constexpr char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  for (std::uint64_t attempt = 0; attempt < 10'000; ++attempt) {
    // The same names in every run: by rank and attempt.
    std::uint64_t bits = maquette::sim::mixBits(rank << 20 | attempt);
    for (int i = 0; i < 6; ++i, bits /= 62)
      name[i] = letters[bits % 62];
    if (const int result = make(pattern); result >= 0 || errno != EEXIST)
      return result;
  }
  return -1;
}
} // namespace

namespace maquette::bootstrap {

/// The simulated storage forgets the file, too.
int unlinkFile(int folder, const char *path, const void *site) {
  return onPath(CallId::file_unlink, site, folder, path, [](FileSpace &files, const std::string &whole) {
    const int result = files.unlink(whole);
    if (result == 0)
      maquette::runtime::currentWorld()->storage().removed(whole, *maquette::runtime::currentRank());
    return result;
  });
}

int makeTemporaryFile(char *pattern, int suffix, int flags, const void *site) {
  return makeTemporary(pattern, suffix, [flags, site](const char *path) {
    return openFile(AT_FDCWD, path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600, site);
  });
}

} // namespace maquette::bootstrap

#define MAQUETTE_SITE __builtin_return_address(0)
/// \p ours for a rank, else the C library's with the text of \p path at hand.
#define MAQUETTE_PATH(result, name, parameters, arguments, path, ours)                                                 \
  MAQUETTE_EXPORT result name parameters {                                                                             \
    if (askedFiles(MAQUETTE_SITE) != nullptr)                                                                          \
      return ours;                                                                                                     \
    touchText(path);                                                                                                   \
    static const auto real = next<result(*) parameters>(#name);                                                        \
    return real arguments;                                                                                             \
  }

extern "C" {

MAQUETTE_PATH(int, stat, (const char *path, struct stat *about) noexcept, (path, about), path,
              statusOf(AT_FDCWD, path, about, true, MAQUETTE_SITE))
MAQUETTE_PATH(int, lstat, (const char *path, struct stat *about) noexcept, (path, about), path,
              statusOf(AT_FDCWD, path, about, false, MAQUETTE_SITE))
MAQUETTE_PATH(int, fstatat, (int folder, const char *path, struct stat *about, int flags) noexcept,
              (folder, path, about, flags), path,
              *path == '\0' ? fstat(folder, about)
                            : statusOf(folder, path, about, (flags & AT_SYMLINK_NOFOLLOW) == 0, MAQUETTE_SITE))
MAQUETTE_PATH(int, fstatat64, (int folder, const char *path, struct stat64 *about, int flags) noexcept,
              (folder, path, about, flags), path,
              *path == '\0' ? fstat64(folder, about)
                            : statusOf(folder, path, reinterpret_cast<struct stat *>(about),
                                       (flags & AT_SYMLINK_NOFOLLOW) == 0, MAQUETTE_SITE))
MAQUETTE_PATH(int, stat64, (const char *path, struct stat64 *about) noexcept, (path, about), path,
              statusOf(AT_FDCWD, path, reinterpret_cast<struct stat *>(about), true, MAQUETTE_SITE))
MAQUETTE_PATH(int, lstat64, (const char *path, struct stat64 *about) noexcept, (path, about), path,
              statusOf(AT_FDCWD, path, reinterpret_cast<struct stat *>(about), false, MAQUETTE_SITE))
MAQUETTE_PATH(int, access, (const char *path, int mode) noexcept, (path, mode), path,
              accessOf(AT_FDCWD, path, mode, MAQUETTE_SITE))
MAQUETTE_PATH(int, faccessat, (int folder, const char *path, int mode, int flags) noexcept, (folder, path, mode, flags),
              path, accessOf(folder, path, mode, MAQUETTE_SITE))
MAQUETTE_PATH(int, unlink, (const char *path) noexcept, (path), path, unlinkFile(AT_FDCWD, path, MAQUETTE_SITE))
MAQUETTE_PATH(int, unlinkat, (int folder, const char *path, int flags) noexcept, (folder, path, flags), path,
              (flags & AT_REMOVEDIR) != 0 ? removeFolderOf(folder, path, MAQUETTE_SITE)
                                          : unlinkFile(folder, path, MAQUETTE_SITE))
MAQUETTE_PATH(int, remove, (const char *path) noexcept, (path), path, removeOf(path, MAQUETTE_SITE))
MAQUETTE_PATH(int, rmdir, (const char *path) noexcept, (path), path, removeFolderOf(AT_FDCWD, path, MAQUETTE_SITE))
MAQUETTE_PATH(int, mkdir, (const char *path, mode_t mode) noexcept, (path, mode), path,
              makeFolderOf(AT_FDCWD, path, mode, MAQUETTE_SITE))
MAQUETTE_PATH(int, mkdirat, (int folder, const char *path, mode_t mode) noexcept, (folder, path, mode), path,
              makeFolderOf(folder, path, mode, MAQUETTE_SITE))
MAQUETTE_PATH(int, rename, (const char *from, const char *to) noexcept, (from, to), (touchText(to), from),
              renameOf(AT_FDCWD, from, AT_FDCWD, to, MAQUETTE_SITE))
MAQUETTE_PATH(int, renameat, (int from_folder, const char *from, int to_folder, const char *to) noexcept,
              (from_folder, from, to_folder, to), (touchText(to), from),
              renameOf(from_folder, from, to_folder, to, MAQUETTE_SITE))

static int truncateOf(const char *path, off_t bytes, const void *site) {
  FileCall call(CallId::file_ftruncate, site);
  const std::string whole = pathFrom(AT_FDCWD, path);
  struct stat about{};
  if (whole.empty() || call.files().status(whole, &about, true) != 0) {
    errno = whole.empty() ? ENOENT : errno;
    return call.keep(-1);
  }
  if (!call.hasRoom(whole, about.st_size, bytes))
    return call.keep(-1);
  const int result = call.operated(call.files().truncate(whole, bytes), whole);
  if (result == 0)
    call.cutTo(whole, bytes);
  return result;
}
MAQUETTE_PATH(int, truncate, (const char *path, off_t bytes) noexcept, (path, bytes), path,
              truncateOf(path, bytes, MAQUETTE_SITE))
MAQUETTE_PATH(int, truncate64, (const char *path, off64_t bytes) noexcept, (path, bytes), path,
              truncateOf(path, bytes, MAQUETTE_SITE))
/// A kept file has no links above it; those of the host's folders are followed.
static char *wholePathOf(const char *path, char *resolved, const void *site) {
  struct stat about{};
  if (path == nullptr)
    errno = EINVAL;
  if (path == nullptr || statusOf(AT_FDCWD, path, &about, true, site) != 0)
    return nullptr;
  std::error_code error;
  std::string text;
  {
    const FileWork work;
    text = std::filesystem::weakly_canonical(pathFrom(AT_FDCWD, path), error).string();
  }
  if (error || text.size() >= PATH_MAX) {
    errno = error ? error.value() : ENAMETOOLONG;
    return nullptr;
  }
  return resolved == nullptr ? strdup(text.c_str()) : std::strcpy(resolved, text.c_str());
}
MAQUETTE_PATH(char *, realpath, (const char *path, char *resolved) noexcept, (path, resolved), path,
              wholePathOf(path, resolved, MAQUETTE_SITE))
/// What _FORTIFY_SOURCE makes of realpath(); the C library's own ends the program where the buffer is too small.
MAQUETTE_PATH(char *, __realpath_chk, (const char *path, char *resolved, std::size_t room), (path, resolved, room),
              path,
              room < PATH_MAX
                  ? next<char *(*)(const char *, char *, std::size_t)>("__realpath_chk")(path, resolved, room)
                  : wholePathOf(path, resolved, MAQUETTE_SITE))
MAQUETTE_PATH(char *, canonicalize_file_name, (const char *path) noexcept, (path), path,
              wholePathOf(path, nullptr, MAQUETTE_SITE))

static int changeModeOf(const char *path, mode_t mode, const void *site) {
  return onPath(CallId::file_stat, site, AT_FDCWD, path,
                [&](FileSpace &files, const std::string &whole) { return files.changeMode(whole, mode); });
}
MAQUETTE_PATH(int, chmod, (const char *path, mode_t mode) noexcept, (path, mode), path,
              changeModeOf(path, mode, MAQUETTE_SITE))

MAQUETTE_EXPORT int symlink(const char *target, const char *path) noexcept {
  return refusesLink(path) ? -1 : next<int (*)(const char *, const char *)>("symlink")(target, path);
}
MAQUETTE_EXPORT int link(const char *target, const char *path) noexcept {
  return refusesLink(path) ? -1 : next<int (*)(const char *, const char *)>("link")(target, path);
}

MAQUETTE_PATH(int, mkstemp, (char *pattern), (pattern), pattern, makeTemporaryFile(pattern, 0, 0, MAQUETTE_SITE))
MAQUETTE_PATH(int, mkstemp64, (char *pattern), (pattern), pattern, makeTemporaryFile(pattern, 0, 0, MAQUETTE_SITE))
MAQUETTE_PATH(int, mkstemps, (char *pattern, int suffix), (pattern, suffix), pattern,
              makeTemporaryFile(pattern, suffix, 0, MAQUETTE_SITE))
MAQUETTE_PATH(int, mkostemp, (char *pattern, int flags), (pattern, flags), pattern,
              makeTemporaryFile(pattern, 0, flags, MAQUETTE_SITE))
static char *makeTemporaryFolder(char *pattern, const void *site) {
  const auto make = [site](const char *path) { return makeFolderOf(AT_FDCWD, path, 0700, site); };
  return makeTemporary(pattern, 0, make) == 0 ? pattern : nullptr;
}
MAQUETTE_PATH(char *, mkdtemp, (char *pattern) noexcept, (pattern), pattern,
              makeTemporaryFolder(pattern, MAQUETTE_SITE))

// ---- Folders ----

static DIR *openFolderAt(const char *path, const void *site) {
  std::string whole;
  {
    const FileWork work;
    whole = pathFrom(AT_FDCWD, path);
  }
  if (!whole.empty())
    return openFolder(whole, -1, site);
  errno = ENOENT;
  return nullptr;
}
MAQUETTE_PATH(DIR *, opendir, (const char *path), (path), path, openFolderAt(path, MAQUETTE_SITE))

static DIR *openFolderOf(int descriptor, const void *site) {
  if (filesWith(descriptor) == nullptr)
    return next<DIR *(*)(int)>("fdopendir")(descriptor);
  return openFolder(simulatedFiles()->find(descriptor)->path, descriptor, site);
}
MAQUETTE_EXPORT DIR *fdopendir(int descriptor) { return openFolderOf(descriptor, MAQUETTE_SITE); }
MAQUETTE_EXPORT int dirfd(DIR *handle) noexcept {
  const Listing *const folder = listingOf(handle);
  return folder != nullptr ? folder->descriptor : next<int (*)(DIR *)>("dirfd")(handle);
}

MAQUETTE_EXPORT dirent *readdir(DIR *handle) {
  if (Listing *const folder = listingOf(handle))
    return folder->next < folder->names.size() ? &folder->names[folder->next++] : nullptr;
  return next<dirent *(*)(DIR *)>("readdir")(handle);
}
MAQUETTE_EXPORT dirent64 *readdir64(DIR *handle) { return reinterpret_cast<dirent64 *>(readdir(handle)); }
MAQUETTE_EXPORT int closedir(DIR *handle) {
  if (const Listing *const folder = listingOf(handle)) {
    const FileWork work;
    simulatedFiles()->close(folder->descriptor);
    simulatedFiles()->listings().erase(handle);
    return 0;
  }
  return next<int (*)(DIR *)>("closedir")(handle);
}
MAQUETTE_EXPORT void rewinddir(DIR *handle) noexcept {
  if (Listing *const folder = listingOf(handle))
    folder->next = 0;
  else
    next<void (*)(DIR *)>("rewinddir")(handle);
}
MAQUETTE_EXPORT long telldir(DIR *handle) noexcept {
  const Listing *const folder = listingOf(handle);
  return folder != nullptr ? static_cast<long>(folder->next) : next<long (*)(DIR *)>("telldir")(handle);
}
MAQUETTE_EXPORT void seekdir(DIR *handle, long place) noexcept {
  if (Listing *const folder = listingOf(handle))
    folder->next = static_cast<std::size_t>(place);
  else
    next<void (*)(DIR *, long)>("seekdir")(handle, place);
}

} // extern "C"
