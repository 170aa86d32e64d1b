//===- skeletonizer/decide/lib/contexts.h - one text for all contexts that reach it ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_CONTEXTS_H
#define MAQUETTE_DECIDE_CONTEXTS_H

#include "slice.h"

#include <map>

namespace maquette::skeletonizer {

/// Actions and loop exits of each site.
using NodesOfSites = std::map<SiteId, std::vector<NodeId>>;
NodesOfSites nodesOfSites(const DependenceGraph &graph);

/// The text of an action that stays runs in every context that reaches it, so what it needs there must be there too.
/// Returns true when an edge was added to the graph.
bool coupleContexts(const NodeFlags &in, const NodesOfSites &nodes_of_sites, DependenceGraph &graph);

} // namespace maquette::skeletonizer

#endif
