//===- skeletonizer/decide/lib/slice_extension.cpp - what a slice holds because it is cheap ---===//
// SPDX-License-Identifier: Apache-2.0
#include "slice_extension.h"

#include "marks.h"

namespace maquette::skeletonizer {

static constexpr double kCheap = 2000; ///< Operations that what is added may take.

/// Adds what \p root needs if that costs next to nothing.
bool SliceExtension::addIfCheap(NodeId root) {
  if (slice_.in[root])
    return false;
  std::vector<NodeId> added{root};
  std::vector<NodeId> from{kNoNode};
  std::set<NodeId> seen{root};
  double total = 0;
  for (std::size_t i = 0; i < added.size(); ++i) {
    const NodeId at = added[i];
    total += graph_[at].cost * frequency_.anywhere(at);
    if (total > kCheap)
      return false;
    const bool cut = cuts_.has(graph_[at]);
    for (NodeId needed : graph_.needs(at))
      if (!slice_.in[needed] && !(cut && needed == graph_[at].operands) && seen.insert(needed).second) {
        added.push_back(needed);
        from.push_back(at);
      }
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    slice_.in[added[i]] = 1;
    slice_.parents[added[i]] = from[i];
  }
  roots_.push_back(root);
  return true;
}

void SliceExtension::addSoftRoots() {
  for (NodeId root : graph_.soft_roots)
    addIfCheap(root);
  // What the skeleton allocates it also frees; a free alone is no reason to allocate.
  for (const auto &[end, objects] : graph_.heap.freed)
    for (NodeId object : objects)
      if (auto made = graph_.heap.action.find(object);
          made != graph_.heap.action.end() && made->second != kNoNode && slice_.in[made->second]) {
        addIfCheap(end);
        break;
      }
}

bool SliceExtension::isArgumentOfKeptCall(NodeId node) const {
  if (graph_[node].kind != NodeKind::Action || graph_.sites[graph_[node].site].role != Role::Argument)
    return false;
  for (NodeId needed : graph_.needs(node))
    if (slice_.in[needed] && graph_[needed].kind == NodeKind::Action &&
        graph_.sites[graph_[needed].site].role == Role::Call)
      return true;
  return false;
}

/// A variable or field, not a piece of an array: every assignment to it is one that could be predicted.
bool SliceExtension::isScalarObject(NodeId object) const {
  for (NodeId definition : graph_.needs(object)) {
    const Node &node = graph_[definition];
    if (node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition &&
        graph_.sites[node.site].c_type.empty())
      return false;
  }
  return true;
}

/// The values that the bounds of removed loops depend on, seen from functions that stay.
std::set<NodeId> SliceExtension::featureCandidates() const {
  const InstanceFlags runs = runningInstances(slice_.in, graph_);
  const auto is_live = [&](InstanceId instance) { return instance != kNoInstance && runs[instance]; };
  std::set<NodeId> out;
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node : graph_.nodes())
    if (graph_[node].condition_of_loop && graph_[node].kind == NodeKind::Action && !slice_.in[node])
      work.push_back(graph_[node].operands);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId needed : graph_.needs(at)) {
      const Node &node = graph_[needed];
      if (node.kind == NodeKind::Region || node.condition_of_loop || !seen.insert(needed))
        continue;
      const bool outside_any = node.kind == NodeKind::Object && node.instance == kNoInstance && isScalarObject(needed);
      const bool definition =
          node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition && node.cuttable;
      const bool in_place = definition && is_live(node.instance) && node.loop == kNoLoop && !node.loop_head;
      const bool small_array = node.array && is_live(node.instance);
      if (outside_any || in_place || small_array || isArgumentOfKeptCall(needed))
        out.insert(needed);
      else
        work.push_back(needed);
    }
  }
  return out;
}

void SliceExtension::addFeatures() {
  for (NodeId candidate : featureCandidates())
    addIfCheap(candidate);
}

} // namespace maquette::skeletonizer
