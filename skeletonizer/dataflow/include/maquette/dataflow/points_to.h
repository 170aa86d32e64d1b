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

/// A set of nodes, in increasing order.
class NodeSet {
public:
  class Iterator {
  public:
    explicit Iterator(llvm::SparseBitVector<>::iterator at) : at_(at) {}
    NodeId operator*() const { return NodeId{*at_}; }
    Iterator &operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator &other) const { return at_ == other.at_; }

  private:
    llvm::SparseBitVector<>::iterator at_;
  };
  Iterator begin() const { return Iterator(bits_.begin()); }
  Iterator end() const { return Iterator(bits_.end()); }
  bool empty() const { return bits_.empty(); }
  bool operator==(const NodeSet &other) const { return bits_ == other.bits_; }
  /// True when it is new.
  bool insert(NodeId node) { return bits_.test_and_set(bit(node)); }
  void erase(NodeId node) { bits_.reset(bit(node)); }
  void clear() { bits_.clear(); }
  void operator|=(const NodeSet &other) { bits_ |= other.bits_; }
  void operator&=(const NodeSet &other) { bits_ &= other.bits_; }
  void operator-=(const NodeSet &other) { bits_.intersectWithComplement(other.bits_); }

private:
  static unsigned bit(NodeId node) { return static_cast<unsigned>(node.value()); }
  llvm::SparseBitVector<> bits_;
};

class PointsTo {
public:
  /// Solves the constraints; may add part objects to \p graph.
  explicit PointsTo(DependenceGraph &graph);
  const NodeSet &of(NodeId pointer) const;
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
  void pass(const NodeSet &objects, NodeId to);
  void grow(NodeId node);
  void growToGraph();
  void collectRecords();
  Way wayOf(const DeferredAccess &access) const {
    return {representative(access.pointer), access.record, access.whole, access.content, access.deep};
  }
  const NodeSet &targets(const DeferredAccess &access);
  NodeSet findTargets(const DeferredAccess &access);
  void addUnseen(Content content, NodeSet &out);
  void addNumbers(const DeferredAccess &access, NodeSet &out);
  void addFieldsOf(const NodeSet &objects, NodeSet &out);
  void addFields(const void *record, NodeSet &out, int depth);
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
  mutable sim::IdVector<NodeId, NodeId> merged_into_; ///< Itself: a representative; only those have what follows.
  sim::IdVector<NodeId, NodeSet> sets_;
  sim::IdVector<NodeId, NodeSet> news_;       ///< Of the sets, what successors may not have.
  sim::IdVector<NodeId, NodeSet> applied_;    ///< Of the sets, what loads, stores and parts have seen.
  sim::IdVector<NodeId, NodeSet> successors_; ///< By copies; some are merged into others.
  sim::IdVector<NodeId, std::vector<NodeId>> loads_, stores_;
  sim::IdVector<NodeId, std::vector<std::size_t>> parts_; ///< Places in PointerConstraints::part.
  std::map<NodeId, Contents> contents_;
  std::map<Way, NodeSet> targets_;
  std::map<Way, NodeId> read_;
  std::map<Content, NodeId> unseen_;
};

} // namespace maquette::skeletonizer

#endif
