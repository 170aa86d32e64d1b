//===- runtime/files/lib/file_paths.cpp - paths -------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/files/file_space.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

namespace maquette::files {
namespace {

int failed(int error) {
  errno = error;
  return -1;
}

bool isIn(const std::string &path, const std::string &folder) {
  return folder == "/" || (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}

std::string parentOf(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Of the files that programs make.
mode_t creationMask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

bool allows(const Inode &inode, int flags) {
  if (::geteuid() == 0)
    return true;
  const int way = flags & O_ACCMODE;
  return (way == O_WRONLY || (inode.mode & S_IRUSR) != 0) && (way == O_RDONLY || (inode.mode & S_IWUSR) != 0);
}

} // namespace

bool FileSpace::isSpecial(const std::string &path) {
  return std::ranges::any_of(std::array{"/dev", "/proc", "/sys"},
                             [&](const char *folder) { return isIn(path, folder); });
}

bool FileSpace::keeps(const std::string &path) const {
  if (mode_ == FilesMode::Real)
    return false;
  return mode_ != FilesMode::Folder || !isInFolder(path);
}

bool FileSpace::isInFolder(const std::string &path) const {
  if (!isIn(path, folder_) || path == folder_)
    return path == folder_;
  std::error_code error;
  const std::string parent = std::filesystem::weakly_canonical(parentOf(path), error).string();
  return !error && isIn(parent, folder_);
}

// ---- What is there ----

int FileSpace::status(const std::string &path, struct stat *about, bool follow) const {
  const KeptTree::Found found = tree_.find(path);
  if (found.kind == KeptTree::Kind::Kept)
    return fill(*found.inode, about);
  if (found.kind == KeptTree::Kind::Host)
    return follow ? ::stat(path.c_str(), about) : ::lstat(path.c_str(), about);
  if (const int error = checkParent(path); error != 0)
    return failed(error);
  return failed(ENOENT);
}

/// 0, or why nothing can be in the folder of \p path.
int FileSpace::checkParent(const std::string &path) const {
  struct stat about{};
  if (path == "/")
    return 0;
  if (status(parentOf(path), &about, true) != 0)
    return errno;
  return S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
}

int FileSpace::access(const std::string &path, int mode) const {
  const KeptTree::Found found = tree_.find(path);
  if (found.kind == KeptTree::Kind::Host)
    return ::access(path.c_str(), mode);
  struct stat about{};
  if (status(path, &about, true) != 0)
    return -1;
  if (::geteuid() == 0) // May all, but execute only what somebody may.
    return (mode & X_OK) != 0 && (about.st_mode & 0111) == 0 ? failed(EACCES) : 0;
  const mode_t asked = static_cast<mode_t>(mode & (R_OK | W_OK | X_OK)) << 6;
  return (about.st_mode & asked) == asked ? 0 : failed(EACCES);
}

// ---- Opening ----

std::shared_ptr<Inode> FileSpace::make(mode_t mode) {
  auto inode = std::make_shared<Inode>(mode, ++inodes_, mode_ != FilesMode::None);
  changed(*inode);
  return inode;
}

/// Of a file of the host. Nullptr with errno.
std::shared_ptr<Inode> FileSpace::copyOf(const std::string &path) {
  struct stat about{};
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return nullptr;
  ::fstat(descriptor, &about);
  std::shared_ptr<Inode> inode = make(about.st_mode);
  std::vector<char> part(std::size_t{1} << 20);
  std::int64_t offset = 0;
  for (ssize_t got = 0; mode_ != FilesMode::None && (got = ::read(descriptor, part.data(), part.size())) > 0;
       offset += got)
    inode->contents.write(part.data(), got, offset);
  inode->contents.resize(about.st_size);
  ::close(descriptor);
  return inode;
}

std::shared_ptr<Inode> FileSpace::own(const std::string &path) {
  KeptTree::Found found = tree_.find(path);
  if (found.kind == KeptTree::Kind::Kept)
    return found.inode;
  if (found.kind == KeptTree::Kind::Absent) {
    errno = ENOENT;
    return nullptr;
  }
  if (::access(path.c_str(), W_OK) != 0)
    return nullptr;
  std::shared_ptr<Inode> copy = copyOf(path);
  if (copy != nullptr) {
    tree_.put(path, copy);
    reopen(path, copy);
  }
  return copy;
}

int FileSpace::openHost(const std::string &path, int flags, mode_t mode) {
  const int descriptor = ::open(path.c_str(), flags, mode);
  if (descriptor < 0 || isSpecial(path))
    return descriptor;
  struct stat about{};
  if (::fstat(descriptor, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
    place(std::make_shared<OpenFile>(OpenFile{path, nullptr, flags, 0}), descriptor);
  return descriptor;
}

int FileSpace::open(const std::string &path, int flags, mode_t mode) {
  struct stat link{};
  if (mode_ == FilesMode::Folder && showsHost(path) && (flags & O_NOFOLLOW) == 0 && ::lstat(path.c_str(), &link) == 0 &&
      S_ISLNK(link.st_mode)) {
    std::error_code error; // What counts is where it leads.
    if (const std::filesystem::path target = std::filesystem::canonical(path, error); !error)
      return open(target.string(), flags, mode);
  }
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  KeptTree::Found found = tree_.find(path);
  if (isSpecial(path) || (found.kind == KeptTree::Kind::Host && (!writes || !keeps(path))))
    return openHost(path, flags, mode);
  struct stat about{};
  const bool exists = status(path, &about, true) == 0;
  if (!exists && (errno != ENOENT || (flags & O_CREAT) == 0))
    return -1;
  if (exists && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0)
    return failed(EEXIST);
  if (exists && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
    return openHost(path, flags, mode); // A pipe, a socket.
  const bool folder = exists && S_ISDIR(about.st_mode);
  if (folder && writes)
    return failed(EISDIR);
  if (exists && !folder && (flags & O_DIRECTORY) != 0)
    return failed(ENOTDIR);
  if (!exists) {
    if (const int error = checkParent(path); error != 0)
      return failed(error);
    if (showsHost(parentOf(path)) && ::access(parentOf(path).c_str(), W_OK | X_OK) != 0)
      return -1;
    std::shared_ptr<Inode> inode = make(S_IFREG | (mode & 07777 & ~creationMask()));
    tree_.put(path, inode);
    return openKept(path, std::move(inode), flags);
  }
  std::shared_ptr<Inode> inode = found.kind == KeptTree::Kind::Kept ? found.inode : own(path);
  if (inode == nullptr)
    return -1;
  if (!allows(*inode, flags))
    return failed(EACCES);
  if ((flags & O_TRUNC) != 0) {
    inode->contents.resize(0);
    changed(*inode);
  }
  return openKept(path, std::move(inode), flags);
}

// ---- Changing ----

int FileSpace::unlink(const std::string &path) {
  const KeptTree::Found found = tree_.find(path);
  if (found.kind == KeptTree::Kind::Host && (!keeps(path) || isSpecial(path)))
    return ::unlink(path.c_str());
  struct stat about{};
  if (status(path, &about, false) != 0)
    return -1;
  if (S_ISDIR(about.st_mode))
    return failed(EISDIR);
  const bool on_host = showsHost(parentOf(path)) && ::lstat(path.c_str(), &about) == 0;
  if (on_host && ::access(parentOf(path).c_str(), W_OK | X_OK) != 0)
    return -1;
  if (found.inode != nullptr)
    --found.inode->links;
  tree_.remove(path, on_host);
  return 0;
}

int FileSpace::makeFolder(const std::string &path, mode_t mode) {
  if (showsHost(path) && (!keeps(path) || isSpecial(path)))
    return ::mkdir(path.c_str(), mode);
  struct stat about{};
  if (status(path, &about, false) == 0)
    return failed(EEXIST);
  if (errno != ENOENT)
    return -1;
  if (const int error = checkParent(path); error != 0)
    return failed(error);
  if (showsHost(parentOf(path)) && ::access(parentOf(path).c_str(), W_OK | X_OK) != 0)
    return -1;
  tree_.put(path, make(S_IFDIR | (mode & 07777 & ~creationMask())));
  return 0;
}

int FileSpace::removeFolder(const std::string &path) {
  const KeptTree::Found found = tree_.find(path);
  if (found.kind == KeptTree::Kind::Host && (!keeps(path) || isSpecial(path)) && !tree_.knows(path))
    return ::rmdir(path.c_str());
  struct stat about{};
  if (status(path, &about, false) != 0)
    return -1;
  if (!S_ISDIR(about.st_mode))
    return failed(ENOTDIR);
  const auto names = list(path);
  if (!names)
    return -1;
  if (names->size() > 2)
    return failed(ENOTEMPTY);
  const bool on_host = showsHost(parentOf(path)) && ::lstat(path.c_str(), &about) == 0;
  for (const KeptTree::Child &child : tree_.childrenOf(path)) // Those that were removed before.
    tree_.remove(path + "/" + child.name, false);
  tree_.remove(path, on_host);
  return 0;
}

int FileSpace::rename(const std::string &from, const std::string &to) {
  const KeptTree::Found old = tree_.find(from), target = tree_.find(to);
  if (old.kind == KeptTree::Kind::Host && target.kind == KeptTree::Kind::Host && !keeps(from) && !keeps(to))
    return ::rename(from.c_str(), to.c_str());
  struct stat about{}, over{};
  for (const std::string *path : {&from, &to}) // Both folders come before the file itself.
    if (const int error = checkParent(*path); error != 0)
      return failed(error);
  if (status(from, &about, false) != 0)
    return -1;
  if (from == to)
    return 0;
  const bool folder = S_ISDIR(about.st_mode);
  if (folder && isIn(to, from))
    return failed(EINVAL);
  if (isIn(from, to))
    return failed(ENOTEMPTY);
  if (status(to, &over, false) == 0) {
    if (folder && !S_ISDIR(over.st_mode))
      return failed(ENOTDIR);
    if (!folder && S_ISDIR(over.st_mode))
      return failed(EISDIR);
    if (folder)
      if (const auto names = list(to); !names || names->size() > 2)
        return failed(ENOTEMPTY);
  }
  if (!keeps(to) || (folder && old.kind == KeptTree::Kind::Host))
    return failed(EXDEV); // From one file system to another.
  if (old.kind == KeptTree::Kind::Host && own(from) == nullptr)
    return -1;
  for (const KeptTree::Child &child : tree_.childrenOf(to))
    tree_.remove(to + "/" + child.name, false);
  const bool on_host = showsHost(parentOf(from)) && ::lstat(from.c_str(), &about) == 0;
  tree_.move(from, to, on_host);
  return 0;
}

int FileSpace::truncate(const std::string &path, std::int64_t bytes) {
  if (showsHost(path) && (!keeps(path) || isSpecial(path)))
    return ::truncate(path.c_str(), bytes);
  struct stat about{};
  if (bytes < 0)
    return failed(EINVAL);
  if (status(path, &about, true) != 0)
    return -1;
  if (S_ISDIR(about.st_mode))
    return failed(EISDIR);
  const std::shared_ptr<Inode> inode = own(path);
  if (inode == nullptr)
    return -1;
  if (!allows(*inode, O_WRONLY))
    return failed(EACCES);
  inode->contents.resize(bytes);
  changed(*inode);
  return 0;
}

int FileSpace::changeMode(const std::string &path, mode_t mode) {
  if (showsHost(path) && (!keeps(path) || isSpecial(path)))
    return ::chmod(path.c_str(), mode);
  struct stat about{};
  if (status(path, &about, true) != 0)
    return -1;
  if (S_ISDIR(about.st_mode) && showsHost(path))
    return failed(EPERM);
  const std::shared_ptr<Inode> inode = own(path);
  if (inode == nullptr)
    return -1;
  inode->mode = (inode->mode & S_IFMT) | (mode & 07777);
  return 0;
}

// ---- Folders ----

std::optional<std::vector<dirent>> FileSpace::list(const std::string &folder) const {
  struct stat about{};
  if (status(folder, &about, true) != 0)
    return std::nullopt;
  if (!S_ISDIR(about.st_mode)) {
    errno = ENOTDIR;
    return std::nullopt;
  }
  std::vector<dirent> names;
  const auto add = [&](std::string_view name, std::uint64_t inode, unsigned char type) {
    dirent entry{};
    entry.d_ino = inode;
    entry.d_type = type;
    entry.d_reclen = sizeof entry;
    entry.d_off = static_cast<off_t>(names.size() + 1);
    name.copy(entry.d_name, sizeof entry.d_name - 1);
    names.push_back(entry);
  };
  add(".", about.st_ino, DT_DIR);
  add("..", about.st_ino, DT_DIR);
  const std::vector<KeptTree::Child> children = tree_.childrenOf(folder);
  std::set<std::string_view> known;
  for (const KeptTree::Child &child : children)
    known.insert(child.name);
  if (showsHost(folder)) {
    DIR *const host = ::opendir(folder.c_str());
    if (host == nullptr)
      return std::nullopt;
    while (const dirent *const entry = ::readdir(host))
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0 &&
          !known.contains(entry->d_name))
        add(entry->d_name, entry->d_ino, entry->d_type);
    ::closedir(host);
  }
  for (const KeptTree::Child &child : children)
    if (child.inode != nullptr)
      add(child.name, child.inode->number, child.inode->isFolder() ? DT_DIR : DT_REG);
  return names;
}

} // namespace maquette::files
