//===- maquette/models/registry.h - machines and models by name -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds machine files by name and makes the network model a machine asks for.
#ifndef MAQUETTE_MODELS_REGISTRY_H
#define MAQUETTE_MODELS_REGISTRY_H

#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"
#include "maquette/models/network_observer.h"
#include "maquette/sim/engine.h"
#include "maquette/sim/result.h"

#include <memory>
#include <string>
#include <vector>

namespace maquette::models {

/// The file of machine \p name: a path if it holds '/' or ends in ".toml", else <folder>/<name>.toml of the first
/// folder that has it.
sim::Result<std::string> findMachine(const std::string &name, const std::vector<std::string> &search_path);

/// Names of all machine files in the folders, sorted, without duplicates.
std::vector<std::string> listMachines(const std::vector<std::string> &search_path);

/// \p engine, \p listener and \p observer must outlive the model. \p ranks_per_node: how many sources of transfers
/// share a node. \p observer may be null.
sim::Result<std::unique_ptr<NetworkModel>> makeNetwork(const Machine &machine, std::int64_t ranks_per_node,
                                                       sim::Engine &engine, TransferListener &listener,
                                                       NetworkObserver *observer = nullptr);

/// Of nodes with several rails: bytes of messages above the eager threshold that met no other such message of their
/// node from start to delivery, so that one rail carried them and the others stood still. 0 with stripes, and without
/// rails.
std::uint64_t loneRailBytes(const NetworkModel &network);

/// The names makeNetwork() knows.
std::vector<std::string> networkModelNames();

} // namespace maquette::models

#endif
