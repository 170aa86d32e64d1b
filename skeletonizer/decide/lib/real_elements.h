//===- skeletonizer/decide/lib/real_elements.h - vectors whose elements are there in the skeleton -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_REAL_ELEMENTS_H
#define MAQUETTE_DECIDE_REAL_ELEMENTS_H

#include "maquette/dataflow/dependence_graph.h"
#include "slice.h"

#include <set>
#include <vector>

namespace maquette::skeletonizer {

/// A vector's elements are left out where every kept call that could make them only counts them. One text serves all
/// vectors it may reach: all are left out or none.
class RealElements {
public:
  RealElements(const DependenceGraph &graph, const Slice &slice);
  /// Of all calls there make the elements.
  bool makesSome(SiteId site) const { return sites_.count(site) != 0; }

private:
  enum State : char { kUnknown, kOnlyCounted, kWritten, kMarked };
  bool isReal(NodeId elements);
  bool isWritten(NodeId elements) const;
  bool isReal(const ContainerUse &use);
  void mark(std::vector<NodeId> work);

  const DependenceGraph &graph_;
  const Slice &slice_;
  NodeFlags counting_; ///< Actions that only count.
  NodeFlags state_;    ///< Of elements.
  std::set<SiteId> sites_;
};

} // namespace maquette::skeletonizer

#endif
