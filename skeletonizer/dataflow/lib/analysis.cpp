//===- skeletonizer/dataflow/lib/analysis.cpp - from a program to its finished graph -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/analysis.h"

#include "maquette/dataflow/deferred_accesses.h"
#include "maquette/dataflow/files.h"
#include "maquette/dataflow/graph_builder.h"
#include "maquette/dataflow/points_to.h"
#include "maquette/sim/assert.h"

#include <vector>

namespace maquette::skeletonizer {
namespace {

/// A parameter that is tracked by flow starts as what callers pass, apart from what the body assigns to it.
void connectParameters(DependenceGraph &graph) {
  for (auto [entry, object] : graph.parameter_definitions)
    for (NodeId definition : std::vector<NodeId>(graph.needs(object))) {
      const Node &node = graph[definition];
      const bool body = node.kind == NodeKind::Action && graph.sites[node.site].role == Role::Definition;
      if (!body)
        graph.need(entry, definition);
    }
}

void resolvePointers(DependenceGraph &graph) {
  const PointsTo points_to(graph);
  resolveDeferred(graph, points_to);
  connectFiles(graph, points_to);
}

DependenceGraph finishedGraph(const Program &program, const ProgramIndex &index, const ExternalEffects &effects,
                              const EditableFiles &editable, bool keeps_io) {
  MAQUETTE_ASSERT(!index.mains().empty());
  DependenceGraph graph = buildDependenceGraph(program, index, effects, editable, keeps_io);
  connectParameters(graph);
  resolvePointers(graph);
  graph.finish();
  return graph;
}

} // namespace

Analysis::Analysis(const Program &program, const ExternalEffects &effects, const EditableFiles &editable, bool keeps_io)
    : index_(program), graph_(finishedGraph(program, index_, effects, editable, keeps_io)) {}

} // namespace maquette::skeletonizer
