//===- runtime/tools/target.h - options that several commands share -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_TARGET_H
#define MAQUETTE_TOOLS_TARGET_H

#include "commands.h"
#include "maquette/formats/run_config.h"
#include "maquette/formats/statistics.h"
#include "maquette/models/machine.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::tool {

/// Folders of the machine library: of the installed tree and of the build tree `maquette` lies in.
std::vector<std::string> machineFolders();

/// --stack and --stack-size, for commands that run ranks in the simulator.
struct Stacks {
  std::string strategy = "automatic";
  std::string size;

  void addOptions(CLI::App &app);
  /// Fills \p config; what is wrong is appended to \p errors.
  void fill(runtime::RunConfig &config, sim::Error &errors) const;
};

/// The number of ranks, the machine they run on, and how.
struct Target {
  std::int64_t ranks = 0;
  std::string machine;
  std::vector<std::string> overrides;
  bool oversubscribe = false;
  std::uint64_t seed = 1;
  Stacks stacks;

  enum class Machine { Required, Optional };
  void addOptions(CLI::App &app, Machine machine_option);
  /// Checks all and fills \p config; what is wrong is appended to \p errors.
  void fill(runtime::RunConfig &config, sim::Error &errors) const;
  /// The machine file at \p path with these overrides, when the ranks fit it; else what is wrong is appended.
  void checkMachine(const std::string &path, const std::vector<std::string> &changes, sim::Error &errors) const;
};

/// --caches, for commands that measure computing in the simulator.
void addCachesOption(CLI::App &app, std::string &caches);
runtime::Caches cachesNamed(const std::string &name);
/// --corrections, for the same commands: a switch for measurements, which --help does not show.
void addCorrectionsOption(CLI::App &app, runtime::Corrections &corrections);

/// --statistic, for commands that run the same several times.
void addStatisticOption(CLI::App &app, std::string &statistic);
runtime::Statistic statisticNamed(const std::string &name);

/// The profiles that a skeleton's run predicts from: --profile, once or several times.
struct ProfileFiles {
  std::vector<std::string> paths;

  CLI::Option *addOption(CLI::App &app);
  /// Checks that they can be read and belong together, and fills \p config; what is wrong is appended to \p errors.
  void fill(runtime::RunConfig &config, sim::Error &errors) const;
};

/// Lists \p options of \p app below a title of their own in --help.
void groupOptions(CLI::App &app, const std::string &title, const std::vector<std::string> &options);

CommandLine withArguments(const std::string &program, const CommandLine &arguments);

/// The arguments in a text.
CommandLine splitAtSpaces(const std::string &text);

/// The sets of arguments that a command runs programs with: those behind --, and --arguments, once or several times.
struct ArgumentSets {
  std::vector<std::string> more;

  /// \p purpose: what the command does with them, as in "compare with".
  void addOption(CLI::App &app, const std::string &purpose);
  /// \p first, then the others, split at spaces.
  std::vector<CommandLine> all(const CommandLine &first) const;
};

} // namespace maquette::tool

#endif
