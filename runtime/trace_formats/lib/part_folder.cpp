//===- runtime/trace_formats/lib/part_folder.cpp - a folder that is there whole or not at all ---===//
// SPDX-License-Identifier: Apache-2.0
#include "part_folder.h"

#include <filesystem>

namespace maquette::traces {
namespace {

std::string withoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/'))
    path.pop_back();
  return path;
}

} // namespace

PartFolder::PartFolder(std::string path) : path_(withoutSlash(std::move(path))), part_(path_ + ".part") {
  std::error_code ignored;
  std::filesystem::remove_all(part_, ignored);
}

PartFolder::~PartFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(part_, ignored);
}

sim::Diagnostic PartFolder::unwritable(const std::string &why) const {
  return {path_, "cannot be written: " + why, "maquette-output-unwritable", "",
          "free some space, or write to another folder"};
}

sim::Result<std::uint64_t> PartFolder::commit() {
  std::error_code error;
  std::uint64_t bytes = 0;
  for (const auto &file : std::filesystem::recursive_directory_iterator(part_, error))
    bytes += file.is_regular_file() ? file.file_size() : 0;
  if (!error)
    std::filesystem::remove_all(path_, error);
  if (!error)
    std::filesystem::rename(part_, path_, error);
  if (error)
    return unwritable(error.message());
  return bytes;
}

} // namespace maquette::traces
