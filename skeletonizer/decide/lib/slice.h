//===- skeletonizer/decide/lib/slice.h - what communication needs, behind the cuts ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_SLICE_H
#define MAQUETTE_DECIDE_SLICE_H

#include "maquette/dataflow/dependence_graph.h"

#include <set>
#include <vector>

namespace maquette::skeletonizer {

using NodeFlags = sim::IdVector<NodeId, char>;
using InstanceFlags = sim::IdVector<InstanceId, char>;

/// Sites whose values are predicted, and those whose values must not be.
struct Cuts {
  std::set<SiteId> sites;     ///< Of values that are predicted.
  std::set<SiteId> forced;    ///< Those of them that the user wants.
  std::set<SiteId> forbidden; ///< May not be cut.

  bool has(const Node &node) const {
    return node.site != kNoSite && sites.count(node.site) && node.operands != kNoNode;
  }
  /// Returns false if it was forbidden before.
  bool forbid(SiteId site) { return forbidden.insert(site).second; }
};

struct Slice {
  NodeFlags in;
  sim::IdVector<NodeId, NodeId> parents; ///< Which node needs it; kNoNode for a root.
};

/// Backward over everything the roots need; the operands of a cut action are not needed.
Slice sliceFrom(const std::vector<NodeId> &roots, const DependenceGraph &graph, const Cuts &cuts);

/// Functions that run: something in them is needed, or a call of them stays, for another target or context: a
/// template's text calls what each of its instantiations was given; or the function that calls it wherever it runs
/// does: a destructor those of parts and bases.
InstanceFlags runningInstances(const NodeFlags &in, const DependenceGraph &graph);

/// \p user needs \p needed to run at all, not for its value; what decides whether a function is entered is the region
/// around its call.
bool onlyRuns(const DependenceGraph &graph, NodeId user, NodeId needed);

} // namespace maquette::skeletonizer

#endif
