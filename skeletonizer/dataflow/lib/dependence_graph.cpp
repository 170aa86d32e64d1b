//===- skeletonizer/dataflow/lib/dependence_graph.cpp - who needs whom ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/dependence_graph.h"

#include <algorithm>

namespace maquette::skeletonizer {

namespace {
constexpr int kDeepestPart = 6; ///< vector<vector<...>> nested deeper is treated as one object.
}

DependenceGraph::DependenceGraph() { add(NodeKind::Root); }

NodeId DependenceGraph::add(NodeKind kind, InstanceId instance) {
  Node node;
  node.kind = kind;
  node.instance = instance;
  needs_.add({});
  return nodes_.add(node);
}

void DependenceGraph::need(NodeId a, NodeId b) {
  if (a != kNoNode && b != kNoNode && a != b)
    needs_[a].push_back(b);
}

NodeId DependenceGraph::part(NodeId object, const std::string &name) {
  auto found = parts_.find({object, name});
  if (found != parts_.end())
    return found->second;
  const auto field = field_parts.find(name);
  if (field != field_parts.end() && !field->second.apart)
    return field->second.field;
  const int depth = part_depth_[object] + 1;
  if (depth > kDeepestPart || nodes_[object].kind != NodeKind::Object)
    return object;
  const NodeId made = add(NodeKind::Object, nodes_[object].instance);
  nodes_[made].site = nodes_[object].site;
  part_depth_[made] = depth;
  parts_[{object, name}] = made;
  if (field != field_parts.end())
    declareAs(made, field->second);
  return made;
}

/// What is known of the field holds of \p part.
void DependenceGraph::declareAs(NodeId part, const FieldPart &field) {
  nodes_[part].single = nodes_[field.field].single;
  nodes_[part].site = kNoSite;
  if (const auto content = declared_content.find(field.field); content != declared_content.end())
    declared_content.emplace(part, content->second);
  if (pointers.plain.count(field.field) != 0)
    pointers.plain.emplace(part, true);
  named_objects[field.name].push_back(part);
  parts_of_field[field.field].push_back(part);
}

void DependenceGraph::finish() {
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (std::vector<NodeId> &edges : needs_) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
}

} // namespace maquette::skeletonizer
