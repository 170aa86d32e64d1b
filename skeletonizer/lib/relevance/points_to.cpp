//===- skeletonizer/lib/relevance/points_to.cpp - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/relevance/points_to.h"

#include <algorithm>
#include <deque>

namespace maquette::skeletonizer {

namespace {
constexpr int kDeepestRecord = 4; ///< Records nested deeper are not opened.

template <class T> void unique(std::vector<T> &items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}
} // namespace

PointsTo::PointsTo(RelevanceGraph &graph) : graph_(graph) { solve(); }

const std::set<NodeId> &PointsTo::of(NodeId pointer) const {
  static const std::set<NodeId> kNone;
  return pointer < static_cast<NodeId>(sets_.size()) ? sets_[pointer] : kNone;
}

void PointsTo::grow(NodeId node) {
  const std::size_t size = static_cast<std::size_t>(node) + 1;
  if (sets_.size() >= size)
    return;
  sets_.resize(size);
  delta_.resize(size);
  successors_.resize(size);
  loads_.resize(size);
  stores_.resize(size);
  parts_.resize(size);
  queued_.resize(size);
}

void PointsTo::add(NodeId pointer, NodeId object) {
  grow(std::max(pointer, object));
  if (!sets_[pointer].insert(object).second)
    return;
  delta_[pointer].insert(object);
  if (!queued_[pointer]) {
    queued_[pointer] = 1;
    work_.push_back(pointer);
  }
}

void PointsTo::solve() {
  PointerConstraints &c = graph_.pointers;
  unique(c.address);
  unique(c.copy);
  unique(c.load);
  unique(c.store);
  grow(graph_.size());
  for (std::size_t i = 0; i < c.part.size(); ++i)
    parts_[c.part[i].pointer].push_back(static_cast<int>(i));
  for (auto [to, from] : c.copy)
    successors_[from].insert(to);
  for (auto [to, pointer] : c.load)
    loads_[pointer].push_back(to);
  for (auto [pointer, from] : c.store)
    stores_[pointer].push_back(from);
  for (auto [pointer, object] : c.address)
    add(pointer, object);

  auto connect = [&](NodeId from, NodeId to) {
    grow(std::max(from, to));
    if (!successors_[from].insert(to).second)
      return;
    const std::set<NodeId> known = sets_[from];
    for (NodeId object : known)
      add(to, object);
  };
  while (!work_.empty()) {
    const NodeId pointer = work_.back();
    work_.pop_back();
    queued_[pointer] = 0;
    const std::set<NodeId> news = std::move(delta_[pointer]);
    delta_[pointer].clear();
    for (NodeId object : news) {
      for (std::size_t i = 0; i < loads_[pointer].size(); ++i)
        connect(object, loads_[pointer][i]);
      for (std::size_t i = 0; i < stores_[pointer].size(); ++i)
        connect(stores_[pointer][i], object);
      for (std::size_t i = 0; i < parts_[pointer].size(); ++i) {
        const PointerConstraints::Part &part = c.part[parts_[pointer][i]];
        add(part.to, graph_.part(object, part.name));
      }
    }
    const std::vector<NodeId> next(successors_[pointer].begin(), successors_[pointer].end());
    for (NodeId to : next)
      for (NodeId object : news)
        add(to, object);
  }
  grow(graph_.size());
}

void PointsTo::collectRecords() {
  for (auto [pointer, record] : graph_.pointee_record)
    for (NodeId object : of(pointer)) {
      std::vector<const void *> &records = graph_.records_of[object];
      if (std::find(records.begin(), records.end(), record) == records.end())
        records.push_back(record);
    }
}

void PointsTo::addFields(const void *record, std::set<NodeId> &out, int depth) {
  auto fields = graph_.fields_of.find(record);
  if (fields == graph_.fields_of.end() || depth > kDeepestRecord)
    return;
  for (NodeId field : fields->second)
    if (out.insert(field).second)
      if (auto nested = graph_.records_of.find(field); nested != graph_.records_of.end())
        for (const void *inner : nested->second)
          addFields(inner, out, depth + 1);
}

std::set<NodeId> PointsTo::targets(const DeferredAccess &access) {
  std::set<NodeId> out = of(access.pointer);
  if (!access.whole) {
    if (access.content != Content::Any)
      addNumbers(access, out);
    return out;
  }
  if (access.record)
    addFields(access.record, out, 0);
  addFieldsOf(of(access.pointer), out);
  if (!access.deep)
    return out;
  std::vector<NodeId> work(out.begin(), out.end());
  while (!work.empty()) {
    const std::set<NodeId> &behind = of(work.back());
    work.pop_back();
    std::set<NodeId> fields;
    addFieldsOf(behind, fields);
    for (const std::set<NodeId> *objects : {&behind, static_cast<const std::set<NodeId> *>(&fields)})
      for (NodeId object : *objects)
        if (out.insert(object).second)
          work.push_back(object);
  }
  return out;
}

/// A number that is read or written where a record lies is one of its fields, the first for example: *(int *)record, ((double *)vector)[i].
void PointsTo::addNumbers(const DeferredAccess &access, std::set<NodeId> &out) {
  std::set<NodeId> fields;
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

void PointsTo::addFieldsOf(const std::set<NodeId> &objects, std::set<NodeId> &out) {
  for (NodeId object : objects)
    if (auto records = graph_.records_of.find(object); records != graph_.records_of.end())
      for (const void *record : records->second)
        addFields(record, out, 0);
}

void PointsTo::noteContents(const std::vector<DeferredAccess> &accesses, bool write) {
  for (const DeferredAccess &access : accesses) {
    const bool payload = graph_.payloads.count(access.action) != 0;
    for (NodeId object : of(access.pointer)) {
      Contents &found = contents_[object];
      if (payload && write)
        found.received.insert(graph_.declared_content.at(access.action));
      else if (payload)
        continue;
      else if (access.content == Content::Any)
        found.any = true;
      else if (access.content == Content::Floating)
        (write ? found.floating_written : found.floating_read) = true;
      else
        (write ? found.other_written : found.other_read) = true;
    }
  }
}

/// A heap object that is accessed as floating values and as others gets a part for the former. Where one kind is read that nobody writes,
/// bits of the other kind are read: all is one.
void PointsTo::separateContents() {
  noteContents(graph_.deferred_reads, false);
  noteContents(graph_.deferred_writes, true);
  for (const auto &[object, site] : graph_.allocation_site) {
    const auto found = contents_.find(object);
    if (found == contents_.end() || graph_[object].kind != NodeKind::Object)
      continue;
    const Contents &held = found->second;
    const bool any = held.received.count(Content::Any) != 0;
    const bool floating = !held.floating_read || held.floating_written || held.received.count(Content::Floating) || (any && !held.other_written);
    const bool other = !held.other_read || held.other_written || held.received.count(Content::Other) || (any && !held.floating_written);
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
    return (declared->second == Content::Floating ? held.asOther() : held.asFloating()) ? Content::Any : declared->second;
  if (!graph_.allocation_site.count(object) || held.any || held.asFloating() == held.asOther())
    return Content::Any;
  return held.asFloating() ? Content::Floating : Content::Other;
}

void PointsTo::readObject(const DeferredAccess &access, NodeId object) {
  const auto payload = graph_.payloads.find(access.action);
  const auto floating = graph_.floating_part.find(object);
  if (floating == graph_.floating_part.end()) {
    graph_.need(payload == graph_.payloads.end() ? access.action : payload->second.holding(contentOf(object), access.action), object);
  } else if (payload == graph_.payloads.end()) {
    graph_.need(access.action, access.content == Content::Other ? object : floating->second);
  } else {
    graph_.need(payload->second.floating, floating->second);
    graph_.need(payload->second.other, object);
  }
}

void PointsTo::writeObject(const DeferredAccess &access, NodeId object) {
  const auto payload = graph_.payloads.find(access.action);
  const auto floating = graph_.floating_part.find(object);
  if (floating == graph_.floating_part.end()) {
    graph_.need(object, payload == graph_.payloads.end() ? access.action : payload->second.holding(contentOf(object), access.action));
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
    for (NodeId object : targets(read))
      readObject(read, object);
  for (const DeferredAccess &write : graph_.deferred_writes)
    for (NodeId object : targets(write))
      writeObject(write, object);
  for (std::vector<ContainerUse> *uses : {&graph_.container_uses, &graph_.container_copies})
    for (ContainerUse &use : *uses)
      for (NodeId pointer : use.pointers)
        use.elements.insert(use.elements.end(), of(pointer).begin(), of(pointer).end());
  for (auto [end, pointer] : graph_.frees)
    graph_.freed[end].insert(of(pointer).begin(), of(pointer).end());
}

} // namespace maquette::skeletonizer
