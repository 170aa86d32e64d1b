//===- skeletonizer/decide/lib/value_origins.cpp - values that collectives and messages gave ---===//
// SPDX-License-Identifier: Apache-2.0
#include "value_origins.h"

#include <algorithm>

namespace maquette::skeletonizer {

/// A node that a walk may come to by many ways is asked once.
ValueOrigins::ValueOrigins(const DependenceGraph &graph, const LoopFrequency &frequency)
    : graph_(graph), frequency_(frequency), agreed_(graph.size(), 0), delivered_(graph.size(), 0) {
  for (NodeId node : graph_.nodes()) {
    const std::vector<NodeId> &needs = graph_.needs(node);
    agreed_[node] = graph_[node].uniform ||
                    std::any_of(needs.begin(), needs.end(), [&](NodeId need) { return graph_[need].uniform; });
    const bool object = graph_[node].kind == NodeKind::Object;
    delivered_[node] =
        graph_[node].delivered ||
        (object && std::any_of(needs.begin(), needs.end(), [&](NodeId writer) { return graph_[writer].delivered; }));
  }
  for (NodeId node : graph_.nodes())
    if (graph_[node].kind == NodeKind::Pointees)
      for (NodeId object : graph_.meant(node)) {
        agreed_[node] |= agreed_[object];
        delivered_[node] |= delivered_[object];
      }
}

bool ValueOrigins::isAgreed(NodeId node) const {
  const Node &definition = graph_[node];
  if (definition.kind != NodeKind::Action || !definition.cuttable || definition.operands == kNoNode ||
      graph_.sites[definition.site].role != Role::Definition || frequency_.perElement(node))
    return false;
  return readsAgreed(definition.operands);
}

bool ValueOrigins::readsAgreed(NodeId operands) const {
  const std::vector<NodeId> &reads = graph_.needs(operands);
  return std::any_of(reads.begin(), reads.end(), [&](NodeId read) { return agreed_[read] != 0; });
}

bool ValueOrigins::readsDelivered(NodeId operands) const {
  const std::vector<NodeId> &reads = graph_.needs(operands);
  return std::any_of(reads.begin(), reads.end(), [&](NodeId read) { return delivered_[read] != 0; });
}

} // namespace maquette::skeletonizer
