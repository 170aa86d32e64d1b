//===- skeletonizer/dataflow/lib/object_contents.h - what memory holds as it is accessed ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_OBJECT_CONTENTS_H
#define MAQUETTE_DATAFLOW_OBJECT_CONTENTS_H

#include "maquette/dataflow/points_to.h"

#include <map>
#include <set>

namespace maquette::skeletonizer {

class ObjectContents {
public:
  ObjectContents(DependenceGraph &graph, const PointsTo &points_to) : graph_(graph), points_to_(points_to) {}

  /// A heap object that is accessed as floating values and as others gets a part for the former. Where one kind is read
  /// that nobody writes, bits of the other kind are read: all is one.
  void separate();
  /// What \p object holds as its declaration says, or all accesses to memory of the heap, if no access says otherwise.
  Content of(NodeId object) const;

private:
  /// How an object is accessed through pointers.
  struct Contents {
    bool floating_read = false, floating_written = false, other_read = false, other_written = false;
    bool any = false;                ///< By what does not say: a copy of bytes.
    std::set<Content> received = {}; ///< By messages of such datatypes.
    void add(const Contents &other) {
      floating_read |= other.floating_read;
      floating_written |= other.floating_written;
      other_read |= other.other_read;
      other_written |= other.other_written;
      any |= other.any;
      received.insert(other.received.begin(), other.received.end());
    }
    bool asFloating() const { return floating_read || floating_written; }
    bool asOther() const { return other_read || other_written; }
  };

  void note(const std::vector<DeferredAccess> &accesses, bool write);

  DependenceGraph &graph_;
  const PointsTo &points_to_;
  std::map<NodeId, Contents> contents_;
};

} // namespace maquette::skeletonizer

#endif
