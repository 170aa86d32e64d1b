//===- runtime/tools/machine_command.cpp - maquette machine -------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"
#include "maquette/models/machine.h"
#include "maquette/models/machine_facts.h"
#include "maquette/models/registry.h"
#include "target.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

namespace maquette::tool {
namespace {

struct MachineOptions {
  std::string name;
  std::vector<std::string> overrides;
  std::string json;
};

std::string sizeText(const models::Machine &machine) {
  const auto count = [](std::int64_t number) { return runtime::countText(static_cast<double>(number)); };
  return fmt::format("{} node{} of {} core{}, {} cores in total; network model {}", count(machine.node.count.value),
                     machine.node.count.value == 1 ? "" : "s", count(machine.node.cores.value),
                     machine.node.cores.value == 1 ? "" : "s", count(machine.coreCount()), machine.network.model);
}

runtime::Json describe(const models::Machine &machine, const std::string &path) {
  return {{"name", machine.name},
          {"description", machine.description},
          {"file", path},
          {"nodes", machine.node.count.value},
          {"cores_per_node", machine.node.cores.value},
          {"cores", machine.coreCount()},
          {"network_model", machine.network.model}};
}

int writeJson(const MachineOptions &options, const runtime::Json &json) {
  if (options.json.empty())
    return kOk;
  const sim::Status written = runtime::writeFileAtomically(options.json, json.dump(2) + "\n");
  return written ? kOk : reportError(written.error());
}

sim::Result<std::pair<std::string, models::Machine>> find(const std::string &name) {
  const sim::Result<std::string> path = models::findMachine(name, machineFolders());
  if (!path)
    return path.error();
  sim::Result<models::Machine> machine = models::loadMachine(*path);
  if (!machine)
    return machine.error();
  return std::pair{*path, std::move(*machine)};
}

int list(const MachineOptions &options) {
  runtime::Json all = runtime::Json::array();
  sim::Error errors;
  for (const std::string &name : models::listMachines(machineFolders())) {
    const auto found = find(name);
    if (!gather(found, errors))
      continue;
    const auto &[path, machine] = *found;
    printOut(fmt::format("{:<20} {}\n{:<20} {}\n", name, machine.description, "", sizeText(machine)));
    all.push_back(describe(machine, path));
  }
  if (!errors.diagnostics.empty())
    return reportError(errors);
  return writeJson(options, all);
}

/// The file itself, so that it can be a start for one's own.
int show(const MachineOptions &options) {
  const auto found = find(options.name);
  if (!found)
    return reportError(found.error());
  const sim::Result<std::string> text = runtime::readFile(found->first);
  if (!text)
    return reportError(text.error());
  printOut("# " + found->first + "\n# " + sizeText(found->second) + "\n" + *text);
  return writeJson(options, describe(found->second, found->first));
}

/// A name of the library, or any file.
int check(const MachineOptions &options) {
  std::string path = options.name;
  if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) {
    const sim::Result<std::string> found = models::findMachine(options.name, machineFolders());
    if (!found)
      return reportError(found.error());
    path = *found;
  }
  sim::Result<models::Machine> machine = models::loadMachine(path, options.overrides);
  if (!machine)
    return reportError(machine.error());
  const models::MachineFacts facts = models::factsOf(*machine);
  std::string text = fmt::format("{}: ok: machine '{}', {}\n", path, machine->name, sizeText(*machine));
  runtime::Json json = describe(*machine, path);
  for (const models::MachineFact &fact : facts.facts) {
    text += "  " + fact.text + "\n";
    json["facts"][fact.key] = fact.number;
  }
  for (const std::string &warning : facts.warnings)
    text += "  warning: " + warning + "\n";
  json["warnings"] = facts.warnings;
  printOut(text);
  return writeJson(options, json);
}

} // namespace

Command makeMachineCommand(CLI::App &parent) {
  CLI::App *app = parent.add_subcommand("machine", "List, show, check and calibrate descriptions of target machines");
  const auto options = std::make_shared<MachineOptions>();
  app->require_subcommand(1);
  app->footer("Example:\n  maquette machine show fat-tree > mine.toml    # change its name to \"mine\"\n  maquette "
              "machine check mine.toml\n");
  const auto json = [&](CLI::App *action) {
    action->add_option("--json", options->json, "Write the result to this JSON file.");
  };
  CLI::App *list_app = app->add_subcommand("list", "List the machines of the library: the names that -m accepts");
  list_app->footer("Example:\n  maquette machine list\n");
  json(list_app);
  CLI::App *show_app = app->add_subcommand("show", "Print a machine file");
  show_app->add_option("NAME", options->name, "Name of a machine, or a machine file.")->required();
  show_app->footer("Example:\n  maquette machine show fat-tree\n");
  json(show_app);
  CLI::App *check_app = app->add_subcommand(
      "check", "Report all mistakes in a machine file, and the properties that follow from its numbers");
  check_app->add_option("FILE", options->name, "A machine file, or the name of a machine.")->required();
  check_app
      ->add_option("--set", options->overrides,
                   "Change one key first, for example --set network.link_bandwidth=0.5x. May be repeated.")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  check_app->footer(
      "Example:\n  maquette machine check mine.toml\n  maquette machine check frontier --set network.rails=2\n");
  json(check_app);
  const Command calibrate_command = makeMachineCalibrateCommand(*app);
  return {app, [options, list_app, show_app, calibrate_command] {
            if (calibrate_command.app->parsed())
              return calibrate_command.run();
            return list_app->parsed() ? list(*options) : show_app->parsed() ? show(*options) : check(*options);
          }};
}

} // namespace maquette::tool
