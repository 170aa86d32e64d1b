//===- skeletonizer/decide/lib/apply_overrides.cpp - the user's own decisions in the dependence graph -===//
// SPDX-License-Identifier: Apache-2.0
#include "decider.h"

namespace maquette::skeletonizer {

/// What the user decided: roots, values that are given, and actions that need nothing and are not there.
void Decider::applyOverrides() {
  if (!options_.overrides)
    return;
  for (const auto &[statement, what] : *options_.overrides) {
    std::vector<NodeId> nodes;
    for (NodeId node : graph_.nodes())
      if (graph_[node].kind == NodeKind::Action) {
        const SourceKey &key = graph_.sites[graph_[node].site].key;
        if (key.begin >= statement.begin && key.end <= statement.end && key.file == statement.file)
          nodes.push_back(node);
      }
    applyOverrides(statement, what, nodes);
  }
}

void Decider::applyOverrides(const SourceKey &statement, const Override &what, const std::vector<NodeId> &nodes) {
  for (NodeId node : nodes) {
    const SiteId site = graph_[node].site;
    const Site &where = graph_.sites[site];
    const bool is_condition = where.role == Role::Condition && where.key == what.condition;
    const bool is_assignment =
        where.role == Role::Definition && graph_[node].cuttable && what.condition.file.empty() &&
        (where.key.begin == statement.begin || where.key.end + 1 == statement.end || where.key.end == statement.end);
    if (what.word == OverrideWord::Keep) {
      graph_.need(graph_.root(), node);
      uncuttable_sites_.insert(site);
    } else if (what.word == OverrideWord::Remove) {
      graph_.forget(node);
      removed_sites_.insert(site);
    } else if (what.word != OverrideWord::Region &&
               (is_condition || (what.word == OverrideWord::Predict && is_assignment))) {
      forced_cuts_.insert(site);
      if (what.word == OverrideWord::Trip)
        forced_values_[site] = "maquette_trips++ < (long)(" + what.text + ")";
      else if (what.word == OverrideWord::Branch)
        forced_values_[site] = what.text;
    }
  }
}

} // namespace maquette::skeletonizer
