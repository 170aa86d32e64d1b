//===- maquette/models/registry.h - machines and models by name -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds machine files by name and creates the network model of a machine.
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

/// The file of machine \p name: \p name itself if it contains '/' or ends in ".toml", otherwise <folder>/<name>.toml
/// in the first folder that has it.
sim::Result<std::string> findMachine(const std::string &name, const std::vector<std::string> &search_path);

/// Names of all machine files in the folders, sorted, without duplicates.
std::vector<std::string> listMachines(const std::vector<std::string> &search_path);

/// \p engine, \p listener and \p observer must outlive the model. \p ranks_per_node: number of sources of transfers
/// on a node. \p observer may be null.
sim::Result<std::unique_ptr<NetworkModel>> makeNetwork(const Machine &machine, std::int64_t ranks_per_node,
                                                       sim::Engine &engine, TransferListener &listener,
                                                       NetworkObserver *observer = nullptr);

/// For nodes with several rails: bytes of messages above the eager threshold that were the only such message of their
/// node from start to delivery. One rail carried them while the others were idle. 0 with "stripe" and with a single
/// rail.
std::uint64_t loneRailBytes(const NetworkModel &network);

/// The names that makeNetwork() accepts.
std::vector<std::string> networkModelNames();

} // namespace maquette::models

#endif
