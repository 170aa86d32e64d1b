//===- skeletonizer/frontend/lib/tree_store.h - syntax trees on disk -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the front end made of a unit, kept in a folder: a later run reads it back where nothing that it was made of
/// changed, and every run has only those parts of it in memory that it asks for. Kept beside each tree: the files it
/// was read from, with what they held.
#ifndef MAQUETTE_FRONTEND_TREE_STORE_H
#define MAQUETTE_FRONTEND_TREE_STORE_H

#include "maquette/frontend/program.h"

#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// Used by several threads at once.
class TreeStore {
public:
  /// \p folder is made if need be; "": nothing is kept.
  explicit TreeStore(const std::string &folder);

  /// The tree that \p call gave before; null if it gave none, or if a file that it read is no longer what it was.
  std::unique_ptr<clang::ASTUnit> find(const FrontEndCall &call);
  /// Writes what \p call gave and returns it as read back; \p unit itself where that cannot be.
  std::unique_ptr<clang::ASTUnit> keep(std::unique_ptr<clang::ASTUnit> unit, const FrontEndCall &call);
  /// Removes trees that nobody asked for in weeks, and the oldest of too many.
  void prune() const;
  /// Why trees are not kept though they should be; empty if they are.
  const std::string &trouble() const { return trouble_; }

private:
  std::string pathOf(const FrontEndCall &call) const;
  bool isCurrent(const std::string &manifest);
  std::optional<uint64_t> hashOf(const std::string &file);

  void cannotWrite(const std::string &path, const std::string &why);

  std::string folder_;
  std::mutex mutex_;
  std::string trouble_;
  llvm::StringMap<std::optional<uint64_t>> hashes_; ///< Of files, as they are now.
};

} // namespace maquette::skeletonizer

#endif
