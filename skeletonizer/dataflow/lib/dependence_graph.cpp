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
  auto found = parts_.nodes.find({object, name});
  if (found != parts_.nodes.end())
    return found->second;
  const auto field = field_parts.by_name.find(name);
  const bool is_field = field != field_parts.by_name.end();
  if (is_field && !field->second.apart)
    return field->second.field;
  const int depth = parts_.depth[object] + 1;
  if (depth > kDeepestPart || nodes_[object].kind != NodeKind::Object)
    return object;
  if (name == "#elements" || name == "#size") {
    const ObjectType *const type = records.typeOf(object);
    if (type && parts_.level[object] >= type->levels)
      return object;
  }
  const NodeId made = add(NodeKind::Object, nodes_[object].instance);
  parts_.depth[made] = depth;
  if (!is_field)
    parts_.level[made] = parts_.level[object] + 1;
  parts_.nodes[{object, name}] = made;
  const auto known = records.made_as.find(is_field ? field->second.field : object);
  if (known != records.made_as.end()) {
    const void *const record = known->second;
    records.made_as.emplace(made, record);
  }
  if (!is_field) {
    nodes_[made].site = nodes_[object].site;
    return made;
  }
  const NodeId whole = field->second.field; // what is known of the field holds of the part
  nodes_[made].single = nodes_[whole].single;
  if (const auto content = declared_content.find(whole); content != declared_content.end())
    declared_content.emplace(made, content->second);
  if (const auto declared = records.leads_to.find(whole); declared != records.leads_to.end()) {
    const void *const record = declared->second;
    records.leads_to.emplace(made, record);
  }
  if (pointers.plain.count(whole) != 0)
    pointers.plain.emplace(made, true);
  named_objects[field->second.name].push_back(made);
  field_parts.of_field[whole].push_back(made);
  return made;
}

void DependenceGraph::finish() {
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  // A jump to a label was never walked: it stands where nothing runs.
  const auto never_runs = [&](NodeId node) {
    return nodes_[node].kind == NodeKind::Action && nodes_[node].site == kNoSite;
  };
  for (std::vector<NodeId> &edges : needs_) {
    std::erase_if(edges, never_runs);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
}

} // namespace maquette::skeletonizer
