//===- skeletonizer/decide/lib/min_cut.h - the cheapest set of edges to cut -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_MIN_CUT_H
#define MAQUETTE_DECIDE_MIN_CUT_H

#include <vector>

namespace maquette::skeletonizer {

/// A directed graph with capacities; kUncuttable is treated as infinite.
class MinCut {
public:
  static constexpr double kUncuttable = 1e15;
  explicit MinCut(int nodes) : nodes_(nodes) {}
  void edge(int from, int to, double capacity) { edges_.push_back({from, to, capacity}); }
  /// Maximum flow = minimum cut between \p source and \p sink (Boykov and Kolmogorov 2004).
  /// Returns for each node whether it lies on the source's side.
  std::vector<char> sourceSide(int source, int sink) const;

private:
  struct Edge {
    int from, to;
    double capacity;
  };
  int contract(int source, std::vector<int> &group) const;
  std::vector<char> sideByFlow(int source, int sink) const;

  int nodes_;
  std::vector<Edge> edges_;
};

} // namespace maquette::skeletonizer

#endif
