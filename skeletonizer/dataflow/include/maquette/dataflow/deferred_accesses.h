//===- maquette/dataflow/deferred_accesses.h - accesses through pointers as edges ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_DEFERRED_ACCESSES_H
#define MAQUETTE_DATAFLOW_DEFERRED_ACCESSES_H

#include "maquette/dataflow/points_to.h"

namespace maquette::skeletonizer {

/// Turns deferred reads, writes and frees into edges of the graph.
void resolveDeferred(DependenceGraph &graph, const PointsTo &points_to);

} // namespace maquette::skeletonizer

#endif
