//===- test/fuzz/recording_fuzz.cpp - any bytes as what native processes wrote -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/open.h"
#include "trace_input.h"

#include <filesystem>

namespace {

/// A folder with a link to the file in memory.
std::string folderWith(const std::string &file) {
  std::string folder = (std::filesystem::temp_directory_path() / "recording-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    std::abort();
  std::filesystem::create_symlink(file, folder + "/node.calls");
  return folder;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::string folder = folderWith(pathOf(data, size));
  pathOf(data, size);
  return readAll(folder, maquette::traces::openAny, "recording");
}
