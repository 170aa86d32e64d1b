//===- skeletonizer/decide/lib/bounds.cpp - which memory the skeleton reaches ---===//
// SPDX-License-Identifier: Apache-2.0
#include "bounds.h"

#include "marks.h"

namespace maquette::skeletonizer {

bool forbidCutsOfBounds(const NodeFlags &in, const DependenceGraph &graph, Cuts &cuts) {
  std::vector<NodeId> work;
  Marks seen(graph.size());
  for (const auto &[reader, extent] : graph.bounds)
    if (in[reader] && seen.insert(extent))
      work.push_back(extent);
  bool forbidden = false;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (cuts.has(graph[at])) {
      if (!cuts.forced.count(graph[at].site))
        forbidden |= cuts.forbid(graph[at].site);
      continue;
    }
    for (NodeId needed : graph.needs(at))
      if (graph[needed].kind != NodeKind::Region && !onlyRuns(graph, at, needed) && seen.insert(needed))
        work.push_back(needed);
    const LoopId loop = graph[at].loop;
    const bool counted = graph[at].kind == NodeKind::Action && loop != kNoLoop && !graph.loops[loop].reaches_mpi;
    if (counted && graph.loops[loop].condition != kNoNode && seen.insert(graph.loops[loop].condition))
      work.push_back(graph.loops[loop].condition);
  }
  return forbidden;
}

} // namespace maquette::skeletonizer
