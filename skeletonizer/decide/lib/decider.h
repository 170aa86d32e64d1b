//===- skeletonizer/decide/lib/decider.h - from the dependence graph to decisions ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_DECIDER_H
#define MAQUETTE_DECIDE_DECIDER_H

#include "contexts.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/dataflow/loop_frequency.h"
#include "maquette/decide/decide.h"
#include "maquette/frontend/program_index.h"
#include "node_cost.h"
#include "slice.h"
#include "uniformity.h"

namespace maquette::skeletonizer {

/// Marks which values may be predicted, chooses cuts that fit each other, and writes down what that means.
class Decider {
public:
  Decider(DependenceGraph graph, const ProgramIndex &index, const DecideOptions &options)
      : graph_(std::move(graph)), index_(index), options_(options), frequency_(graph_),
        cost_(graph_, frequency_, options.measured), nodes_of_sites_(nodesOfSites(graph_)), roots_{graph_.root()} {}
  Decisions run();

private:
  void cutUntilConsistent(const Uniformity &uniformity);
  std::set<SiteId> minimumCut(const NodeFlags &in) const;
  bool mayCutAt(NodeId node) const;
  bool dropInconsistentCuts(std::set<SiteId> &sites);
  void addCheap();

  DependenceGraph graph_;
  const ProgramIndex &index_;
  const DecideOptions &options_;
  LoopFrequency frequency_;
  NodeCost cost_;
  NodesOfSites nodes_of_sites_;
  NodeFlags late_; ///< Needs what the time loop computes.
  Cuts cuts_;
  std::vector<NodeId> roots_;
  Slice slice_;
};

} // namespace maquette::skeletonizer

#endif
