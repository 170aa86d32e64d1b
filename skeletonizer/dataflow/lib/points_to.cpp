//===- skeletonizer/dataflow/lib/points_to.cpp - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/points_to.h"

#include <algorithm>

namespace maquette::skeletonizer {

namespace {
constexpr int kDeepestRecord = 4;        ///< Records nested deeper are not opened.
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

const NodeSet &PointsTo::of(NodeId pointer) const {
  static const NodeSet kNone;
  return pointer < sets_.nextId() ? sets_[representative(pointer)] : kNone;
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
  for (sim::IdVector<NodeId, NodeSet> *nodes : {&sets_, &news_, &applied_, &successors_})
    nodes->resize(size);
  loads_.resize(size);
  stores_.resize(size);
  parts_.resize(size);
}

void PointsTo::growToGraph() { grow(NodeId{graph_.size()}); }

/// Returns whether that is new.
bool PointsTo::add(NodeId pointer, NodeId object) {
  grow(std::max(pointer, object));
  pointer = representative(pointer);
  if (!sets_[pointer].insert(object))
    return false;
  news_[pointer].insert(object);
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

void PointsTo::pass(const NodeSet &objects, NodeId to) {
  NodeSet fresh = objects;
  fresh -= sets_[to];
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
  for (sim::IdVector<NodeId, NodeSet> *nodes : {&sets_, &news_, &applied_, &successors_})
    (*nodes)[from].clear();
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
    NodeSet fresh = sets_[pointer];
    fresh -= applied_[pointer];
    applied_[pointer] |= fresh;
    for (const NodeId object : fresh) {
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
      const NodeSet news = std::move(news_[node]);
      news_[node].clear();
      for (const NodeId successor : successors_[node])
        if (const NodeId to = representative(successor); to != node)
          pass(news, to);
    }
  } while (applyComplex());
  growToGraph();
}

void PointsTo::collectRecords() {
  for (auto [pointer, record] : graph_.pointee_record)
    for (NodeId object : of(pointer)) {
      std::vector<const void *> &records = graph_.records_of[object];
      if (std::find(records.begin(), records.end(), record) == records.end())
        records.push_back(record);
    }
}

void PointsTo::addFields(const void *record, NodeSet &out, int depth) {
  auto fields = graph_.fields_of.find(record);
  if (fields == graph_.fields_of.end() || depth > kDeepestRecord)
    return;
  for (NodeId field : fields->second)
    if (out.insert(field))
      if (auto nested = graph_.records_of.find(field); nested != graph_.records_of.end())
        for (const void *inner : nested->second)
          addFields(inner, out, depth + 1);
}

/// Many access the same in the same way.
const NodeSet &PointsTo::targets(const DeferredAccess &access) {
  const auto [known, is_new] = targets_.try_emplace(wayOf(access));
  if (is_new)
    known->second = findTargets(access);
  return known->second;
}

/// Memory that nothing says the address of: what code gave that nobody sees. All of it is one, apart by what is read
/// and written there.
void PointsTo::addUnseen(Content content, NodeSet &out) {
  for (const auto &[held, other] :
       {std::pair(Content::Floating, Content::Other), std::pair(Content::Other, Content::Floating)}) {
    if (content == other)
      continue;
    const auto [known, is_new] = unseen_.try_emplace(held, kNoNode);
    if (is_new) {
      known->second = graph_.add(NodeKind::Object);
      graph_.declared_content[known->second] = held;
    }
    out.insert(known->second);
  }
}

NodeSet PointsTo::findTargets(const DeferredAccess &access) {
  NodeSet out = of(access.pointer);
  if (out.empty())
    addUnseen(access.content, out);
  if (!access.whole) {
    if (access.content != Content::Any)
      addNumbers(access, out);
    return out;
  }
  if (access.record)
    addFields(access.record, out, 0);
  addFieldsOf(of(access.pointer), out);
  for (NodeSet work = access.deep ? out : NodeSet(); !work.empty();) {
    NodeSet behind;
    for (NodeId object : work)
      behind |= of(object);
    const NodeSet objects = behind;
    addFieldsOf(objects, behind);
    behind -= out;
    out |= behind;
    work = std::move(behind);
  }
  if (access.content != Content::Any)
    for (NodeId object : NodeSet(out))
      if (const Content held = contentOf(object); held != Content::Any && held != access.content)
        out.erase(object);
  return out;
}

/// A number that is read or written where a record lies is one of its fields, the first for example: *(int *)record,
/// ((double *)vector)[i].
void PointsTo::addNumbers(const DeferredAccess &access, NodeSet &out) {
  NodeSet fields;
  for (NodeId object : of(access.pointer)) {
    const auto records = graph_.records_of.find(object);
    if (records != graph_.records_of.end() && records->second.size() == 1)
      addFields(records->second.front(), fields, 0);
  }
  for (NodeId field : fields) {
    const auto declared = graph_.declared_content.find(field);
    const Content held = declared == graph_.declared_content.end() ? Content::Any : declared->second;
    if (held == access.content)
      out.insert(field);
  }
}

void PointsTo::addFieldsOf(const NodeSet &objects, NodeSet &out) {
  std::set<const void *> seen;
  for (NodeId object : objects)
    if (auto records = graph_.records_of.find(object); records != graph_.records_of.end())
      for (const void *record : records->second)
        if (seen.insert(record).second)
          addFields(record, out, 0);
}

void PointsTo::noteContents(const std::vector<DeferredAccess> &accesses, bool write) {
  std::map<NodeId, Contents> behind;
  for (const DeferredAccess &access : accesses) {
    const bool payload = graph_.payloads.count(access.action) != 0;
    const bool taken =
        access.whole && access.content != Content::Any; // By a library, which does not look at what else is there.
    if (taken || (payload && !write))
      continue;
    Contents &found = behind[representative(access.pointer)];
    if (payload)
      found.received.insert(graph_.declared_content.at(access.action));
    else if (access.content == Content::Any)
      found.any = true;
    else if (access.content == Content::Floating)
      (write ? found.floating_written : found.floating_read) = true;
    else
      (write ? found.other_written : found.other_read) = true;
  }
  for (const auto &[pointer, found] : behind)
    for (NodeId object : of(pointer))
      contents_[object].add(found);
}

/// A heap object that is accessed as floating values and as others gets a part for the former. Where one kind is read
/// that nobody writes, bits of the other kind are read: all is one.
void PointsTo::separateContents() {
  noteContents(graph_.deferred_reads, false);
  noteContents(graph_.deferred_writes, true);
  for (const auto &[object, site] : graph_.allocation_site) {
    const auto found = contents_.find(object);
    if (found == contents_.end() || graph_[object].kind != NodeKind::Object)
      continue;
    const Contents &held = found->second;
    const bool any = held.received.count(Content::Any) != 0;
    const bool floating = !held.floating_read || held.floating_written || held.received.count(Content::Floating) ||
                          (any && !held.other_written);
    const bool other = !held.other_read || held.other_written || held.received.count(Content::Other) ||
                       (any && !held.floating_written);
    if (!held.asFloating() || !held.asOther() || !floating || !other)
      continue;
    const NodeId part = graph_.part(object, "#floating");
    graph_.need(part, object);
    graph_.floating_part[object] = part;
  }
}

/// What \p object holds as its declaration says, or all accesses to memory of the heap, if no access says otherwise.
Content PointsTo::contentOf(NodeId object) const {
  const auto declared = graph_.declared_content.find(object);
  const auto found = contents_.find(object);
  const Contents held = found == contents_.end() ? Contents{} : found->second;
  if (declared != graph_.declared_content.end())
    return (declared->second == Content::Floating ? held.asOther() : held.asFloating()) ? Content::Any
                                                                                        : declared->second;
  if (!graph_.allocation_site.count(object) || held.any || held.asFloating() == held.asOther())
    return Content::Any;
  return held.asFloating() ? Content::Floating : Content::Other;
}

/// What \p access reads: an object, or one node for all that it may be. kNoNode if there is none.
NodeId PointsTo::readBy(const DeferredAccess &access) {
  const auto [known, is_new] = read_.try_emplace(wayOf(access), kNoNode);
  if (!is_new)
    return known->second;
  std::set<NodeId> objects;
  for (NodeId object : targets(access)) {
    const auto floating = graph_.floating_part.find(object);
    objects.insert(floating == graph_.floating_part.end() || access.content == Content::Other ? object
                                                                                              : floating->second);
  }
  if (objects.size() == 1)
    known->second = *objects.begin();
  else if (!objects.empty())
    known->second = graph_.add(NodeKind::Pointees);
  if (objects.size() > 1)
    for (NodeId object : objects)
      graph_.need(known->second, object);
  return known->second;
}

void PointsTo::readMessage(const DeferredAccess &access, NodeId object, const Payload &parts) {
  if (const auto floating = graph_.floating_part.find(object); floating != graph_.floating_part.end()) {
    graph_.need(parts.floating, floating->second);
    graph_.need(parts.other, object);
  } else {
    graph_.need(parts.holding(contentOf(object), access.action), object);
  }
}

void PointsTo::writeObject(const DeferredAccess &access, NodeId object) {
  const auto payload = graph_.payloads.find(access.action);
  const auto floating = graph_.floating_part.find(object);
  if (floating == graph_.floating_part.end()) {
    graph_.need(object, payload == graph_.payloads.end() ? access.action
                                                         : payload->second.holding(contentOf(object), access.action));
  } else if (payload == graph_.payloads.end()) {
    graph_.need(access.content == Content::Floating ? floating->second : object, access.action);
  } else {
    graph_.need(floating->second, payload->second.floating);
    graph_.need(object, payload->second.other);
  }
}

void PointsTo::resolveDeferred() {
  collectRecords();
  separateContents();
  for (const DeferredAccess &read : graph_.deferred_reads)
    if (const auto payload = graph_.payloads.find(read.action); payload == graph_.payloads.end())
      graph_.need(read.action, readBy(read));
    else
      for (NodeId object : targets(read))
        readMessage(read, object, payload->second);
  for (const DeferredAccess &write : graph_.deferred_writes)
    for (NodeId object : targets(write))
      writeObject(write, object);
  for (std::vector<ContainerUse> *uses : {&graph_.container_uses, &graph_.container_copies})
    for (ContainerUse &use : *uses)
      for (NodeId pointer : use.pointers)
        for (NodeId object : of(pointer))
          use.elements.push_back(object);
  for (auto [end, pointer] : graph_.frees)
    for (NodeId object : of(pointer))
      graph_.freed[end].insert(object);
}

} // namespace maquette::skeletonizer
