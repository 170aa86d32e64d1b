// test/support/every_topology.h - small topologies of every kind, by name
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_SUPPORT_EVERY_TOPOLOGY_H
#define MAQUETTE_TEST_SUPPORT_EVERY_TOPOLOGY_H

#include "maquette/models/topology.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>

namespace maquette::test {

struct NamedTopology {
  const char *name;
  const char *type; ///< In machine files.
  std::unique_ptr<models::Topology> (*make)();
  friend std::ostream &operator<<(std::ostream &out, const NamedTopology &topology) { return out << topology.name; }
};

/// Two triangles of routers joined by a cable, a node on each but router 3, two on router 0.
inline models::Graph twoTriangles() {
  const auto graph = models::parseGraph("node 0 0\nnode 1 0 # a comment\nnode 2 1\nnode 3 2\nnode 4 4\nnode 5 5\n\n"
                                        "link 0 1\nlink 1 2\nlink 2 0\nlink 2 3\nlink 3 4\nlink 4 5\nlink 5 3\n",
                                        "graph");
  return graph ? *graph : models::Graph{};
}

inline const NamedTopology kEveryTopology[] = {
    {"crossbar", "crossbar", [] { return models::makeCrossbar(5); }},
    {"ring", "torus", [] { return models::makeTorus({5}); }},
    {"torus", "torus", [] { return models::makeTorus({4, 3, 2}); }},
    {"half_open", "torus", [] { return models::makeGrid({3, 6}, {models::Ends::Open, models::Ends::Joined}); }},
    {"mesh", "mesh", [] { return models::makeGrid({4, 3}, {models::Ends::Open, models::Ends::Open}); }},
    {"hypercube", "hypercube",
     [] { return models::makeGrid({2, 2, 2, 2}, std::vector<models::Ends>(4, models::Ends::Open)); }},
    {"full_tree", "fat-tree", [] { return models::makeFatTree({3, 3, 3}, {1, 3, 3}); }},
    {"tapered_tree", "fat-tree", [] { return models::makeFatTree({4, 4, 2}, {1, 2, 3}); }},
    {"clos", "clos", [] { return models::makeFatTree({4, 3}, {1, 5}); }},
    {"gamma", "gamma", [] { return models::makeGamma(16); }},
    {"dragonfly", "dragonfly", [] { return models::makeDragonfly(72, 2, 4, 2); }},
    {"few_groups", "dragonfly", [] { return models::makeDragonfly(40, 2, 4, 2); }},
    {"two_groups", "dragonfly", [] { return models::makeDragonfly(16, 2, 4, 2); }},
    {"flat_groups", "dragonfly", [] { return models::makeDragonfly(42, 1, 6, 1, 2); }},
    {"dragonfly_plus", "dragonfly-plus", [] { return models::makeDragonflyPlus(40, 2, 4, 2, 2); }},
    {"hyperx", "hyperx", [] { return models::makeHyperX({4, 3}, 2); }},
    {"slim_fly_5", "slim-fly", [] { return models::makeSlimFly(5, 1); }},
    {"slim_fly_7", "slim-fly", [] { return models::makeSlimFly(7, 1); }},
    {"graph", "graph", [] { return models::makeGraph(twoTriangles()); }},
};

inline std::string nameOf(const testing::TestParamInfo<NamedTopology> &info) { return info.param.name; }

} // namespace maquette::test

#endif
