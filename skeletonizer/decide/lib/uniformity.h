//===- skeletonizer/decide/lib/uniformity.h - what all ranks know alike ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A predicted value is the same on all ranks. Where it decides whether a rank communicates, it has to be so in the
/// program, too: what follows from the arguments alone, or a number that goes back to the result of a collective. What
/// else may differ from rank to rank is computed.
#ifndef MAQUETTE_DECIDE_UNIFORMITY_H
#define MAQUETTE_DECIDE_UNIFORMITY_H

#include "slice.h"

namespace maquette::skeletonizer {

class Uniformity {
public:
  explicit Uniformity(const DependenceGraph &graph);

  /// What decides whether some MPI call is made is computed, unless all ranks know it alike.
  void markControl(DependenceGraph &graph);
  /// The result of a collective that decides about communication and is computed needs what each rank gave to it, as
  /// that rank has it: such a number is predicted behind the collective or not at all. Returns true when cuts had to be
  /// forbidden.
  bool forbidCutsBehindControl(const NodeFlags &in, Cuts &cuts) const;
  /// How much goes to which neighbour: one prediction would stand for all neighbours, and those know their numbers,
  /// too. So an element of memory that is an argument of an MPI call, or becomes one through scalars, is not predicted
  /// where it is read, unless all ranks have the same or are told.
  void forbidElements(Cuts &cuts) const;

private:
  bool isAlike(NodeId at) const;

  const DependenceGraph &graph_;
  NodeFlags varies_;            ///< May differ from rank to rank.
  NodeFlags collective_;        ///< A number that follows from what a collective gave to all ranks.
  std::vector<NodeId> control_; ///< Conditions that decide whether some MPI call is made.
};

} // namespace maquette::skeletonizer

#endif
