//===- skeletonizer/decide/lib/contexts.cpp - one text for all contexts that reach it ---===//
// SPDX-License-Identifier: Apache-2.0
#include "contexts.h"

namespace maquette::skeletonizer {

NodesOfSites nodesOfSites(const DependenceGraph &graph) {
  NodesOfSites out;
  for (NodeId node : graph.nodes())
    if (graph[node].site != kNoSite && (graph[node].kind == NodeKind::Action || graph[node].kind == NodeKind::LoopExit))
      out[graph[node].site].push_back(node);
  return out;
}

/// An action whose text runs where nothing needs it may find numbers that mean nothing there, but pointers it can
/// follow.
static bool needAddresses(NodeId kept, NodeId action, const NodeFlags &in, DependenceGraph &graph) {
  bool changed = false;
  for (NodeId reader : {action, graph[action].operands}) {
    const auto read = graph.addresses.find(reader);
    if (read == graph.addresses.end())
      continue;
    for (NodeId address : read->second)
      if (!in[address]) {
        graph.need(kept, address);
        changed = true;
      }
  }
  return changed;
}

bool coupleContexts(const NodeFlags &in, const NodesOfSites &nodes_of_sites, DependenceGraph &graph) {
  bool changed = false;
  const InstanceFlags runs = runningInstances(in, graph);
  for (const auto &[site, nodes] : nodes_of_sites) {
    NodeId kept = kNoNode;
    for (NodeId node : nodes)
      if (in[node] && graph[node].kind == NodeKind::Action)
        kept = node;
    if (kept == kNoNode)
      continue;
    for (NodeId node : nodes) {
      if (in[node] || graph[node].kind != NodeKind::Action || graph[node].region == kNoNode)
        continue;
      if (in[graph[node].region]) {
        graph.need(kept, node);
        changed = true;
      } else if (graph[node].instance != kNoInstance && runs[graph[node].instance]) {
        changed |= needAddresses(kept, node, in, graph);
      }
    }
  }
  return changed;
}

} // namespace maquette::skeletonizer
