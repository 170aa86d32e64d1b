//===- skeletonizer/decide/lib/node_cost.h - what the cut weighs -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What it costs to execute a node, and to predict it, in one unit. Without measurements: operations, with
/// loop_frequency.h's guess of how often. With them: the seconds of each measured region are spread over the nodes in
/// it and in what it calls, in proportion to that guess; a prediction then costs a share of all measured time, so that
/// only what saves more than that is predicted.
#ifndef MAQUETTE_DECIDE_NODE_COST_H
#define MAQUETTE_DECIDE_NODE_COST_H

#include "maquette/dataflow/loop_frequency.h"
#include "maquette/decide/measured.h"

namespace maquette::skeletonizer {

class NodeCost {
public:
  /// \p measured may be null.
  NodeCost(const DependenceGraph &graph, const LoopFrequency &frequency, const Measurements *measured);
  /// Of all executions inside the time loop.
  double ofExecuting(NodeId node) const;
  double ofPredicting(NodeId node) const;

private:
  void spread(const MeasuredRegion &region);
  std::vector<NodeId> nodesOf(const MeasuredRegion &region) const;
  double guess(NodeId node) const;

  const DependenceGraph &graph_;
  const LoopFrequency &frequency_;
  sim::IdVector<NodeId, double> seconds_; ///< Empty without measurements.
  sim::IdVector<InstanceId, std::vector<NodeId>> nodes_of_instance_;
  std::vector<std::pair<NodeId, InstanceId>> callees_; ///< By call action, sorted.
  double price_ = 0;                                   ///< Of a prediction, in seconds.
};

} // namespace maquette::skeletonizer

#endif
