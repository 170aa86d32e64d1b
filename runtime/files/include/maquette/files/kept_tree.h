//===- maquette/files/kept_tree.h - files and folders that only a simulation has ----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FILES_KEPT_TREE_H
#define MAQUETTE_FILES_KEPT_TREE_H

#include "maquette/files/contents.h"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace maquette::files {

/// A file or folder.
struct Inode {
  Inode(mode_t mode, std::uint64_t number, bool keeps_data) : mode(mode), number(number), contents(keeps_data) {}
  bool isFolder() const;

  mode_t mode;
  std::uint64_t number;
  std::int64_t links = 1;
  std::int64_t changed_ps = 0; ///< Simulated time of its last change.
  Contents contents;
};

/// What a simulation changed of the host's files: what it made or changed lies over the host's, which stay as they are.
/// Paths are absolute and normal.
class KeptTree {
public:
  /// What a path is.
  enum class Kind {
    Absent, ///< It was removed, or lies in a folder that is not the host's.
    Kept,
    Host ///< As the host has it, if it does.
  };
  struct Found {
    Kind kind = Kind::Host;
    std::shared_ptr<Inode> inode; ///< Of Kept.
  };
  Found find(const std::string &path) const;
  /// Over whatever was there.
  void put(const std::string &path, std::shared_ptr<Inode> inode) { entries_[path] = {std::move(inode)}; }
  /// \p on_host: the host has it, too.
  void remove(const std::string &path, bool on_host);
  /// With all below it. \pre from is kept, and the host has nothing below it that shows.
  void move(const std::string &from, const std::string &to, bool from_on_host);
  /// A name directly in a folder.
  struct Child {
    std::string name;
    std::shared_ptr<Inode> inode; ///< Null: the host's was removed.
  };
  std::vector<Child> childrenOf(const std::string &folder) const;
  /// Something below the folder differs from the host's.
  bool knows(const std::string &folder) const;
  bool isEmpty() const { return entries_.empty(); }
  /// Of all contents.
  std::int64_t keptBytes() const;

private:
  struct Entry {
    std::shared_ptr<Inode> inode; ///< Null: removed.
  };
  std::map<std::string, Entry> entries_;
};

} // namespace maquette::files

#endif
