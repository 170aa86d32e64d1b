//===- skeletonizer/dataflow/lib/null_pointers.cpp - pointers that lead nowhere -===//
// SPDX-License-Identifier: Apache-2.0
#include "null_pointers.h"

namespace maquette::skeletonizer {

NullPointers::NullPointers(const DependenceGraph &graph, const PointsTo &points_to)
    : graph_(graph), points_to_(points_to), null_(graph.size(), 0) {
  const PointerConstraints &c = graph.pointers;
  for (auto [to, from] : c.copy)
    if (points_to.of(to).empty())
      sources_[to].copied.push_back(from);
  for (auto [to, pointer] : c.load)
    if (points_to.of(to).empty())
      sources_[to].loaded_through.push_back(pointer);
  for (const PointerConstraints::Part &part : c.part)
    if (points_to.of(part.to).empty())
      sources_[part.to].parts_of.push_back(part.pointer);
  for (NodeId node : graph.nodes()) {
    const bool may =
        holdsPointer(node) ? c.plain.count(node) != 0 : sources_.count(node) != 0 || c.lead_nowhere.count(node) != 0;
    if (!may || !points_to.of(node).empty())
      continue;
    null_[node] = 1;
    candidates_.push_back(node);
  }
}

/// It has whatever is stored there; other nodes have what they are made of.
bool NullPointers::holdsPointer(NodeId node) const {
  return graph_[node].kind == NodeKind::Object && graph_.pointers.bound.count(node) == 0;
}

void NullPointers::find(const Writers &writers) {
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId node : candidates_)
      if (null_[node] && !staysNull(node, writers)) {
        null_[node] = 0;
        changed = true;
      }
  }
}

bool NullPointers::staysNull(NodeId node, const Writers &writers) const {
  if (graph_.pointers.lead_nowhere.count(node) != 0)
    return true;
  if (holdsPointer(node) && !isWrittenNull(node, writers))
    return false;
  const auto found = sources_.find(node);
  if (found == sources_.end())
    return true;
  const auto is_null = [this](NodeId source) { return holds(source); };
  return llvm::all_of(found->second.copied, is_null) && llvm::all_of(found->second.parts_of, is_null) &&
         llvm::all_of(found->second.loaded_through, [this](NodeId pointer) { return isLoadedNull(pointer); });
}

/// All that writes there gives null, or copies a pointer that is null.
bool NullPointers::isWrittenNull(NodeId object, const Writers &writers) const {
  const auto gives_null = [this](NodeId writer) {
    const auto given = graph_.pointers.given.find(writer);
    return given != graph_.pointers.given.end() && (given->second == kNoNode || holds(given->second));
  };
  const std::vector<NodeId> &direct = graph_.needs(object);
  const auto indirect = writers.find(object);
  if (direct.empty() && indirect == writers.end())
    return graph_.pointers.plain.at(object);
  return llvm::all_of(direct, gives_null) && (indirect == writers.end() || llvm::all_of(indirect->second, gives_null));
}

bool NullPointers::isLoadedNull(NodeId pointer) const {
  const Pointees objects = points_to_.of(pointer);
  if (objects.empty())
    return holds(pointer);
  for (const NodeId object : objects)
    if (!holds(object))
      return false;
  return true;
}

} // namespace maquette::skeletonizer
