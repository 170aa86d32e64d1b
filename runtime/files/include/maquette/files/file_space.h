//===- maquette/files/file_space.h - the files of a simulated program --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// FileSpace has the files that ranks see: the host's, and those that only the simulation keeps. Its functions are
/// those of POSIX with the same results and errors: -1 or nullptr with errno. It knows no time.
///
/// Kept      what a program makes or changes where FilesMode does not let it reach the host's files. A file of the host
///           that it opens for writing there is copied first. Descriptors of kept files begin at kFirstKept.
/// Limits    a kept folder has no links: symlink() and link() fail with EPERM, as on file systems without them. A
/// folder
///           of the host that is renamed there gives EXDEV, as on overlay file systems. A kept file is not mapped for
///           writing that others see (ENODEV).
/// Source    IEEE Std 1003.1-2017
#ifndef MAQUETTE_FILES_FILE_SPACE_H
#define MAQUETTE_FILES_FILE_SPACE_H

#include "maquette/files/kept_tree.h"
#include "maquette/files/open_files.h"
#include "maquette/formats/files_mode.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::files {

class FileSpace : public OpenFiles {
public:
  /// \p folder is the program's working folder. \p now gives the simulated time in picoseconds.
  FileSpace(FilesMode mode, std::string folder, Clock now)
      : OpenFiles(std::move(now)), mode_(mode), folder_(std::move(folder)) {}

  /// Devices and what the kernel shows as files are never simulated.
  static bool isSpecial(const std::string &path);

  // Paths are absolute and normal. Each does what is asked of the host's files, or of the kept ones.
  int open(const std::string &path, int flags, mode_t mode);
  using OpenFiles::status;
  int status(const std::string &path, struct stat *about, bool follow) const;
  int access(const std::string &path, int mode) const;
  int unlink(const std::string &path);
  int makeFolder(const std::string &path, mode_t mode);
  int removeFolder(const std::string &path);
  int rename(const std::string &from, const std::string &to);
  int truncate(const std::string &path, std::int64_t bytes);
  int changeMode(const std::string &path, mode_t mode);
  /// True where link() and symlink() at this path would reach the host.
  bool reachesHost(const std::string &path) const { return !keeps(path); }
  /// True if the host's own listing of the folder holds.
  bool isListedByHost(const std::string &folder) const { return !tree_.knows(folder); }
  /// Names in a folder, "." and ".." first; nullopt with errno.
  std::optional<std::vector<dirent>> list(const std::string &folder) const;

  /// A folder that is open for reading names which are not all the host's; its DIR is its address.
  struct Listing {
    std::vector<dirent> names;
    std::size_t next = 0;
    int descriptor = -1;
  };
  /// Those that are open, by DIR.
  std::unordered_map<const void *, std::unique_ptr<Listing>> &listings() { return listings_; }
  /// Descriptors of the C library's streams that read and write here, by FILE.
  std::unordered_map<const void *, int> &streams() { return streams_; }

  /// Of contents that only the simulation has.
  std::int64_t keptBytes() const { return tree_.keptBytes(); }

private:
  /// Changes of this path stay in the simulation.
  bool keeps(const std::string &path) const;
  /// The path leads into the working folder, links followed.
  bool isInFolder(const std::string &path) const;
  bool showsHost(const std::string &path) const { return tree_.find(path).kind == KeptTree::Kind::Host; }
  int checkParent(const std::string &path) const;
  int openHost(const std::string &path, int flags, mode_t mode);
  std::shared_ptr<Inode> make(mode_t mode);
  std::shared_ptr<Inode> copyOf(const std::string &path);
  /// The kept file at \p path; copied from the host's if need be. Nullptr with errno.
  std::shared_ptr<Inode> own(const std::string &path);

  FilesMode mode_;
  std::string folder_;
  KeptTree tree_;
  std::uint64_t inodes_ = 0;
  std::unordered_map<const void *, std::unique_ptr<Listing>> listings_;
  std::unordered_map<const void *, int> streams_;
};

} // namespace maquette::files

#endif
