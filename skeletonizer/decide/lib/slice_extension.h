//===- skeletonizer/decide/lib/slice_extension.h - what a slice holds because it is cheap ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_SLICE_EXTENSION_H
#define MAQUETTE_DECIDE_SLICE_EXTENSION_H

#include "maquette/dataflow/loop_frequency.h"
#include "slice.h"

namespace maquette::skeletonizer {

/// Adds to a slice what is good to have and costs next to nothing.
class SliceExtension {
public:
  /// What is added becomes one of \p roots.
  SliceExtension(const DependenceGraph &graph, const LoopFrequency &frequency, const Cuts &cuts, Slice &slice,
                 std::vector<NodeId> &roots)
      : graph_(graph), frequency_(frequency), cuts_(cuts), slice_(slice), roots_(roots) {}

  /// Early ends, main's result, and frees.
  void addSoftRoots();
  /// What says how large removed work is.
  void addFeatures();

private:
  bool addIfCheap(NodeId root);
  bool isArgumentOfKeptCall(NodeId node) const;
  bool isScalarObject(NodeId object) const;
  std::set<NodeId> featureCandidates() const;

  const DependenceGraph &graph_;
  const LoopFrequency &frequency_;
  const Cuts &cuts_;
  Slice &slice_;
  std::vector<NodeId> &roots_;
};

} // namespace maquette::skeletonizer

#endif
