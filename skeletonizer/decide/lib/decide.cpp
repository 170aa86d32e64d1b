//===- skeletonizer/decide/lib/decide.cpp - from the dependence graph to decisions -===//
// SPDX-License-Identifier: Apache-2.0
#include "decider.h"

#include "bounds.h"
#include "decision_writer.h"
#include "mark_values.h"
#include "min_cut.h"
#include "refine.h"
#include "slice_extension.h"

#include <set>
#include <utility>

namespace maquette::skeletonizer {

std::set<SiteId> Decider::minimumCut(const NodeFlags &in) const {
  sim::IdVector<NodeId, int> index(graph_.size(), -1);
  int count = 0;
  for (NodeId node : graph_.nodes())
    if (in[node])
      index[node] = count++;
  const int sink = count;
  MinCut network(count + 1);
  for (NodeId node : graph_.nodes()) {
    if (!in[node])
      continue;
    if (const double weight = cost_.ofExecuting(node); weight > 0)
      network.edge(index[node], sink, weight);
    for (NodeId needed : graph_.needs(node)) {
      if (!in[needed]) // behind a cut of the user's
        continue;
      const bool cuttable = graph_[node].cuttable && !graph_[node].exact && needed == graph_[node].operands &&
                            !cuts_.forbidden.count(graph_[node].site) && mayCutAt(node) && !frequency_.perElement(node);
      network.edge(index[node], index[needed], cuttable ? cost_.ofPredicting(node) : MinCut::kUncuttable);
    }
  }
  const std::vector<char> side = network.sourceSide(index[graph_.root()], sink);
  std::set<SiteId> sites;
  for (NodeId node : graph_.nodes())
    if (in[node] && graph_[node].cuttable && graph_[node].operands != kNoNode && in[graph_[node].operands] &&
        side[index[node]] && !side[index[graph_[node].operands]])
      sites.insert(graph_[node].site);
  return sites;
}

/// The time loop runs it, or it follows from what the time loop computes: there may be something to gain.
bool Decider::mayCutAt(NodeId node) const { return frequency_.inTimeLoop(node) > 0 || late_[node]; }

/// A site is cut in all its contexts or in none: not where some context has a value that costs nothing, an argument of
/// the program say. Returns true when a cut had to be forbidden.
bool Decider::dropInconsistentCuts(std::set<SiteId> &sites) {
  bool dropped = false;
  for (SiteId site : sites)
    for (NodeId node : nodes_of_sites_[site])
      if (graph_[node].exact || !graph_[node].cuttable || !mayCutAt(node))
        dropped |= cuts_.forbid(site);
  return dropped;
}

/// Each round forbids a cut or adds an edge, and there are finitely many of both, so it ends.
void Decider::cutUntilConsistent(const Uniformity &uniformity) {
  const SetUp set_up(graph_, index_);
  while (true) {
    cuts_.sites = cuts_.forced;
    if (!options_.exact) {
      std::set<SiteId> sites = minimumCut(sliceFrom(roots_, graph_, cuts_).in);
      if (dropInconsistentCuts(sites))
        continue;
      cuts_.sites.insert(sites.begin(), sites.end());
    }
    if (coupleContexts(sliceFrom(roots_, graph_, cuts_).in, nodes_of_sites_, graph_))
      continue;
    slice_ = sliceFrom(roots_, graph_, cuts_);
    const bool bounds = forbidCutsOfBounds(slice_.in, graph_, set_up, cuts_);
    if (!uniformity.forbidCutsBehindControl(slice_.in, cuts_) && !bounds)
      break;
  }
}

/// Each round adds an edge, else it is the last.
void Decider::addCheap() {
  SliceExtension extension(graph_, frequency_, cuts_, slice_, roots_);
  while (true) {
    extension.addSoftRoots();
    extension.addFeatures();
    if (!coupleContexts(slice_.in, nodes_of_sites_, graph_))
      break;
    slice_ = sliceFrom(roots_, graph_, cuts_);
  }
}

Decisions Decider::run() {
  const ValueOrigins origins(graph_, frequency_);
  markExact(graph_, origins);
  if (options_.strict)
    markStrict(graph_);
  markThreads(graph_);
  late_ = lateValues(graph_, cost_, frequency_);
  forbidDelivered(graph_, origins, cuts_);
  forbidReduced(graph_, origins, cuts_);
  Uniformity uniformity(graph_);
  uniformity.markControl(graph_);
  uniformity.forbidElements(cuts_);
  const UserDecisions user = options_.overrides ? applyOverrides(*options_.overrides, graph_, cuts_) : UserDecisions();
  const Refinements refinements = options_.refinements ? *options_.refinements : Refinements();
  applyRefinements(refinements, index_, graph_, cuts_);
  cutUntilConsistent(uniformity);
  addCheap();
  Decisions decisions = DecisionWriter(graph_, slice_, cuts_, user).write(index_, frequency_);
  const RefinementSearch search(graph_, index_, slice_, cuts_, user, refinements);
  for (const Counterexample &mismatch : refinements.open)
    decisions.answers_.push_back(search.answer(mismatch));
  return decisions;
}

Decisions decide(const Analysis &analysis, const DecideOptions &options) {
  return Decider(analysis.graph(), analysis.index(), options).run();
}

} // namespace maquette::skeletonizer
