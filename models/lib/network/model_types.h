//===- models/lib/network/model_types.h - network models as machine files name them -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One row per network model: its name, the keys of a machine file that are its own, and whether it wants a topology.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_MODEL_TYPES_H
#define MAQUETTE_MODELS_LIB_NETWORK_MODEL_TYPES_H

#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace maquette::models {

enum class TopologyUse : std::uint8_t { None, Latency, Routes }; ///< Latency: optional, for its hops.

struct ModelType {
  std::string_view name;
  TopologyUse topology;
  bool needs_topology;
  std::span<const std::string_view> keys; ///< Of table network, with effect in this model and not in all.
  bool keeps_gap;                         ///< Keeps network.message_gap itself.
  std::unique_ptr<NetworkModel> (*make)(const Machine &, std::int64_t ranks_per_node, sim::Engine &,
                                        TransferListener &);
};

std::span<const ModelType> modelTypes();
/// Null when there is none of this name.
const ModelType *findModelType(std::string_view name);

} // namespace maquette::models

#endif
