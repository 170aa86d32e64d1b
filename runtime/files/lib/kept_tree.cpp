//===- runtime/files/lib/kept_tree.cpp --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/files/kept_tree.h"

#include <sys/stat.h>

namespace maquette::files {
namespace {

/// Of all paths below a folder, in the order of the map.
std::string below(const std::string &folder) { return folder == "/" ? folder : folder + "/"; }

} // namespace

bool Inode::isFolder() const { return S_ISDIR(mode); }

KeptTree::Found KeptTree::find(const std::string &path) const {
  if (const auto entry = entries_.find(path); entry != entries_.end())
    return {entry->second.inode != nullptr ? Kind::Kept : Kind::Absent, entry->second.inode};
  // In a folder that was removed or made, the host has nothing to say.
  for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1))
    if (entries_.contains(path.substr(0, slash)))
      return {Kind::Absent, nullptr};
  return {Kind::Host, nullptr};
}

void KeptTree::remove(const std::string &path, bool on_host) {
  if (on_host)
    entries_[path] = {};
  else
    entries_.erase(path);
}

void KeptTree::move(const std::string &from, const std::string &to, bool from_on_host) {
  const std::string inside = below(from);
  std::map<std::string, Entry> moved;
  for (auto entry = entries_.lower_bound(inside); entry != entries_.end() && entry->first.starts_with(inside);) {
    moved.emplace(below(to) + entry->first.substr(inside.size()), std::move(entry->second));
    entry = entries_.erase(entry);
  }
  moved.emplace(to, std::move(entries_.at(from)));
  remove(from, from_on_host);
  for (auto &[path, entry] : moved)
    entries_[path] = std::move(entry);
}

std::vector<KeptTree::Child> KeptTree::childrenOf(const std::string &folder) const {
  std::vector<Child> children;
  const std::string inside = below(folder);
  for (auto entry = entries_.lower_bound(inside); entry != entries_.end() && entry->first.starts_with(inside); ++entry)
    if (entry->first.size() > inside.size() && entry->first.find('/', inside.size()) == std::string::npos)
      children.push_back({entry->first.substr(inside.size()), entry->second.inode});
  return children;
}

bool KeptTree::knows(const std::string &folder) const {
  const std::string inside = below(folder);
  const auto entry = entries_.lower_bound(inside);
  return entries_.contains(folder) || (entry != entries_.end() && entry->first.starts_with(inside));
}

std::int64_t KeptTree::keptBytes() const {
  std::int64_t bytes = 0;
  for (const auto &[path, entry] : entries_)
    if (entry.inode != nullptr)
      bytes += entry.inode->contents.keptBytes();
  return bytes;
}

} // namespace maquette::files
