//===- models/lib/topology/global_links.h - links between groups ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_TOPOLOGY_GLOBAL_LINKS_H
#define MAQUETTE_MODELS_LIB_TOPOLOGY_GLOBAL_LINKS_H

#include <cstdint>

namespace maquette::models {

/// How dragonflies join their groups. Global port q of a group leads q % (g-1) + 1 groups ahead; q / (g-1) tells
/// parallel links between two groups apart. What is left of the ports then is unused.
struct GlobalLinks {
  std::int64_t groups;
  std::int64_t parallel; ///< Links between any two groups.

  /// Whether groups of so many ports can be joined, each with each.
  static bool canJoin(std::int64_t groups, std::int64_t ports) { return groups >= 2 && groups <= ports + 1; }
  std::int64_t portTo(std::int64_t from_group, std::int64_t to_group, std::int64_t copy) const {
    return (to_group - from_group - 1 + groups) % groups + copy * (groups - 1);
  }
  std::int64_t copyOf(std::uint64_t choice) const {
    return static_cast<std::int64_t>(choice % static_cast<std::uint64_t>(parallel));
  }
  std::int64_t groupBehind(std::int64_t group, std::int64_t port) const {
    return (group + port % (groups - 1) + 1) % groups;
  }
  /// The port on the other side of a link.
  std::int64_t portBehind(std::int64_t group, std::int64_t port) const {
    return portTo(groupBehind(group, port), group, port / (groups - 1));
  }
  /// Between the halves of the groups.
  std::int64_t bisection() const { return groups / 2 * (groups - groups / 2) * parallel; }
};

} // namespace maquette::models

#endif
