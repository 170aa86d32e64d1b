//===- maquette/dataflow/graph_builder.h - from ASTs to the dependence graph -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks every function reachable from main, once per calling context (the last call site, and the one before where
/// that stands in a function of one statement), and fills a DependenceGraph.
#ifndef MAQUETTE_DATAFLOW_GRAPH_BUILDER_H
#define MAQUETTE_DATAFLOW_GRAPH_BUILDER_H

#include "maquette/calls/external_effects.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_text.h"

namespace maquette::skeletonizer {

/// The whole graph. \p editable tells files of the application from others; null: all are. \p keeps_io: reading and
/// writing files is part of what the skeleton must do.
/// \pre the program has a main.
DependenceGraph buildDependenceGraph(const Program &program, const ProgramIndex &index, const ExternalEffects &effects,
                                     const EditableFiles &editable, bool keeps_io = false);

} // namespace maquette::skeletonizer

#endif
