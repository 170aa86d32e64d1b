//===- skeletonizer/dataflow/lib/points_to.cpp - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/points_to.h"

#include <algorithm>
#include <map>

namespace maquette::skeletonizer {

namespace {
constexpr std::size_t kWorthwhile = 100; ///< Of this many nodes one must have been merged for one more look.

template <class T> void unique(std::vector<T> &items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

/// Gives up \p from and its memory.
template <class T> void append(std::vector<T> &to, std::vector<T> &from) {
  to.insert(to.end(), from.begin(), from.end());
  std::vector<T>().swap(from);
}
} // namespace

PointsTo::PointsTo(DependenceGraph &graph) : graph_(graph) { solve(); }

Pointees PointsTo::of(NodeId pointer) const {
  static const ObjectSet kNone;
  return {pointer < sets_.nextId() ? sets_[representative(pointer)] : kNone, objects_};
}

ObjectNumber PointsTo::numberOf(NodeId object) {
  const auto [known, is_new] = numbers_.try_emplace(object, objects_.nextId());
  if (is_new)
    objects_.add(object);
  return known->second;
}

NodeId PointsTo::representative(NodeId node) const {
  while (merged_into_[node] != node)
    node = merged_into_[node] = merged_into_[merged_into_[node]];
  return node;
}

void PointsTo::grow(NodeId node) {
  const std::size_t size = node.index() + 1;
  while (merged_into_.size() < size)
    merged_into_.add(merged_into_.nextId());
  if (sets_.size() >= size)
    return;
  for (sim::IdVector<NodeId, ObjectSet> *sets : {&sets_, &news_, &applied_})
    sets->resize(size);
  successors_.resize(size);
  loads_.resize(size);
  stores_.resize(size);
  parts_.resize(size);
}

void PointsTo::growToGraph() {
  if (graph_.size() > 0)
    grow(NodeId{graph_.size() - 1});
}

/// Returns whether that is new.
bool PointsTo::add(NodeId pointer, NodeId object) {
  grow(std::max(pointer, object));
  pointer = representative(pointer);
  const auto number = static_cast<unsigned>(numberOf(object).value());
  if (!sets_[pointer].test_and_set(number))
    return false;
  news_[pointer].set(number);
  return true;
}

/// Whatever \p from points to, \p to does. Returns whether that is new.
bool PointsTo::connect(NodeId from, NodeId to) {
  grow(std::max(from, to));
  from = representative(from);
  to = representative(to);
  if (from == to || !successors_[from].insert(to))
    return false;
  pass(sets_[from], to);
  return true;
}

void PointsTo::pass(const ObjectSet &objects, NodeId to) {
  ObjectSet fresh;
  fresh.intersectWithComplement(objects, sets_[to]);
  if (fresh.empty())
    return;
  sets_[to] |= fresh;
  news_[to] |= fresh;
}

void PointsTo::readConstraints() {
  PointerConstraints &c = graph_.pointers;
  unique(c.address);
  unique(c.copy);
  unique(c.load);
  unique(c.store);
  growToGraph();
  for (std::size_t i = 0; i < c.part.size(); ++i)
    parts_[c.part[i].pointer].push_back(i);
  for (auto [to, from] : c.copy)
    successors_[from].insert(to);
  for (auto [to, pointer] : c.load)
    loads_[pointer].push_back(to);
  for (auto [pointer, from] : c.store)
    stores_[pointer].push_back(from);
  for (auto [pointer, object] : c.address)
    add(pointer, object);
}

/// Of a cycle of copies: all in it point to the same. What only one of them had is new to the other's successors.
void PointsTo::merge(NodeId into, NodeId from) {
  merged_into_[from] = into;
  const bool alike = sets_[into] == sets_[from];
  sets_[into] |= sets_[from];
  if (alike)
    news_[into] |= news_[from];
  else
    news_[into] = sets_[into];
  applied_[into] &= applied_[from];
  successors_[into] |= successors_[from];
  append(loads_[into], loads_[from]);
  append(stores_[into], stores_[from]);
  append(parts_[into], parts_[from]);
  for (sim::IdVector<NodeId, ObjectSet> *sets : {&sets_, &news_, &applied_})
    (*sets)[from].clear();
  successors_[from].clear();
}

/// Merges what copies from each other (R. Tarjan, 1972). Returns the nodes that are left, each before its successors.
std::vector<NodeId> PointsTo::collapseCycles() {
  struct Visit {
    NodeId node;
    NodeSet::Iterator next;
  };
  sim::IdVector<NodeId, int> number(sets_.size(), 0), lowest(sets_.size(), 0); // From 1 in the order of visits.
  sim::IdVector<NodeId, char> open(sets_.size(), 0);
  std::vector<NodeId> stack, order;
  std::vector<Visit> visits;
  int count = 0;
  const auto enter = [&](NodeId node) {
    number[node] = lowest[node] = ++count;
    open[node] = 1;
    stack.push_back(node);
    visits.push_back({node, successors_[node].begin()});
  };
  const auto leave = [&](NodeId node) {
    if (lowest[node] == number[node]) {
      for (NodeId member = kNoNode; member != node;) {
        member = stack.back();
        stack.pop_back();
        open[member] = 0;
        if (member != node)
          merge(node, member);
      }
      order.push_back(node);
    }
    visits.pop_back();
    if (!visits.empty())
      lowest[visits.back().node] = std::min(lowest[visits.back().node], lowest[node]);
  };
  for (NodeId root : sets_.ids()) {
    if (number[root] != 0 || merged_into_[root] != root || successors_[root].empty())
      continue;
    enter(root);
    while (!visits.empty()) {
      Visit &visit = visits.back();
      if (visit.next == successors_[visit.node].end()) {
        leave(visit.node);
        continue;
      }
      const NodeId to = representative(*visit.next);
      ++visit.next;
      if (number[to] == 0)
        enter(to);
      else if (open[to])
        lowest[visit.node] = std::min(lowest[visit.node], number[to]);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// What is behind pointers that point to more now. Returns whether anything came of it.
bool PointsTo::applyComplex() {
  bool changed = false;
  for (NodeId pointer; pointer < sets_.nextId(); ++pointer) { // Parts make nodes.
    if (loads_[pointer].empty() && stores_[pointer].empty() && parts_[pointer].empty())
      continue;
    ObjectSet fresh;
    fresh.intersectWithComplement(sets_[pointer], applied_[pointer]);
    applied_[pointer] |= fresh;
    for (const unsigned number : fresh) {
      const NodeId object = objects_[ObjectNumber{number}];
      for (NodeId to : loads_[pointer])
        changed |= connect(object, to);
      for (NodeId from : stores_[pointer])
        changed |= connect(from, object);
      for (std::size_t i = 0; i < parts_[pointer].size(); ++i) { // Parts make nodes.
        const PointerConstraints::Part &part = graph_.pointers.part[parts_[pointer][i]];
        changed |= add(part.to, graph_.part(object, part.name));
      }
    }
  }
  return changed;
}

void PointsTo::solve() {
  readConstraints();
  while (mergeEquivalent(collapseCycles()) > sets_.size() / kWorthwhile) {
  }
  do {
    for (NodeId node : collapseCycles()) {
      const ObjectSet news = std::move(news_[node]);
      news_[node].clear();
      for (const NodeId successor : successors_[node])
        if (const NodeId to = representative(successor); to != node)
          pass(news, to);
    }
  } while (applyComplex());
  growToGraph();
}

} // namespace maquette::skeletonizer
