//===- runtime/tools/config_command.cpp - maquette config ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "executable.h"
#include "maquette/console/console.h"

#include <filesystem>
#include <memory>

namespace maquette::tool {
namespace {

/// The first folder that exists, as an absolute path; else the last.
std::string firstFolder(const std::vector<std::string> &folders) {
  std::error_code error;
  for (const std::string &folder : folders)
    if (std::filesystem::is_directory(folder, error))
      return std::filesystem::path(folder).lexically_normal().string();
  return folders.back();
}

/// One word of a shell's command line.
std::string word(const std::string &flag) { return flag.find(' ') == std::string::npos ? flag : '"' + flag + '"'; }

/// What a profiled program needs when a real MPI's compiler wrapper builds it.
std::string nativeFlags() {
  const std::string own = ownFolder();
  const std::string include =
      std::filesystem::exists(own + "/../include/maquette/abi") ? own + "/../include" : MAQUETTE_SOURCE_ABI;
  const std::string library = std::filesystem::exists(own + "/../lib/libmaquette-native.a")
                                  ? own + "/../lib"
                                  : own + "/../" MAQUETTE_INSTALL_LIBDIR;
  return word("-I" + firstFolder({include})) + " " + word("-L" + firstFolder({library})) +
         " -lmaquette-native -lstdc++ -lm -ldl";
}

} // namespace

Command makeConfigCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("config", "Print flags for building against Maquette");
  const auto native = std::make_shared<bool>(false);
  app->add_flag("--native-flags", *native,
                "Flags for a profiled program that is built with a real MPI library, for `maquette profile --native`.")
      ->required();
  app->footer("Example:\n  mpicc -O2 profiled/*.c $(maquette config --native-flags) -o app-native\n");
  return {app, [] {
            printOut(nativeFlags() + "\n");
            return static_cast<int>(kOk);
          }};
}

} // namespace maquette::tool
