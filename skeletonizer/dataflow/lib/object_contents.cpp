//===- skeletonizer/dataflow/lib/object_contents.cpp - what memory holds as it is accessed ---===//
// SPDX-License-Identifier: Apache-2.0
#include "object_contents.h"

namespace maquette::skeletonizer {

void ObjectContents::note(const std::vector<DeferredAccess> &accesses, bool write) {
  std::map<NodeId, Contents> behind;
  for (const DeferredAccess &access : accesses) {
    const bool payload = graph_.payloads.count(access.action) != 0;
    const bool taken =
        access.whole && access.content != Content::Any; // By a library, which does not look at what else is there.
    if (taken || (payload && !write))
      continue;
    Contents &found = behind[points_to_.representative(access.pointer)];
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
    for (NodeId object : points_to_.of(pointer))
      contents_[object].add(found);
}

void ObjectContents::separate() {
  note(graph_.deferred.reads, false);
  note(graph_.deferred.writes, true);
  for (const auto &[object, site] : graph_.heap.site) {
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
    graph_.heap.floating_part[object] = part;
  }
}

Content ObjectContents::of(NodeId object) const {
  const auto declared = graph_.declared_content.find(object);
  const auto found = contents_.find(object);
  const Contents held = found == contents_.end() ? Contents{} : found->second;
  if (declared != graph_.declared_content.end())
    return (declared->second == Content::Floating ? held.asOther() : held.asFloating()) ? Content::Any
                                                                                        : declared->second;
  if (!graph_.heap.site.count(object) || held.any || held.asFloating() == held.asOther())
    return Content::Any;
  return held.asFloating() ? Content::Floating : Content::Other;
}

} // namespace maquette::skeletonizer
