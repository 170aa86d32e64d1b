//===- maquette/dataflow/points_to.h - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inclusion-based points-to analysis (L. O. Andersen, 1994) over the graph's constraints, by waves (F. M. Q. Pereira
/// and D. Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009). Afterwards the deferred reads
/// and writes of the graph become edges.
#ifndef MAQUETTE_DATAFLOW_POINTS_TO_H
#define MAQUETTE_DATAFLOW_POINTS_TO_H

#include "maquette/dataflow/dependence_graph.h"

#include "llvm/ADT/SparseBitVector.h"

#include <map>
#include <set>
#include <tuple>

namespace maquette::skeletonizer {

class PointsTo {
public:
  using Nodes = llvm::SparseBitVector<>; ///< In increasing order.

  /// Solves the constraints; may add part objects to \p graph.
  explicit PointsTo(DependenceGraph &graph);
  const Nodes &of(NodeId pointer) const;
  /// Turns deferred reads, writes and frees into edges of the graph.
  void resolveDeferred();

private:
  /// What tells where an access goes: those of one pointer have it in common.
  using Way = std::tuple<NodeId, const void *, bool, Content, bool>;

  void solve();
  void readConstraints();
  std::vector<NodeId> collapseCycles();
  std::size_t mergeEquivalent(const std::vector<NodeId> &order);
  void merge(NodeId into, NodeId from);
  bool applyComplex();
  NodeId representative(NodeId node) const;
  bool add(NodeId pointer, NodeId object);
  bool connect(NodeId from, NodeId to);
  void pass(const Nodes &objects, NodeId to);
  void grow(NodeId node);
  void collectRecords();
  Way wayOf(const DeferredAccess &access) const {
    return {representative(access.pointer), access.record, access.whole, access.content, access.deep};
  }
  const Nodes &targets(const DeferredAccess &access);
  Nodes findTargets(const DeferredAccess &access);
  void addUnseen(Content content, Nodes &out);
  void addNumbers(const DeferredAccess &access, Nodes &out);
  void addFieldsOf(const Nodes &objects, Nodes &out);
  void addFields(const void *record, Nodes &out, int depth);
  void separateContents();
  void noteContents(const std::vector<DeferredAccess> &accesses, bool write);
  Content contentOf(NodeId object) const;
  void readMessage(const DeferredAccess &access, NodeId object, const Payload &parts);
  NodeId readBy(const DeferredAccess &access);
  void writeObject(const DeferredAccess &access, NodeId object);

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

  DependenceGraph &graph_;
  mutable std::vector<NodeId> merged_into_; ///< Itself: a representative; only those have what follows.
  std::vector<Nodes> sets_;
  std::vector<Nodes> news_;       ///< Of the sets, what successors may not have.
  std::vector<Nodes> applied_;    ///< Of the sets, what loads, stores and parts have seen.
  std::vector<Nodes> successors_; ///< By copies; some are merged into others.
  std::vector<std::vector<NodeId>> loads_, stores_;
  std::vector<std::vector<int>> parts_;
  std::map<NodeId, Contents> contents_;
  std::map<Way, Nodes> targets_;
  std::map<Way, NodeId> read_;
  std::map<Content, NodeId> unseen_;
};

} // namespace maquette::skeletonizer

#endif
