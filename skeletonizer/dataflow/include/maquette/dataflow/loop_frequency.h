//===- maquette/dataflow/loop_frequency.h - how often code is assumed to run -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Without a profile, a statement is assumed to run ten times per loop around it, a thousand times per loop that does
/// not communicate, through calls. Only the time loop counts for cuts: the outermost loop around it that communicates
/// and has no small constant trip count. Code outside of any is set-up; it is executed, not predicted.
#ifndef MAQUETTE_DATAFLOW_LOOP_FREQUENCY_H
#define MAQUETTE_DATAFLOW_LOOP_FREQUENCY_H

#include "maquette/dataflow/dependence_graph.h"

namespace maquette::skeletonizer {

class LoopFrequency {
public:
  /// Fills reaches_mpi and time_depth of \p graph's instances and loops.
  explicit LoopFrequency(DependenceGraph &graph);
  /// 10^depth inside the time loop; 0 outside of any.
  double inTimeLoop(NodeId node) const;
  /// 10^depth of all loops around, time loop or not.
  double anywhere(NodeId node) const;
  /// It may run once per element of some data: in a loop that does not communicate, or in what one calls. To predict
  /// there would cost as much as to compute.
  bool perElement(NodeId node) const;
  /// It does not communicate, and does not run once per element itself.
  bool isOutermostDataLoop(LoopId loop) const;

private:
  double weight(LoopId loop) const;
  double chain(LoopId loop) const;
  /// Depth from the outermost time loop inwards; negative if there is none.
  double timeChain(LoopId loop) const;
  void propagateCommunication();
  void propagateDepth();
  bool inDataLoop(LoopId loop) const;
  void propagateElements();

  DependenceGraph &graph_;
  sim::IdVector<InstanceId, double> depth_;     ///< Loops around its calls, all of them.
  sim::IdVector<InstanceId, char> per_element_; ///< Some call of it is made once per element.
};

} // namespace maquette::skeletonizer

#endif
