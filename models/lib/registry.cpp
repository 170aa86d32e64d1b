//===- models/lib/registry.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/registry.h"

#include "lib/network/model_types.h"
#include "lib/network/node_network.h"
#include "lib/network/observed_network.h"
#include "lib/network/rail_network.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <string_view>

namespace maquette::models {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

} // namespace

std::vector<std::string> listMachines(const std::vector<std::string> &search_path) {
  std::vector<std::string> names;
  for (const std::string &folder : search_path) {
    std::error_code ignored; // A folder that is not there has no machines.
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored))
      if (entry.path().extension() == ".toml")
        names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

sim::Result<std::string> findMachine(const std::string &name, const std::vector<std::string> &search_path) {
  std::error_code ignored;
  if (name.find('/') != std::string::npos || fs::path(name).extension() == ".toml") {
    if (fs::is_regular_file(name, ignored))
      return name;
    const bool folder = fs::is_directory(name, ignored);
    return sim::Diagnostic{"", (folder ? "a folder is not a machine file: '" : "no machine file '") + name + "'",
                           "maquette-machine-file", "",
                           "give the path of a TOML file, or the name of a machine (maquette machine list)"};
  }
  for (const std::string &folder : search_path)
    if (const fs::path path = fs::path(folder) / (name + ".toml"); fs::is_regular_file(path, ignored))
      return path.string();
  const std::vector<std::string> names = listMachines(search_path);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = sim::nearestWord(name, views.data(), views.size());
  std::string fix = near.empty() ? "" : "did you mean '" + std::string(near) + "'? ";
  fix += "Known machines: " + (names.empty() ? "none in " + joined(search_path) : joined(names)) + ".";
  return sim::Diagnostic{"", "unknown machine '" + name + "'", "maquette-machine-unknown", "", fix};
}

sim::Result<std::unique_ptr<NetworkModel>> makeNetwork(const Machine &machine, std::int64_t ranks_per_node,
                                                       sim::Engine &engine, TransferListener &listener,
                                                       NetworkObserver *observer) {
  using Made = std::unique_ptr<NetworkModel>;
  if (const ModelType *const model = findModelType(machine.network.model)) {
    const bool is_ideal = model->name == "ideal"; // Of all transfers, whatever they cross.
    const auto between = [&](TransferListener &told) { return model->make(machine, ranks_per_node, engine, told); };
    const auto withRails = [&](TransferListener &told) -> Made {
      const sim::SimDuration gap = model->keeps_gap ? sim::SimDuration() : machine.network.message_gap.value;
      if (is_ideal || (machine.network.rails.value == 1 && gap == sim::SimDuration()))
        return between(told);
      return std::make_unique<RailNetwork>(machine, gap, engine, told, between);
    };
    const auto withNodes = [&](TransferListener &told) -> Made {
      if (is_ideal || !machine.node.hasParts())
        return withRails(told);
      return std::make_unique<NodeNetwork>(machine, engine, told, withRails(told));
    };
    try {
      if (observer == nullptr)
        return withNodes(listener);
      return Made(std::make_unique<ObservedNetwork>(listener, engine, *observer, withNodes));
    } catch (const std::bad_alloc &) {
      return sim::Diagnostic{"", "the host has no memory for the network of '" + machine.name + "'",
                             "maquette-run-memory", "", "describe a smaller machine: 'count' and 'cores' of its nodes"};
    }
  }
  return sim::Diagnostic{"", "unknown network model '" + machine.network.model + "'", "maquette-config-unknown-value",
                         "", "known: " + joined(networkModelNames()) + "."};
}

std::uint64_t loneRailBytes(const NetworkModel &network) {
  const auto *const relay = dynamic_cast<const RelayNetwork *>(&network);
  return relay != nullptr ? relay->loneBytes() : 0;
}

std::vector<std::string> networkModelNames() {
  std::vector<std::string> names;
  for (const ModelType &model : modelTypes())
    names.emplace_back(model.name);
  return names;
}

} // namespace maquette::models
