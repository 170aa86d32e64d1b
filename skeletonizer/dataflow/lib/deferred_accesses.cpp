//===- skeletonizer/dataflow/lib/deferred_accesses.cpp - accesses through pointers as edges ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/deferred_accesses.h"

#include "null_pointers.h"
#include "object_contents.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace maquette::skeletonizer {
namespace {

constexpr int kDeepestRecord = 4; ///< Records nested deeper are not opened.

/// Finds the objects that accesses may go to.
class AccessResolver {
public:
  AccessResolver(DependenceGraph &graph, const PointsTo &points_to)
      : graph_(graph), points_to_(points_to), contents_(graph, points_to), nulls_(graph, points_to) {}

  void resolve();

private:
  /// What tells where an access goes: those of one pointer have it in common.
  using Way = std::tuple<NodeId, const void *, bool, Content, bool, bool>;

  Way wayOf(const DeferredAccess &access) const {
    return {points_to_.representative(access.pointer),
            access.record,
            access.whole,
            access.content,
            access.deep,
            nulls_.holds(access.pointer)};
  }
  const NodeSet &targets(const DeferredAccess &access);
  void findNull();
  NodeSet findTargets(const DeferredAccess &access);
  NodeSet knownTargets(const DeferredAccess &access, NodeSet out);
  void addUnseen(Content content, NodeSet &out);
  void addNumbers(const DeferredAccess &access, NodeSet &out);
  void addFieldsOf(const NodeSet &objects, NodeSet &out);
  void addFields(const void *record, NodeSet &out, int depth);
  void unifyWithNumbers(NodeId pointer, const void *record);
  void readMessage(const DeferredAccess &access, NodeId object, const Payload &parts);
  NodeId readBy(const DeferredAccess &access);
  void writeObject(const DeferredAccess &access, NodeId object);

  DependenceGraph &graph_;
  const PointsTo &points_to_;
  ObjectContents contents_;
  NullPointers nulls_;
  std::map<Way, NodeSet> targets_;
  std::map<Way, NodeId> read_;
  std::map<Content, NodeId> unseen_;
};

void AccessResolver::addFields(const void *record, NodeSet &out, int depth) {
  auto fields = graph_.records.fields.find(record);
  if (fields == graph_.records.fields.end() || depth > kDeepestRecord)
    return;
  for (NodeId field : fields->second) {
    if (const auto parts = graph_.field_parts.of_field.find(field); parts != graph_.field_parts.of_field.end())
      for (NodeId part : parts->second)
        out.insert(part);
    if (out.insert(field))
      if (auto nested = graph_.records.of.find(field); nested != graph_.records.of.end())
        for (const void *inner : nested->second)
          addFields(inner, out, depth + 1);
  }
}

/// Many access the same in the same way.
const NodeSet &AccessResolver::targets(const DeferredAccess &access) {
  const auto [known, is_new] = targets_.try_emplace(wayOf(access));
  if (is_new)
    known->second = findTargets(access);
  return known->second;
}

/// Memory that nothing says the address of: what code gave that nobody sees. All of it is one, apart by what is read
/// and written there.
void AccessResolver::addUnseen(Content content, NodeSet &out) {
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

/// Before anything is said of memory from outside.
void AccessResolver::findNull() {
  NullPointers::Writers writers;
  std::map<Way, std::vector<NodeId>> asked_for;
  for (const DeferredAccess &write : graph_.deferred.writes) {
    const auto [known, is_new] = asked_for.try_emplace(wayOf(write));
    if (is_new)
      for (NodeId object : knownTargets(write, points_to_.of(write.pointer)))
        if (nulls_.asksFor(object))
          known->second.push_back(object);
    for (NodeId object : known->second)
      writers[object].push_back(write.action);
  }
  nulls_.find(writers);
}

NodeSet AccessResolver::findTargets(const DeferredAccess &access) {
  NodeSet out = points_to_.of(access.pointer);
  if (nulls_.holds(access.pointer))
    return out;
  if (out.empty())
    addUnseen(access.content, out);
  return knownTargets(access, std::move(out));
}

/// \p out and what more the access reaches.
NodeSet AccessResolver::knownTargets(const DeferredAccess &access, NodeSet out) {
  if (!access.whole) {
    if (access.content != Content::Any)
      addNumbers(access, out);
    return out;
  }
  if (access.record)
    addFields(access.record, out, 0);
  addFieldsOf(points_to_.of(access.pointer), out);
  for (NodeSet work = access.deep ? out : NodeSet(); !work.empty();) {
    NodeSet behind = points_to_.ofAny(work);
    const NodeSet objects = behind;
    addFieldsOf(objects, behind);
    behind -= out;
    out |= behind;
    work = std::move(behind);
  }
  if (access.content != Content::Any)
    for (NodeId object : NodeSet(out))
      if (const Content held = contents_.of(object); held != Content::Any && held != access.content)
        out.erase(object);
  return out;
}

/// A number that is read or written where a record lies is one of its fields, the first for example: *(int *)record,
/// ((double *)vector)[i].
void AccessResolver::addNumbers(const DeferredAccess &access, NodeSet &out) {
  NodeSet fields;
  for (NodeId object : points_to_.of(access.pointer)) {
    const auto records = graph_.records.of.find(object);
    if (records != graph_.records.of.end() && records->second.size() == 1)
      addFields(records->second.front(), fields, 0);
  }
  for (NodeId field : fields) {
    const auto declared = graph_.declared_content.find(field);
    const Content held = declared == graph_.declared_content.end() ? Content::Any : declared->second;
    if (held == access.content)
      out.insert(field);
  }
}

/// Variables and fields that are numbers, and are taken for a record: what one writes the other reads.
void AccessResolver::unifyWithNumbers(NodeId pointer, const void *record) {
  NodeSet fields;
  addFields(record, fields, 0);
  for (NodeId object : points_to_.of(pointer)) {
    const auto declared = graph_.declared_content.find(object);
    if (declared == graph_.declared_content.end() || declared->second == Content::Any)
      continue;
    for (NodeId field : fields) {
      graph_.need(object, field);
      graph_.need(field, object);
    }
  }
}

void AccessResolver::addFieldsOf(const NodeSet &objects, NodeSet &out) {
  std::set<const void *> seen;
  for (NodeId object : objects)
    if (auto records = graph_.records.of.find(object); records != graph_.records.of.end())
      for (const void *record : records->second)
        if (seen.insert(record).second)
          addFields(record, out, 0);
}

/// What \p access reads: an object, or one node for all that it may be. kNoNode if there is none.
NodeId AccessResolver::readBy(const DeferredAccess &access) {
  const auto [known, is_new] = read_.try_emplace(wayOf(access), kNoNode);
  if (!is_new)
    return known->second;
  std::set<NodeId> objects;
  for (NodeId object : targets(access)) {
    const auto floating = graph_.heap.floating_part.find(object);
    objects.insert(floating == graph_.heap.floating_part.end() || access.content == Content::Other ? object
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

void AccessResolver::readMessage(const DeferredAccess &access, NodeId object, const Payload &parts) {
  if (const auto floating = graph_.heap.floating_part.find(object); floating != graph_.heap.floating_part.end()) {
    graph_.need(parts.floating, floating->second);
    graph_.need(parts.other, object);
  } else {
    graph_.need(parts.holding(contents_.of(object), access.action), object);
  }
}

void AccessResolver::writeObject(const DeferredAccess &access, NodeId object) {
  if (object == graph_.pointers.literals)
    return;
  const auto payload = graph_.payloads.find(access.action);
  const auto floating = graph_.heap.floating_part.find(object);
  if (floating == graph_.heap.floating_part.end()) {
    graph_.need(object, payload == graph_.payloads.end()
                            ? access.action
                            : payload->second.holding(contents_.of(object), access.action));
  } else if (payload == graph_.payloads.end()) {
    graph_.need(access.content == Content::Floating ? floating->second : object, access.action);
  } else {
    graph_.need(floating->second, payload->second.floating);
    graph_.need(object, payload->second.other);
  }
}

void AccessResolver::resolve() {
  contents_.separate();
  findNull();
  for (const auto &[pointer, record] : graph_.records.over_numbers)
    unifyWithNumbers(pointer, record);
  for (const DeferredAccess &read : graph_.deferred.reads)
    if (const auto payload = graph_.payloads.find(read.action); payload == graph_.payloads.end())
      graph_.need(read.action, readBy(read));
    else
      for (NodeId object : targets(read))
        readMessage(read, object, payload->second);
  for (const DeferredAccess &write : graph_.deferred.writes)
    for (NodeId object : targets(write))
      writeObject(write, object);
}

} // namespace

/// Of objects, the types that pointers to them have.
static void collectRecords(DependenceGraph &graph, const PointsTo &points_to) {
  for (auto [pointer, record] : graph.records.behind)
    for (NodeId object : points_to.of(pointer)) {
      std::vector<const void *> &records = graph.records.of[object];
      if (std::find(records.begin(), records.end(), record) == records.end())
        records.push_back(record);
    }
}

void resolveDeferred(DependenceGraph &graph, const PointsTo &points_to) {
  collectRecords(graph, points_to);
  AccessResolver(graph, points_to).resolve();
  for (std::vector<ContainerUse> *uses : {&graph.containers.uses, &graph.containers.copies})
    for (ContainerUse &use : *uses)
      for (NodeId pointer : use.pointers)
        for (NodeId object : points_to.of(pointer))
          use.elements.push_back(object);
  for (auto [end, pointer] : graph.deferred.frees)
    for (NodeId object : points_to.of(pointer))
      graph.heap.freed[end].insert(object);
}

} // namespace maquette::skeletonizer
