//===- runtime/tools/native.cpp - programs under the host's own MPI -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "native.h"

#include "executable.h"
#include "maquette/console/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sys/wait.h>

namespace maquette::tool {

int runNatively(const std::string &command, std::int64_t ranks, const CommandLine &program,
                const std::map<std::string, std::string> &environment, const ScratchFolder &scratch,
                const CommandLine &options) {
  sim::Result<std::string> starter = findProgram("mpiexec");
  if (!starter)
    starter = findProgram("mpirun");
  if (!starter)
    return reportError(sim::Diagnostic{"mpiexec", "neither mpiexec nor mpirun is in PATH", "maquette-program-missing",
                                       "", "install an MPI library, for example mpich or openmpi"});
  if (!scratch.problem().empty())
    return reportError(sim::Diagnostic{"", "cannot create a temporary folder: " + scratch.problem(),
                                       "maquette-output-unwritable", "",
                                       "set TMPDIR to a folder that you can write to"});
  CommandLine line{*starter, "-n", std::to_string(ranks)};
  line.insert(line.end(), options.begin(), options.end());
  line.insert(line.end(), program.begin(), program.end());
  const sim::Result<ChildEnd> end = executeAndWait(line, environment, kUnpinned);
  if (!end)
    return reportError(end.error());
  if (end->interrupted != 0) {
    std::fprintf(stderr, "%s: interrupted; this run wrote no results\n", command.c_str());
    return kSignalled + end->interrupted;
  }
  if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0)
    return kOk;
  // A program of our own is gone with its folder.
  const std::string shown = program[0].starts_with(scratch.file("")) ? "hostname" : program[0];
  reportError(sim::Diagnostic{program[0], "the native run failed", "maquette-program-died", "",
                              "check that this command works: mpiexec -n " + std::to_string(ranks) + " " + shown});
  return kProgramFailed;
}

sim::Result<std::vector<std::string>> nativeParts(const std::string &folder, const std::string &ending,
                                                  const std::string &program, std::int64_t ranks,
                                                  const std::string &fix) {
  std::vector<std::string> parts;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ending)
      parts.push_back(entry.path().string());
  std::sort(parts.begin(), parts.end());
  if (static_cast<std::int64_t>(parts.size()) != ranks)
    return sim::Diagnostic{program, fmt::format("only {} of {} processes wrote measurements", parts.size(), ranks),
                           "maquette-native-parts", "", fix};
  return parts;
}

sim::Result<std::string> ownFile(const std::vector<std::string> &candidates) {
  std::error_code error;
  for (const std::string &candidate : candidates) {
    const auto path = std::filesystem::path(ownFolder()) / candidate; // An absolute candidate stays as it is.
    if (std::filesystem::exists(path, error))
      return path.lexically_normal().string();
  }
  return sim::Diagnostic{candidates.back(), "is missing from this installation of Maquette", "maquette-program-missing",
                         "", "install Maquette again with `cmake --install`"};
}

} // namespace maquette::tool
