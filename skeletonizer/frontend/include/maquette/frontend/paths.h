//===- maquette/frontend/paths.h - paths of files and folders ------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FRONTEND_PATHS_H
#define MAQUETTE_FRONTEND_PATHS_H

#include <algorithm>
#include <filesystem>
#include <string>

namespace maquette::skeletonizer {

/// Canonical as far as it exists, without a trailing slash.
inline std::filesystem::path absolute(const std::string &path) {
  std::error_code code;
  std::filesystem::path result = std::filesystem::weakly_canonical(std::filesystem::absolute(path, code), code);
  if (result.filename().empty())
    result = result.parent_path();
  return code ? std::filesystem::path(path) : result;
}

/// \p folder itself, or something in it.
inline bool isInside(const std::filesystem::path &path, const std::filesystem::path &folder) {
  auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

} // namespace maquette::skeletonizer

#endif
