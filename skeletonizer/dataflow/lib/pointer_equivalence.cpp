//===- skeletonizer/dataflow/lib/pointer_equivalence.cpp - pointers that are one before they are followed -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What certainly points to the same is merged (B. Hardekopf and C. Lin, Exploiting Pointer and Location Equivalence to
/// Optimize Pointer Analysis, SAS 2007: hash-based value numbering). A node has a number for all that its value comes
/// from; of equal numbers one node stays.
#include "maquette/dataflow/points_to.h"

#include <algorithm>
#include <numeric>

namespace maquette::skeletonizer {

namespace {
using Number =
    int; ///< Of a node: its own, of its address, of what lies behind it; then those of parts and of sets of numbers.
}

/// \p order: nodes with copies, most of them before their successors. Returns how many were merged into others.
std::size_t PointsTo::mergeEquivalent(const std::vector<NodeId> &order) {
  const auto count = static_cast<Number>(sets_.size());
  sim::IdVector<NodeId, std::vector<Number>> sources(sets_.size());
  const auto from = [&](NodeId node, Number number) { sources[representative(node)].push_back(number); };
  // What is stored there later is not known: an object is like no other.
  for (NodeId node : sets_.ids())
    if (graph_[node].kind == NodeKind::Object)
      from(node, node.value());
  for (auto [pointer, object] : graph_.pointers.address) {
    from(object, object.value());
    from(pointer, count + object.value());
  }
  for (auto [to, pointer] : graph_.pointers.load)
    from(to, 2 * count + representative(pointer).value());
  std::map<std::pair<NodeId, std::string>, Number> parts;
  Number next = 3 * count;
  for (const PointerConstraints::Part &part : graph_.pointers.part) {
    const auto [known, is_new] = parts.try_emplace({representative(part.pointer), part.name}, next);
    next += is_new;
    from(part.to, known->second);
  }

  sim::IdVector<NodeId, char> visited(sets_.size(), 0);
  for (const NodeId node : order) { // What comes from later nodes is not known when a node is visited.
    visited[node] = 1;
    for (const NodeId successor : successors_[node])
      if (const NodeId to = representative(successor); to != node && visited[to])
        from(to, next++);
  }
  std::map<std::vector<Number>, Number> sets;
  std::map<Number, NodeId> first;
  std::size_t merged = 0;
  const auto visit = [&](NodeId node) {
    std::vector<Number> &of = sources[node];
    std::sort(of.begin(), of.end());
    of.erase(std::unique(of.begin(), of.end()), of.end());
    if (of.empty())
      return;
    if (view_of_[node] != kAnything)
      of.push_back(-view_of_[node].value());
    Number number = of.front();
    if (of.size() > 1) {
      const auto [known, is_new] = sets.try_emplace(of, next);
      next += is_new;
      number = known->second;
    }
    for (const NodeId successor : successors_[node])
      if (const NodeId to = representative(successor); to != node)
        sources[to].push_back(number);
    std::vector<Number>().swap(of);
    first.try_emplace(number, node);
    if (const NodeId same = first.at(number); same != node) {
      merge(same, node);
      ++merged;
    }
  };
  sim::IdVector<NodeId, char> ordered(sets_.size(), 0);
  for (NodeId node : order) {
    ordered[node] = 1;
    visit(node);
  }
  for (NodeId node : sets_.ids())
    if (!ordered[node] && merged_into_[node] == node)
      visit(node);
  return merged;
}

} // namespace maquette::skeletonizer
