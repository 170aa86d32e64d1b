//===- runtime/trace_formats/lib/part_folder.cpp - a folder that is there whole or not at all ---===//
// SPDX-License-Identifier: Apache-2.0
#include "part_folder.h"

#include <filesystem>

namespace maquette::traces {
PartFolder::PartFolder(std::string path) : path_(std::move(path)), part_(path_ + ".part") {}

PartFolder::~PartFolder() {
  std::error_code ignored;
  if (is_ours_)
    std::filesystem::remove_all(part_, ignored);
}

sim::Status PartFolder::create() {
  std::error_code error;
  is_ours_ = std::filesystem::create_directory(part_, error);
  if (is_ours_)
    return sim::Nothing{};
  if (error)
    return unwritable(error.message());
  return sim::Diagnostic{part_, "is there already: it is what a run that was killed left, or is not ours",
                         "maquette-output-exists", "", "remove it"};
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
