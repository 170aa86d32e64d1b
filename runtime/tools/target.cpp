//===- runtime/tools/target.cpp - options that several commands share ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "target.h"

#include "executable.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/profile.h"
#include "maquette/models/registry.h"
#include "maquette/profile/combine.h"
#include "maquette/sim/units.h"

#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>

namespace maquette::tool {
namespace {

std::string count(std::int64_t number) { return runtime::countText(static_cast<double>(number)); }

sim::Diagnostic tooManyRanks(std::int64_t ranks, const models::Machine &machine, const std::string &path) {
  return {path,
          count(ranks) + " ranks do not fit: machine '" + machine.name + "' has " + count(machine.node.count.value) +
              " nodes of " + count(machine.node.cores.value) +
              (machine.node.cores.value == 1 ? " core, " : " cores, ") + count(machine.coreCount()) + " cores in total",
          "maquette-too-many-ranks", "",
          "use -n " + std::to_string(machine.coreCount()) +
              " or fewer, a larger machine, or --oversubscribe to let ranks share cores"};
}

sim::Diagnostic crowdedNode(std::int64_t ranks, const models::Machine &machine, const std::string &path) {
  return {path,
          "the placement puts " + count(ranks) + " ranks on one node: nodes of machine '" + machine.name + "' have " +
              count(machine.node.cores.value) + (machine.node.cores.value == 1 ? " core" : " cores"),
          "maquette-too-many-ranks", "", "give that node fewer ranks, or use --oversubscribe to let ranks share cores"};
}

} // namespace

std::vector<std::string> machineFolders() {
  std::vector<std::string> folders;
  std::error_code error;
  for (const std::string &folder : {ownFolder() + "/../share/maquette/machines", std::string(MAQUETTE_SOURCE_MACHINES)})
    if (std::filesystem::is_directory(folder, error))
      folders.push_back(std::filesystem::path(folder).lexically_normal().string());
  return folders;
}

void Stacks::addOptions(CLI::App &app) {
  app.add_option("--stack", strategy,
                 "How ranks keep their stacks. copied uses least memory; slab is fastest for few ranks.")
      ->check(CLI::IsMember({"automatic", "copied", "slab"}))
      ->capture_default_str();
  app.add_option("--stack-size", size, "Stack size of each rank, for example \"256 KiB\".");
}

void Stacks::fill(runtime::RunConfig &config, sim::Error &errors) const {
  config.stack = strategy == "copied" ? runtime::StackStrategy::Copied
                 : strategy == "slab" ? runtime::StackStrategy::Slab
                                      : runtime::StackStrategy::Automatic;
  if (!size.empty()) {
    sim::Result<sim::Bytes> bytes = sim::parseBytes(size);
    if (bytes) {
      config.stack_bytes = bytes->count;
    } else {
      sim::Error error = bytes.error();
      for (sim::Diagnostic &diagnostic : error.diagnostics)
        diagnostic.where = "--stack-size";
      gather(sim::Status(error), errors);
    }
  }
}

void Target::addOptions(CLI::App &app, Machine machine_option) {
  app.add_option("-n,--ranks", ranks, "Number of ranks to simulate.")
      ->required()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 31));
  auto *option = app.add_option("-m,--machine", machine,
                                "Target machine: a name from `maquette machine list`, or a machine file.");
  if (machine_option == Machine::Required)
    option->required();
  app.add_option("--set", overrides,
                 "Change one key of the machine file, for example --set network.latency=\"2 us\". May be repeated.")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--oversubscribe", oversubscribe, "Allow more ranks than the machine has cores.");
  app.add_option("--seed", seed, "Seed of the random numbers.")->capture_default_str();
  stacks.addOptions(app);
}

void Target::fill(runtime::RunConfig &config, sim::Error &errors) const {
  config.ranks = ranks;
  config.overrides = overrides;
  config.oversubscribe = oversubscribe;
  config.seed = seed;
  stacks.fill(config, errors);
  if (machine.empty())
    return;
  const sim::Result<std::string> path = models::findMachine(machine, machineFolders());
  if (!gather(path, errors))
    return;
  config.machine = std::filesystem::absolute(*path).string();
  checkMachine(*path, overrides, errors);
}

void Target::checkMachine(const std::string &path, const std::vector<std::string> &changes, sim::Error &errors) const {
  const sim::Result<models::Machine> loaded = models::loadMachine(path, changes);
  if (!gather(loaded, errors))
    return;
  const std::int64_t cores = loaded->node.cores.value;
  if (ranks > loaded->coreCount() && !oversubscribe)
    errors.diagnostics.push_back(tooManyRanks(ranks, *loaded, path));
  else if (gather(loaded->checkPlacement(ranks), errors) && !oversubscribe && ranks > 0 &&
           loaded->ranksPerNode(ranks) > cores)
    errors.diagnostics.push_back(crowdedNode(loaded->ranksPerNode(ranks), *loaded, path));
}

void addCachesOption(CLI::App &app, std::string &caches) {
  app.add_option("--caches", caches,
                 "Caches of the host when a rank computes after other ranks. restored: its own data is loaded again. "
                 "shared: the others' data stays.")
      ->check(CLI::IsMember({"restored", "shared"}))
      ->capture_default_str();
}

runtime::Caches cachesNamed(const std::string &name) {
  return name == "shared" ? runtime::Caches::Shared : runtime::Caches::Restored;
}

void addCorrectionsOption(CLI::App &app, runtime::Corrections &corrections) {
  app.add_option_function<std::string>(
         "--corrections",
         [&corrections](const std::string &text) {
           const std::optional<runtime::Corrections> chosen = runtime::Corrections::parse(text);
           if (!chosen)
             throw CLI::ValidationError("--corrections", "choose from " + runtime::allCorrections());
           corrections = *chosen;
         },
         "Leave out corrections of measured computing, for example -steal,-pace.")
      ->group("");
}

void addStatisticOption(CLI::App &app, std::string &statistic) {
  app.add_option("--statistic", statistic,
                 "Statistic over repeated runs. Use 'minimum' on a noisy host: interference only adds time.")
      ->check(CLI::IsMember({"median", "minimum"}))
      ->capture_default_str();
}

runtime::Statistic statisticNamed(const std::string &name) {
  return name == "minimum" ? runtime::Statistic::Minimum : runtime::Statistic::Median;
}

CLI::Option *ProfileFiles::addOption(CLI::App &app) {
  return app
      .add_option("--profile", paths,
                  "Costs and values that `maquette profile` measured. Several profiles are combined.")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void ProfileFiles::fill(runtime::RunConfig &config, sim::Error &errors) const {
  if (paths.empty())
    return;
  for (const std::string &path : paths)
    config.profiles.push_back(std::filesystem::absolute(path).string());
  std::vector<std::string> warnings; // The run itself reports them.
  gather(runtime::readProfilesByLoad(paths, warnings), errors);
}

void groupOptions(CLI::App &app, const std::string &title, const std::vector<std::string> &options) {
  for (const std::string &option : options)
    app.get_option(option)->group(title);
}

CommandLine withArguments(const std::string &program, const CommandLine &arguments) {
  CommandLine line{program};
  line.insert(line.end(), arguments.begin(), arguments.end());
  return line;
}

void ArgumentSets::addOption(CLI::App &app, const std::string &purpose) {
  app.add_option("--arguments", more,
                 "A further set of arguments to " + purpose + ", in quotes: --arguments \"-x 40\". May be repeated.")
      ->allow_extra_args(false);
}

CommandLine splitAtSpaces(const std::string &text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

std::vector<CommandLine> ArgumentSets::all(const CommandLine &first) const {
  std::vector<CommandLine> sets{first};
  std::transform(more.begin(), more.end(), std::back_inserter(sets), splitAtSpaces);
  return sets;
}

} // namespace maquette::tool
