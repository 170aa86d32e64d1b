//===- maquette/files/open_files.h - descriptors of files ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FILES_OPEN_FILES_H
#define MAQUETTE_FILES_OPEN_FILES_H

#include "maquette/files/kept_tree.h"

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace maquette::files {

/// A file that somebody opened; dup() shares it.
struct OpenFile {
  std::string path;
  std::shared_ptr<Inode> inode; ///< Null: the host's.
  int flags = 0;
  std::int64_t offset = 0; ///< Of a kept one.
};

/// The files that a program has open. Functions are those of POSIX: -1 with errno where they fail.
class OpenFiles {
public:
  static constexpr int kFirstKept = 1 << 20;
  /// Simulated time in picoseconds.
  using Clock = std::function<std::int64_t()>;

  /// The file of a descriptor; nullptr when it is none that was opened here, like standard output or a pipe.
  OpenFile *find(int descriptor) const {
    const std::vector<std::shared_ptr<OpenFile>> &files = isOurs(descriptor) ? kept_ : host_;
    const auto index = static_cast<std::size_t>(isOurs(descriptor) ? descriptor - kFirstKept : descriptor);
    return index < files.size() ? files[index].get() : nullptr;
  }
  /// Its contents are kept here. Others are the kernel's.
  bool isKept(int descriptor) const {
    const OpenFile *const file = find(descriptor);
    return file != nullptr ? file->inode != nullptr : isOurs(descriptor);
  }

  int close(int descriptor);
  int duplicate(int descriptor, int least = 0);
  /// dup2().
  int duplicateTo(int descriptor, int target);
  // Those of kept files were opened here; others are the kernel's. Of a kept one, no data is data that nobody has.
  std::int64_t size(int descriptor) const;
  ssize_t read(int descriptor, void *data, std::int64_t bytes);
  ssize_t write(int descriptor, const void *data, std::int64_t bytes);
  ssize_t readAt(int descriptor, void *data, std::int64_t bytes, std::int64_t offset) const;
  ssize_t writeAt(int descriptor, const void *data, std::int64_t bytes, std::int64_t offset);
  std::int64_t seek(int descriptor, std::int64_t offset, int whence);
  int resize(int descriptor, std::int64_t bytes);
  int allocate(int descriptor, int mode, std::int64_t offset, std::int64_t bytes);
  int status(int descriptor, struct stat *about) const;

protected:
  explicit OpenFiles(Clock now) : now_(std::move(now)) {}
  int place(std::shared_ptr<OpenFile> file, int descriptor);
  int openKept(const std::string &path, std::shared_ptr<Inode> inode, int flags);
  /// What is open at \p path goes on in its copy.
  void reopen(const std::string &path, const std::shared_ptr<Inode> &copy);
  void changed(Inode &inode) const { inode.changed_ps = now_(); }
  static int fill(const Inode &inode, struct stat *about);

private:
  static bool isOurs(int descriptor) { return descriptor >= kFirstKept; }

  Clock now_;
  std::vector<std::shared_ptr<OpenFile>> host_, kept_; ///< By descriptor.
  std::ptrdiff_t first_free_ = 0;                      ///< No kept descriptor before it is free.
};

} // namespace maquette::files

#endif
