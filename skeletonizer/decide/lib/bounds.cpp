//===- skeletonizer/decide/lib/bounds.cpp - which memory the skeleton reaches ---===//
// SPDX-License-Identifier: Apache-2.0
#include "bounds.h"

#include "marks.h"

namespace maquette::skeletonizer {

namespace {

/// Walks back from what says how far memory reaches. What the set-up computes goes back to the set-up alone.
class BoundsWalk {
public:
  BoundsWalk(const NodeFlags &in, const DependenceGraph &graph, const SetUp &set_up)
      : graph_(graph), set_up_(set_up), seen_(graph.size()), seen_in_set_up_(graph.size()) {
    for (const auto &[reader, extent] : graph.bounds)
      if (in[reader])
        visit(extent, false);
  }
  bool forbid(Cuts &cuts) {
    bool forbidden = false;
    while (!work_.empty()) {
      const Visit at = work_.back();
      work_.pop_back();
      if (!cuts.has(graph_[at.node]))
        visitNeeded(at);
      else if (!cuts.forced.count(graph_[at.node].site))
        forbidden |= cuts.forbid(graph_[at.node].site);
    }
    return forbidden;
  }

private:
  struct Visit {
    NodeId node;
    bool in_set_up; ///< For the sake of something that the set-up computes.
  };

  void visit(NodeId node, bool in_set_up) {
    in_set_up |= set_up_.only(node);
    if (in_set_up ? set_up_.ever(node) && seen_in_set_up_.insert(node) : seen_.insert(node))
      work_.push_back({node, in_set_up});
  }
  void visitNeeded(Visit at) {
    if (graph_[at.node].measures_text) // However it came about, the text is as long as that.
      return;
    for (NodeId needed : graph_.needs(at.node))
      if (graph_[needed].kind != NodeKind::Region && !onlyRuns(graph_, at.node, needed))
        visit(needed, at.in_set_up);
    const Node &node = graph_[at.node];
    const bool counted = node.kind == NodeKind::Action && node.loop != kNoLoop && !graph_.loops[node.loop].reaches_mpi;
    if (counted && graph_.loops[node.loop].condition != kNoNode)
      visit(graph_.loops[node.loop].condition, at.in_set_up);
  }

  const DependenceGraph &graph_;
  const SetUp &set_up_;
  Marks seen_, seen_in_set_up_;
  std::vector<Visit> work_;
};

} // namespace

bool forbidCutsOfBounds(const NodeFlags &in, const DependenceGraph &graph, const SetUp &set_up, Cuts &cuts) {
  return BoundsWalk(in, graph, set_up).forbid(cuts);
}

} // namespace maquette::skeletonizer
