//===- skeletonizer/dataflow/lib/loop_frequency.cpp - how often code is assumed to run -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/loop_frequency.h"

#include <algorithm>
#include <cmath>

namespace maquette::skeletonizer {

namespace {
constexpr double kDeepest = 12;          ///< Deeper loops count no more; also ends the fixpoint on recursion.
constexpr double kComputeLoopFactor = 3; ///< A loop that does not communicate runs over data: 1,000 times, not 10.
constexpr double kTimeLoopWeight = 1;
} // namespace

LoopFrequency::LoopFrequency(DependenceGraph &graph) : graph_(graph), depth_(graph.instances.size(), 0) {
  propagateCommunication();
  propagateDepth();
  propagateElements();
}

/// A loop around does not communicate and runs more often than a small constant.
bool LoopFrequency::inDataLoop(LoopId loop) const {
  for (; loop != kNoLoop; loop = graph_.loops[loop].parent)
    if (!graph_.loops[loop].reaches_mpi && graph_.loops[loop].weight >= kTimeLoopWeight)
      return true;
  return false;
}

void LoopFrequency::propagateElements() {
  per_element_.assign(graph_.instances.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const CallRecord &call : graph_.calls)
      if (!per_element_[call.callee] && (per_element_[call.caller] || inDataLoop(call.loop))) {
        per_element_[call.callee] = 1;
        changed = true;
      }
  }
}

bool LoopFrequency::perElement(NodeId node) const {
  const Node &n = graph_[node];
  return (n.instance != kNoInstance && per_element_[n.instance]) || inDataLoop(n.loop);
}

bool LoopFrequency::isOutermostDataLoop(LoopId loop) const {
  const Loop &at = graph_.loops[loop];
  const InstanceId instance = graph_[at.condition].instance;
  return !at.reaches_mpi && !inDataLoop(at.parent) && instance != kNoInstance && !per_element_[instance];
}

double LoopFrequency::weight(LoopId loop) const {
  const Loop &at = graph_.loops[loop];
  if (at.reaches_mpi)
    return std::min(at.weight, kTimeLoopWeight);
  return at.constant ? at.weight : at.weight * kComputeLoopFactor;
}

double LoopFrequency::chain(LoopId loop) const {
  double depth = 0;
  for (; loop != kNoLoop; loop = graph_.loops[loop].parent)
    depth += weight(loop);
  return depth;
}

double LoopFrequency::timeChain(LoopId loop) const {
  double depth = 0;
  double found = -1;
  for (; loop != kNoLoop; loop = graph_.loops[loop].parent) {
    depth += weight(loop);
    if (graph_.loops[loop].reaches_mpi && graph_.loops[loop].weight >= kTimeLoopWeight)
      found = depth;
  }
  return found;
}

void LoopFrequency::propagateCommunication() {
  for (Instance &instance : graph_.instances)
    instance.reaches_mpi = instance.communicates;
  for (bool changed = true; changed;) {
    changed = false;
    for (const CallRecord &call : graph_.calls)
      if (graph_.instances[call.callee].reaches_mpi && !graph_.instances[call.caller].reaches_mpi)
        changed = graph_.instances[call.caller].reaches_mpi = true;
  }
  for (const CallRecord &call : graph_.calls)
    if (graph_.instances[call.callee].reaches_mpi)
      for (LoopId loop = call.loop; loop != kNoLoop; loop = graph_.loops[loop].parent)
        graph_.loops[loop].reaches_mpi = true;
}

void LoopFrequency::propagateDepth() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const CallRecord &call : graph_.calls) {
      const Instance &caller = graph_.instances[call.caller];
      Instance &callee = graph_.instances[call.callee];
      const double depth = std::min(kDeepest, depth_[call.caller] + chain(call.loop));
      const double timed =
          std::min(kDeepest, caller.time_depth >= 0 ? caller.time_depth + chain(call.loop) : timeChain(call.loop));
      if (depth > depth_[call.callee]) {
        depth_[call.callee] = depth;
        changed = true;
      }
      if (timed > callee.time_depth) {
        callee.time_depth = timed;
        changed = true;
      }
    }
  }
}

double LoopFrequency::inTimeLoop(NodeId node) const {
  const Node &n = graph_[node];
  if (n.instance == kNoInstance)
    return 0;
  const double outer = graph_.instances[n.instance].time_depth;
  const double depth = outer >= 0 ? outer + chain(n.loop) : timeChain(n.loop);
  return depth < 0 ? 0 : std::pow(10.0, std::min(depth, kDeepest));
}

double LoopFrequency::anywhere(NodeId node) const {
  const Node &n = graph_[node];
  const double outer = n.instance == kNoInstance ? 0 : depth_[n.instance];
  return std::pow(10.0, std::min(outer + chain(n.loop), kDeepest));
}

} // namespace maquette::skeletonizer
