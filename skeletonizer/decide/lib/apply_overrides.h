//===- skeletonizer/decide/lib/apply_overrides.h - the user's own decisions in the dependence graph ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_APPLY_OVERRIDES_H
#define MAQUETTE_DECIDE_APPLY_OVERRIDES_H

#include "maquette/decide/overrides.h"
#include "slice.h"

#include <map>
#include <string>

namespace maquette::skeletonizer {

struct UserDecisions {
  std::map<SiteId, std::string> values; ///< Site -> expression that stands for it.
  std::set<SiteId> removed;
};

/// What the user decided: roots, values that are given, and actions that need nothing and are not there.
UserDecisions applyOverrides(const Overrides &overrides, DependenceGraph &graph, Cuts &cuts);

} // namespace maquette::skeletonizer

#endif
