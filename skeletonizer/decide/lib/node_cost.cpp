//===- skeletonizer/decide/lib/node_cost.cpp - what the cut weighs -----===//
// SPDX-License-Identifier: Apache-2.0
#include "node_cost.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace maquette::skeletonizer {

namespace {

// The cut's prices, in the units of the cost estimate (operations). Found on five codes that are not in this
// repository; none of the choices depends on their exact values (docs/explanation/skeletonizer.md).
constexpr double kPredictionPrice = 300;
constexpr double kFloatingFactor = 2; ///< Rather an integer or a branch than a floating value.
constexpr double kBranchFactor = 1.5;
constexpr double kOperandFactor = 0.9;   ///< Rather one operand of && or || than the whole condition.
constexpr double kMpiArgumentFactor = 8; ///< Rather where a value is made than where MPI takes it.
constexpr double kWorthwhile = 0.002;    ///< Share of the measured time that a prediction has to save.

} // namespace

NodeCost::NodeCost(const DependenceGraph &graph, const LoopFrequency &frequency, const Measurements *measured)
    : graph_(graph), frequency_(frequency) {
  if (!measured || measured->seconds <= 0)
    return;
  price_ = kWorthwhile * measured->seconds;
  seconds_.assign(graph.size(), 0);
  nodes_of_instance_.resize(graph.instances.size());
  for (NodeId node : graph.nodes())
    if (graph[node].instance != kNoInstance)
      nodes_of_instance_[graph[node].instance].push_back(node);
  for (const CallRecord &call : graph.calls)
    callees_.push_back({call.action, call.callee});
  std::sort(callees_.begin(), callees_.end());
  for (const MeasuredRegion &region : measured->regions)
    spread(region);
}

double NodeCost::guess(NodeId node) const { return graph_[node].cost * frequency_.anywhere(node); }

/// Those in the region's lines and in the functions called from there.
std::vector<NodeId> NodeCost::nodesOf(const MeasuredRegion &region) const {
  std::vector<NodeId> result;
  for (NodeId node : graph_.nodes()) {
    const SiteId site = graph_[node].site;
    if (site == kNoSite)
      continue;
    const Site &where = graph_.sites[site];
    if (where.line >= region.line && where.line <= region.end_line && where.key.file == region.file)
      result.push_back(node);
  }
  std::set<InstanceId> entered;
  for (std::size_t i = 0; i < result.size(); ++i)
    for (auto call = std::lower_bound(callees_.begin(), callees_.end(), std::pair(result[i], kNoInstance));
         call != callees_.end() && call->first == result[i]; ++call)
      if (entered.insert(call->second).second)
        result.insert(result.end(), nodes_of_instance_[call->second].begin(), nodes_of_instance_[call->second].end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void NodeCost::spread(const MeasuredRegion &region) {
  const std::vector<NodeId> nodes = nodesOf(region);
  double all = 0;
  for (NodeId node : nodes)
    all += guess(node);
  if (all <= 0)
    return;
  for (NodeId node : nodes)
    seconds_[node] = std::max(seconds_[node], region.seconds * guess(node) / all);
}

double NodeCost::ofExecuting(NodeId node) const {
  if (seconds_.empty())
    return graph_[node].cost * frequency_.inTimeLoop(node);
  return frequency_.inTimeLoop(node) > 0 ? seconds_[node] : 0;
}

double NodeCost::ofPredicting(NodeId node) const {
  const Node &n = graph_[node];
  const Site &site = graph_.sites[n.site];
  double base = seconds_.empty() ? kPredictionPrice * std::max(1.0, frequency_.inTimeLoop(node)) : price_;
  if (site.type == ValueType::Floating)
    base *= kFloatingFactor;
  if (site.type == ValueType::Boolean)
    base *= kBranchFactor;
  base *= std::pow(kOperandFactor, n.logical_depth);
  return n.mpi_argument ? base * kMpiArgumentFactor : base;
}

} // namespace maquette::skeletonizer
