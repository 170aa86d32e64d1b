//===- models/lib/topology/topology_types.h - topologies as machine files name them -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// One row per topology: its name, the keys of its shape, what it can be routed by, and what a shape must fulfil.
#ifndef MAQUETTE_MODELS_LIB_TOPOLOGY_TOPOLOGY_TYPES_H
#define MAQUETTE_MODELS_LIB_TOPOLOGY_TOPOLOGY_TYPES_H

#include "maquette/models/machine.h"
#include "maquette/models/topology.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace maquette::models {

struct ShapeKey {
  enum class Kind : std::uint8_t { Count, List, OptionalCount, OptionalList, File };
  std::string_view name;
  Kind kind;
};

struct ShapeProblem {
  std::string_view key; ///< Where to point.
  std::string what;
  std::string fix;
};

struct TopologyType {
  std::string_view name;
  std::span<const ShapeKey> keys;
  unsigned routings;             ///< RoutingUse, together.
  std::string_view minimal_name; ///< What its minimal routing is called besides; may be empty.
  /// All required keys are there.
  std::optional<ShapeProblem> (*check)(const Shape &shape, std::int64_t nodes);
  /// The shape was checked.
  std::unique_ptr<Topology> (*make)(const Shape &shape, std::int64_t nodes);
};

std::span<const TopologyType> topologyTypes();
/// Null when there is none of this name.
const TopologyType *findTopologyType(std::string_view name);

} // namespace maquette::models

#endif
