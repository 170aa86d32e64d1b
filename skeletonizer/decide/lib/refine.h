//===- skeletonizer/decide/lib/refine.h - takes back what a mismatch proves wrong ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_REFINE_H
#define MAQUETTE_DECIDE_REFINE_H

#include "apply_overrides.h"
#include "maquette/decide/refinement.h"
#include "slice.h"

#include <string>
#include <vector>

namespace maquette::skeletonizer {

/// What was found is computed.
void applyRefinements(const Refinements &refinements, const ProgramIndex &index, DependenceGraph &graph, Cuts &cuts);

/// Looks for what feeds calls that differ, in the decisions that made them differ.
class RefinementSearch {
public:
  RefinementSearch(const DependenceGraph &graph, const ProgramIndex &index, const Slice &slice, const Cuts &cuts,
                   const UserDecisions &user, const Refinements &known)
      : graph_(graph), index_(index), slice_(slice), cuts_(cuts), user_(user), known_(known) {}

  RefinementAnswer answer(const Counterexample &mismatch) const;

private:
  std::vector<NodeId> walkFrom(const std::vector<NodeId> &calls, bool control_first) const;
  std::vector<Refinement> values(const std::vector<NodeId> &walk, RefinementAnswer &answer) const;
  std::vector<Refinement> ends(const std::vector<NodeId> &walk) const;
  std::vector<Refinement> functions(const std::vector<NodeId> &walk) const;
  sim::IdVector<FunctionId, char> incomplete() const;
  Refinement refinement(RefinementKind kind, NodeId node) const;

  const DependenceGraph &graph_;
  const ProgramIndex &index_;
  const Slice &slice_;
  const Cuts &cuts_;
  const UserDecisions &user_;
  const Refinements &known_;
};

} // namespace maquette::skeletonizer

#endif
