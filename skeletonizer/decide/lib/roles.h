//===- skeletonizer/decide/lib/roles.h - what an action is in the sources ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_ROLES_H
#define MAQUETTE_DECIDE_ROLES_H

#include "maquette/dataflow/dependence_graph.h"

namespace maquette::skeletonizer {

inline bool hasRole(const DependenceGraph &graph, NodeId node, Role role) {
  return graph[node].kind == NodeKind::Action && graph[node].site != kNoSite &&
         graph.sites[graph[node].site].role == role;
}

inline bool isCall(const DependenceGraph &graph, NodeId node) {
  return graph[node].kind == NodeKind::Action && (graph[node].site == kNoSite || hasRole(graph, node, Role::Call));
}

} // namespace maquette::skeletonizer

#endif
