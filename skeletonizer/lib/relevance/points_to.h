//===- skeletonizer/lib/relevance/points_to.h - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inclusion-based points-to analysis (L. O. Andersen, 1994) over the graph's constraints, with difference propagation. Afterwards
/// the deferred reads and writes of the graph become edges.
#ifndef MAQUETTE_SKELETONIZER_POINTS_TO_H
#define MAQUETTE_SKELETONIZER_POINTS_TO_H

#include "lib/relevance/relevance_graph.h"

#include <set>

namespace maquette::skeletonizer {

class PointsTo {
public:
  /// Solves the constraints; may add part objects to \p graph.
  explicit PointsTo(RelevanceGraph &graph);
  const std::set<NodeId> &of(NodeId pointer) const;
  /// Turns deferred reads, writes and frees into edges of the graph.
  void resolveDeferred();

private:
  void solve();
  void add(NodeId pointer, NodeId object);
  void grow(NodeId node);
  void collectRecords();
  std::set<NodeId> targets(const DeferredAccess &access);
  void addNumbers(const DeferredAccess &access, std::set<NodeId> &out);
  void addFieldsOf(const std::set<NodeId> &objects, std::set<NodeId> &out);
  void addFields(const void *record, std::set<NodeId> &out, int depth);
  void separateContents();
  void noteContents(const std::vector<DeferredAccess> &accesses, bool write);
  Content contentOf(NodeId object) const;
  void readObject(const DeferredAccess &access, NodeId object);
  void writeObject(const DeferredAccess &access, NodeId object);

  /// How an object is accessed through pointers.
  struct Contents {
    bool floating_read = false, floating_written = false, other_read = false, other_written = false;
    bool any = false;                ///< By what does not say: a copy of bytes.
    std::set<Content> received = {}; ///< By messages of such datatypes.
    bool asFloating() const { return floating_read || floating_written; }
    bool asOther() const { return other_read || other_written; }
  };

  RelevanceGraph &graph_;
  std::vector<std::set<NodeId>> sets_, delta_, successors_;
  std::vector<std::vector<NodeId>> loads_, stores_;
  std::vector<std::vector<int>> parts_;
  std::vector<NodeId> work_;
  std::vector<char> queued_;
  std::map<NodeId, Contents> contents_;
};

} // namespace maquette::skeletonizer

#endif
