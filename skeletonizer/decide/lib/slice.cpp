//===- skeletonizer/decide/lib/slice.cpp - what communication needs, behind the cuts ---===//
// SPDX-License-Identifier: Apache-2.0
#include "slice.h"

#include "roles.h"

#include <deque>
#include <utility>

namespace maquette::skeletonizer {

Slice sliceFrom(const std::vector<NodeId> &roots, const DependenceGraph &graph, const Cuts &cuts) {
  Slice out{NodeFlags(graph.size(), 0), sim::IdVector<NodeId, NodeId>(graph.size(), kNoNode)};
  std::deque<NodeId> work;
  for (NodeId root : roots) { // One after the other: what communication needs is not said to be there for an early end.
    if (!std::exchange(out.in[root], 1))
      work.push_back(root);
    while (!work.empty()) {
      const NodeId at = work.front();
      work.pop_front();
      const bool cut = cuts.has(graph[at]);
      for (NodeId needed : graph.needs(at)) {
        if (out.in[needed] || (cut && needed == graph[at].operands))
          continue;
        out.in[needed] = 1;
        out.parents[needed] = at;
        work.push_back(needed);
      }
    }
  }
  return out;
}

InstanceFlags runningInstances(const NodeFlags &in, const DependenceGraph &graph) {
  InstanceFlags out(graph.instances.size());
  sim::IdVector<SiteId, char> stays(graph.sites.size());
  for (NodeId node : graph.nodes())
    if (in[node] && graph[node].kind == NodeKind::Action) {
      if (graph[node].instance != kNoInstance)
        out[graph[node].instance] = 1;
      if (graph[node].site != kNoSite)
        stays[graph[node].site] = 1;
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (const CallRecord &call : graph.calls) {
      const SiteId site = graph[call.action].site;
      const bool follows = call.action == graph.instances[call.caller].entry || (site != kNoSite && stays[site]);
      const bool runs = in[call.action] || (out[call.caller] && follows);
      if (runs && !out[call.callee]) {
        out[call.callee] = 1;
        changed = true;
      }
    }
  }
  return out;
}

bool onlyRuns(const DependenceGraph &graph, NodeId user, NodeId needed) {
  const bool call = isCall(graph, needed);
  if (graph[user].kind == NodeKind::Region)
    return call || hasRole(graph, needed, Role::Jump);
  const bool whole =
      hasRole(graph, needed, Role::Condition) || hasRole(graph, needed, Role::Definition); // what it stands in
  if (whole && graph[user].kind == NodeKind::Action)
    return true;
  return call && (hasRole(graph, user, Role::Argument) || graph.payloads.count(user) != 0);
}

} // namespace maquette::skeletonizer
