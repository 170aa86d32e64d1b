//===- skeletonizer/dataflow/lib/null_pointers.h - pointers that lead nowhere -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_NULL_POINTERS_H
#define MAQUETTE_DATAFLOW_LIB_NULL_POINTERS_H

#include "maquette/dataflow/points_to.h"

#include <map>
#include <vector>

namespace maquette::skeletonizer {

/// What a part of the program that is not used leaves: pointers of which each value is null, or a copy of one that is.
/// Whoever goes through one does not run. Other pointers of which nothing is known lead to memory from outside.
class NullPointers {
public:
  /// What writes pointers, by the object that holds them.
  using Writers = std::map<NodeId, std::vector<NodeId>>;

  NullPointers(const DependenceGraph &graph, const PointsTo &points_to);
  /// \p writers: those that reach the object through pointers.
  void find(const Writers &writers);
  /// An object of which the writers matter to find().
  bool asksFor(NodeId object) const { return holds(object) && holdsPointer(object); }
  bool holds(NodeId pointer) const { return pointer < null_.nextId() && null_[pointer]; }

private:
  struct Sources {
    std::vector<NodeId> copied, loaded_through, parts_of;
  };

  bool holdsPointer(NodeId node) const;
  bool staysNull(NodeId node, const Writers &writers) const;
  bool isWrittenNull(NodeId object, const Writers &writers) const;
  bool isLoadedNull(NodeId pointer) const;

  const DependenceGraph &graph_;
  const PointsTo &points_to_;
  std::map<NodeId, Sources> sources_;
  std::vector<NodeId> candidates_;
  sim::IdVector<NodeId, char> null_;
};

} // namespace maquette::skeletonizer

#endif
