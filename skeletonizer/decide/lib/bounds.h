//===- skeletonizer/decide/lib/bounds.h - which memory the skeleton reaches ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the skeleton reads or writes memory, indices, pointers, counts and the sizes of what was allocated have to fit
/// each other, as in the program: none of them is predicted. Memory that is only passed on needs none of this.
#ifndef MAQUETTE_DECIDE_BOUNDS_H
#define MAQUETTE_DECIDE_BOUNDS_H

#include "set_up.h"
#include "slice.h"

namespace maquette::skeletonizer {

/// Returns true when cuts had to be forbidden. Follows data, and how often loops over data run, not which of several
/// ways is taken.
bool forbidCutsOfBounds(const NodeFlags &in, const DependenceGraph &graph, const SetUp &set_up, Cuts &cuts);

} // namespace maquette::skeletonizer

#endif
