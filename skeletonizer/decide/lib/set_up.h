//===- skeletonizer/decide/lib/set_up.h - what runs before the time loop ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program's statements before its time loop run before it, and so do functions that only they call. What such code
/// computes does not depend on what the time loop computes, even where both share memory: a table of all parameters,
/// say.
#ifndef MAQUETTE_DECIDE_SET_UP_H
#define MAQUETTE_DECIDE_SET_UP_H

#include "maquette/frontend/program_index.h"
#include "slice.h"

namespace maquette::skeletonizer {

/// The time loop is here the loop of main(), or of a function that main() calls once, in which most functions run.
/// Nothing is known of several programs, of functions with labels, and of those that others than the program call.
class SetUp {
public:
  SetUp(const DependenceGraph &graph, const ProgramIndex &index);
  /// It runs only before the time loop.
  bool only(NodeId node) const { return only_[node] != 0; }
  /// It may run before the time loop. True for memory.
  bool ever(NodeId node) const { return ever_[node] != 0; }

private:
  NodeFlags only_, ever_;
};

} // namespace maquette::skeletonizer

#endif
