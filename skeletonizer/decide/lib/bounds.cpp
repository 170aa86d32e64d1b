//===- skeletonizer/decide/lib/bounds.cpp - which memory the skeleton reaches -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the skeleton reads or writes memory, indices, pointers, counts and the sizes of what was allocated have to fit
/// each other, as in the program: none of them is predicted. Memory that is only passed on needs none of this.
#include "decider.h"

#include "marks.h"

namespace maquette::skeletonizer {

/// Returns true when cuts had to be forbidden. Follows data, and how often loops over data run, not which of several
/// ways is taken.
bool Decider::forbidCutsOfBounds() {
  std::vector<NodeId> work;
  Marks seen(graph_.size());
  for (const auto &[reader, extent] : graph_.bounds)
    if (in_[reader] && seen.insert(extent))
      work.push_back(extent);
  bool forbidden = false;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (isCut(at)) {
      if (!forced_cuts_.count(graph_[at].site))
        forbidden |= uncuttable_sites_.insert(graph_[at].site).second;
      continue;
    }
    for (NodeId needed : graph_.needs(at))
      if (graph_[needed].kind != NodeKind::Region && !onlyRuns(graph_, at, needed) && seen.insert(needed))
        work.push_back(needed);
    const LoopId loop = graph_[at].loop;
    const bool counted = graph_[at].kind == NodeKind::Action && loop != kNoLoop && !graph_.loops[loop].reaches_mpi;
    if (counted && graph_.loops[loop].condition != kNoNode && seen.insert(graph_.loops[loop].condition))
      work.push_back(graph_.loops[loop].condition);
  }
  return forbidden;
}

} // namespace maquette::skeletonizer
