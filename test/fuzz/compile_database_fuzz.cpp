//===- test/fuzz/compile_database_fuzz.cpp - any bytes as compile_commands.json -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/compile_commands.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {

/// A folder whose compile_commands.json is \p file, which lies in memory.
std::string folderFor(int file) {
  std::string folder = std::filesystem::temp_directory_path() / "maquette-fuzz-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr)
    std::abort();
  const std::string link = folder + "/compile_commands.json";
  if (symlink(("/proc/self/fd/" + std::to_string(file)).c_str(), link.c_str()) != 0)
    std::abort();
  return folder;
}

struct Database {
  int file = memfd_create("database", 0);
  std::string folder = folderFor(file);
  ~Database() {
    unlink((folder + "/compile_commands.json").c_str());
    rmdir(folder.c_str());
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Database database;
  if (ftruncate(database.file, 0) != 0 || pwrite(database.file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  maquette::skeletonizer::Options options;
  options.build_dir = database.folder;
  auto commands = maquette::skeletonizer::readCompileCommands(options);
  if (!commands) {
    llvm::consumeError(commands.takeError());
    return 0;
  }
  for (const maquette::skeletonizer::UnitCommand &unit : commands->units) {
    (void)maquette::skeletonizer::targetOf(unit);
    (void)maquette::skeletonizer::outputOf(unit);
  }
  return 0;
}
