//===- maquette/dataflow/points_to.h - what pointers may point to -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inclusion-based points-to analysis (L. O. Andersen, 1994) over the graph's constraints, by waves (F. M. Q. Pereira
/// and D. Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009). What a pointer cannot lead to
/// by its type (ObjectType::views) does not pass. Afterwards the deferred reads and writes of the graph become edges.
#ifndef MAQUETTE_DATAFLOW_POINTS_TO_H
#define MAQUETTE_DATAFLOW_POINTS_TO_H

#include "maquette/dataflow/dependence_graph.h"
#include "maquette/dataflow/number_set.h"

#include "llvm/ADT/SparseBitVector.h"

#include <unordered_map>

namespace maquette::skeletonizer {

struct ObjectNumberTag;
using ObjectNumber = sim::StrongId<ObjectNumberTag, std::int32_t>;
using ObjectSet = NumberSet; ///< Of numbers of objects.
/// Of pointers to records of one type.
using ViewNumber = sim::StrongId<struct ViewNumberTag, std::int32_t>;
constexpr ViewNumber kAnything{0};
constexpr ViewNumber kNothing{1}; ///< Of what holds no pointers.

/// Over the nodes that the numbers of a set stand for. ToNode: from a number to its node.
template <class Iterator, class ToNode> class NodeIterator {
public:
  NodeIterator(Iterator at, ToNode to_node) : at_(at), to_node_(to_node) {}
  NodeId operator*() const { return to_node_(*at_); }
  NodeIterator &operator++() {
    ++at_;
    return *this;
  }
  bool operator==(const NodeIterator &other) const { return at_ == other.at_; }

private:
  Iterator at_;
  ToNode to_node_;
};

/// A set of nodes, in increasing order.
class NodeSet {
  struct BitIsNode {
    NodeId operator()(unsigned bit) const { return NodeId{bit}; }
  };

public:
  using Iterator = NodeIterator<llvm::SparseBitVector<>::iterator, BitIsNode>;
  Iterator begin() const { return {bits_.begin(), {}}; }
  Iterator end() const { return {bits_.end(), {}}; }
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

/// What a pointer may point to. The solver numbers objects, of which there are few among the nodes: sets of their
/// numbers are dense.
class Pointees {
  struct BitIsNumber {
    const sim::IdVector<ObjectNumber, NodeId> *objects;
    NodeId operator()(unsigned bit) const { return (*objects)[ObjectNumber{bit}]; }
  };

public:
  using Iterator = NodeIterator<ObjectSet::Iterator, BitIsNumber>;
  Pointees(const ObjectSet &numbers, const sim::IdVector<ObjectNumber, NodeId> &objects)
      : numbers_(numbers), objects_(objects) {}
  Iterator begin() const { return {numbers_.begin(), {&objects_}}; }
  Iterator end() const { return {numbers_.end(), {&objects_}}; }
  bool empty() const { return numbers_.empty(); }
  const ObjectSet &numbers() const { return numbers_; }
  operator NodeSet() const {
    NodeSet nodes;
    for (const NodeId node : *this)
      nodes.insert(node);
    return nodes;
  }

private:
  const ObjectSet &numbers_;
  const sim::IdVector<ObjectNumber, NodeId> &objects_;
};

class PointsTo {
public:
  /// Solves the constraints; may add part objects to \p graph.
  explicit PointsTo(DependenceGraph &graph);
  Pointees of(NodeId pointer) const;
  /// What any of \p pointers may point to.
  NodeSet ofAny(const NodeSet &pointers) const;
  /// The same for pointers that may point to the same.
  NodeId representative(NodeId node) const;

private:
  void solve();
  void readConstraints();
  void readViews();
  ViewNumber viewOf(NodeId node) const;
  template <class Follows, class Component> void forEachComponent(Follows follows, Component component);
  void collapseCycles();
  std::vector<NodeId> sourcesFirst();
  bool passesAll(NodeId from, NodeId to) const;
  bool propagate(const std::vector<NodeId> &order);
  std::size_t mergeEquivalent(const std::vector<NodeId> &order);
  void merge(NodeId into, NodeId from);
  void shareEqualSets();
  bool applyComplex();
  bool add(NodeId pointer, NodeId object);
  bool connect(NodeId from, NodeId to);
  bool pass(const ObjectSet &objects, NodeId to);
  ObjectNumber numberOf(NodeId object);
  void grow(NodeId node);
  void growToGraph();
  DependenceGraph &graph_;
  mutable sim::IdVector<NodeId, NodeId> merged_into_; ///< Itself: a representative; only those have what follows.
  sim::IdVector<ObjectNumber, NodeId> objects_;
  std::unordered_map<NodeId, ObjectNumber> numbers_;
  sim::IdVector<NodeId, ViewNumber> view_of_;
  sim::IdVector<ViewNumber, ObjectSet> seen_in_{2}; ///< What may be behind; of kAnything nothing is said.
  std::map<const void *, ViewNumber> view_numbers_; ///< By record type.
  sim::IdVector<NodeId, ObjectSet> sets_;
  sim::IdVector<NodeId, ObjectSet> news_;     ///< Of the sets, what successors may not have.
  sim::IdVector<NodeId, ObjectSet> applied_;  ///< Of the sets, what loads, stores and parts have seen.
  sim::IdVector<NodeId, NodeSet> successors_; ///< By copies; some are merged into others.
  sim::IdVector<NodeId, std::vector<NodeId>> loads_, stores_;
  sim::IdVector<NodeId, std::vector<std::size_t>> parts_; ///< Places in PointerConstraints::part.
};

} // namespace maquette::skeletonizer

#endif
