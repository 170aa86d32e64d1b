//===- skeletonizer/decide/lib/apply_overrides.cpp - the user's own decisions in the dependence graph ---===//
// SPDX-License-Identifier: Apache-2.0
#include "apply_overrides.h"

namespace maquette::skeletonizer {

static void applyOverride(const SourceKey &statement, const Override &what, const std::vector<NodeId> &nodes,
                          DependenceGraph &graph, Cuts &cuts, UserDecisions &decisions) {
  for (NodeId node : nodes) {
    const SiteId site = graph[node].site;
    const Site &where = graph.sites[site];
    const bool is_condition = where.role == Role::Condition && where.key == what.condition;
    const bool is_assignment =
        where.role == Role::Definition && graph[node].cuttable && what.condition.file.empty() &&
        (where.key.begin == statement.begin || where.key.end + 1 == statement.end || where.key.end == statement.end);
    if (what.word == OverrideWord::Keep) {
      graph.need(graph.root(), node);
      cuts.forbid(site);
    } else if (what.word == OverrideWord::Remove) {
      graph.forget(node);
      decisions.removed.insert(site);
    } else if (what.word != OverrideWord::Region &&
               (is_condition || (what.word == OverrideWord::Predict && is_assignment))) {
      cuts.forced.insert(site);
      if (what.word == OverrideWord::Trip)
        decisions.values[site] = "maquette_trips++ < (long)(" + what.text + ")";
      else if (what.word == OverrideWord::Branch)
        decisions.values[site] = what.text;
    }
  }
}

UserDecisions applyOverrides(const Overrides &overrides, DependenceGraph &graph, Cuts &cuts) {
  UserDecisions decisions;
  for (const auto &[statement, what] : overrides) {
    std::vector<NodeId> nodes;
    for (NodeId node : graph.nodes())
      if (graph[node].kind == NodeKind::Action) {
        const SourceKey &key = graph.sites[graph[node].site].key;
        if (key.begin >= statement.begin && key.end <= statement.end && key.file == statement.file)
          nodes.push_back(node);
      }
    applyOverride(statement, what, nodes, graph, cuts, decisions);
  }
  return decisions;
}

} // namespace maquette::skeletonizer
