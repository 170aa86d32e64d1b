//===- skeletonizer/dataflow/lib/points_to.cpp - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/points_to.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_set>

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
  if (is_new) {
    objects_.add(object);
    const ObjectType *const type = graph_.records.typeOf(object);
    for (const auto &[record, view] : view_numbers_)
      if (!type || type->views.count(record) != 0)
        seen_in_[view].insert(static_cast<unsigned>(known->second.value()));
  }
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
  while (view_of_.size() < size)
    view_of_.add(viewOf(view_of_.nextId()));
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
  if (view_of_[pointer] != kAnything && !seen_in_[view_of_[pointer]].has(number))
    return false;
  if (!sets_[pointer].insert(number))
    return false;
  news_[pointer].insert(number);
  return true;
}

/// Whatever \p from points to, \p to does. Returns whether that is new.
bool PointsTo::connect(NodeId from, NodeId to) {
  grow(std::max(from, to));
  from = representative(from);
  to = representative(to);
  if (view_of_[from] == kNothing || view_of_[to] == kNothing || from == to || !successors_[from].insert(to))
    return false;
  pass(sets_[from], to);
  return true;
}

/// Returns whether anything was new.
bool PointsTo::pass(const ObjectSet &objects, NodeId to) {
  ObjectSet fresh = objects - sets_[to];
  if (view_of_[to] != kAnything)
    fresh &= seen_in_[view_of_[to]];
  if (fresh.empty())
    return false;
  sets_[to] |= fresh;
  news_[to] |= fresh;
  return true;
}

void PointsTo::readViews() {
  for (const auto &[pointer, record] : graph_.records.leads_to)
    if (view_numbers_.try_emplace(record, seen_in_.nextId()).second)
      seen_in_.add(ObjectSet());
}

ViewNumber PointsTo::viewOf(NodeId node) const {
  const ObjectType *const type = graph_.records.typeOf(node);
  if (type && !type->holds_pointers)
    return kNothing;
  const auto record = graph_.records.leads_to.find(node);
  return record == graph_.records.leads_to.end() ? kAnything : view_numbers_.at(record->second);
}

void PointsTo::readConstraints() {
  PointerConstraints &c = graph_.pointers;
  unique(c.address);
  unique(c.copy);
  unique(c.load);
  unique(c.store);
  readViews();
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

/// What certainly points to the same: a cycle of copies, for one. What only one of them had is new to the other's
/// successors.
void PointsTo::merge(NodeId into, NodeId from) {
  merged_into_[from] = into;
  view_of_[into] = std::max(view_of_[into], view_of_[from]); // One, or one and none.
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

/// Calls component(nodes) for what reaches each other along copies that follows(from, to) (R. Tarjan, 1972), first for
/// what others reach.
template <class Follows, class Component> void PointsTo::forEachComponent(Follows follows, Component component) {
  struct Visit {
    NodeId node;
    NodeSet::Iterator next;
  };
  sim::IdVector<NodeId, int> number(sets_.size(), 0), lowest(sets_.size(), 0); // From 1 in the order of visits.
  sim::IdVector<NodeId, char> open(sets_.size(), 0);
  std::vector<NodeId> stack;
  std::vector<Visit> visits;
  int count = 0;
  const auto enter = [&](NodeId node) {
    number[node] = lowest[node] = ++count;
    open[node] = 1;
    stack.push_back(node);
    visits.push_back({node, successors_[node].begin()});
  };
  const auto leave = [&](NodeId node) {
    visits.pop_back();
    if (!visits.empty())
      lowest[visits.back().node] = std::min(lowest[visits.back().node], lowest[node]);
    if (lowest[node] != number[node])
      return;
    const auto first = std::find(stack.rbegin(), stack.rend(), node).base() - 1;
    for (auto member = first; member != stack.end(); ++member)
      open[*member] = 0;
    component(std::span<const NodeId>(first, stack.end()));
    stack.erase(first, stack.end());
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
      if (!follows(visit.node, to))
        continue;
      if (number[to] == 0)
        enter(to);
      else if (open[to])
        lowest[visit.node] = std::min(lowest[visit.node], number[to]);
    }
  }
}

/// No view takes anything away between them.
bool PointsTo::passesAll(NodeId from, NodeId to) const {
  return view_of_[to] == kAnything || view_of_[to] == view_of_[from];
}

/// Merges what copies from each other.
void PointsTo::collapseCycles() {
  forEachComponent([&](NodeId from, NodeId to) { return passesAll(from, to); },
                   [&](std::span<const NodeId> nodes) {
                     for (const NodeId member : nodes.subspan(1))
                       merge(nodes.front(), member);
                   });
}

/// Nodes with copies, each before its successors but where they are in a cycle.
std::vector<NodeId> PointsTo::sourcesFirst() {
  std::vector<NodeId> order;
  forEachComponent([](NodeId, NodeId) { return true; },
                   [&](std::span<const NodeId> nodes) { order.insert(order.end(), nodes.rbegin(), nodes.rend()); });
  std::reverse(order.begin(), order.end());
  return order;
}

/// What is behind pointers that point to more now. Returns whether anything came of it.
bool PointsTo::applyComplex() {
  bool changed = false;
  for (NodeId pointer; pointer < sets_.nextId(); ++pointer) { // Parts make nodes.
    if (loads_[pointer].empty() && stores_[pointer].empty() && parts_[pointer].empty())
      continue;
    const ObjectSet fresh = sets_[pointer] - applied_[pointer];
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

/// Returns whether there was anything new.
bool PointsTo::propagate(const std::vector<NodeId> &order) {
  bool changed = false;
  for (const NodeId node : order) {
    if (news_[node].empty())
      continue;
    const ObjectSet news = std::move(news_[node]);
    news_[node].clear();
    for (const NodeId successor : successors_[node])
      if (const NodeId to = representative(successor); to != node)
        changed |= pass(news, to);
  }
  return changed;
}

void PointsTo::solve() {
  readConstraints();
  do
    collapseCycles();
  while (mergeEquivalent(sourcesFirst()) > sets_.size() / kWorthwhile);
  do {
    collapseCycles();
    const std::vector<NodeId> order = sourcesFirst();
    while (propagate(order)) {
    }
  } while (applyComplex());
  growToGraph();
  shareEqualSets();
}

/// Of pointers that turned out to point to the same one stays. Nothing is propagated after that.
void PointsTo::shareEqualSets() {
  std::unordered_multimap<std::size_t, NodeId> known;
  for (const NodeId node : sets_.ids()) {
    if (merged_into_[node] != node || sets_[node].empty())
      continue;
    const auto [first, last] = known.equal_range(sets_[node].hash());
    const auto same = std::find_if(first, last, [&](const auto &other) { return sets_[other.second] == sets_[node]; });
    if (same == last) {
      known.emplace(sets_[node].hash(), node);
      continue;
    }
    merged_into_[node] = same->second;
    sets_[node].clear();
  }
}

NodeSet PointsTo::ofAny(const NodeSet &pointers) const {
  ObjectSet objects;
  std::unordered_set<NodeId> seen;
  for (const NodeId pointer : pointers)
    if (pointer < sets_.nextId() && seen.insert(representative(pointer)).second)
      objects |= of(pointer).numbers();
  return Pointees(objects, objects_);
}

} // namespace maquette::skeletonizer
