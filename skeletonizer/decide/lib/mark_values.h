//===- skeletonizer/decide/lib/mark_values.h - which values may be predicted, and which not ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_MARK_VALUES_H
#define MAQUETTE_DECIDE_MARK_VALUES_H

#include "maquette/dataflow/loop_frequency.h"
#include "node_cost.h"
#include "slice.h"
#include "value_origins.h"

namespace maquette::skeletonizer {

/// What peers, tags and communicators are computed from is never predicted, but for what all ranks agree on. Control
/// counts only where it chooses between values, not where it also decides whether the call happens.
void markExact(DependenceGraph &graph, const ValueOrigins &origins);
/// Every early end of the program stays, and what leads to it is computed.
void markStrict(DependenceGraph &graph);
/// Threads stay, how they wait for one another stays with what it needs, and none of it is predicted: threads would
/// wait for what does not come. But a loop that communicates may be: all threads take part in its steps or in none of
/// them.
void markThreads(DependenceGraph &graph);
/// What follows from the time loop's results may be predicted wherever it stands: a check of the solution after the
/// loop, for one.
NodeFlags lateValues(const DependenceGraph &graph, const NodeCost &cost, const LoopFrequency &frequency);
/// What an integer says that another rank sent, the sender has to say: it is predicted there or not at all, so that
/// both ranks know the same. So are the sums of such integers, which buffers are as large as. What a message brings as
/// floating values may be predicted where it is used.
void forbidDelivered(const DependenceGraph &graph, const ValueOrigins &origins, Cuts &cuts);
/// What ranks contribute to a reduction is not predicted: the same floating value on each would make a sum that grows
/// with their number. It is predicted behind the reduction, where all know the same. So it goes back from the data
/// sent, through scalars and what functions return, to where elements of memory are read or an earlier collective gave
/// the value.
void forbidReduced(const DependenceGraph &graph, const ValueOrigins &origins, Cuts &cuts);

} // namespace maquette::skeletonizer

#endif
