//===- skeletonizer/decide/lib/mark_values.cpp - which values may be predicted, and which not ---===//
// SPDX-License-Identifier: Apache-2.0
#include "mark_values.h"

#include "marks.h"

#include <algorithm>
#include <deque>
#include <span>

namespace maquette::skeletonizer {

/// Walks from the arguments of as many regions as a word has bits, all at once: each node knows which walks came by.
static void walkExact(std::span<const std::pair<NodeId, std::vector<NodeId>>> walks, const NodeFlags &leads_on,
                      DependenceGraph &graph) {
  sim::IdVector<NodeId, std::uint64_t> reached(graph.size(), 0), own_control(graph.size(), 0);
  std::deque<NodeId> work;
  for (std::size_t walk = 0; walk < walks.size(); ++walk) {
    const std::uint64_t bit = std::uint64_t{1} << walk;
    for (NodeId region = walks[walk].first; region != kNoNode && (own_control[region] & bit) == 0;
         region = graph[region].region)
      own_control[region] |= bit;
    for (NodeId argument : walks[walk].second) {
      reached[argument] |= bit;
      work.push_back(argument);
    }
  }
  while (!work.empty()) {
    const NodeId at = work.front();
    work.pop_front();
    graph[at].exact = true;
    for (NodeId needed : graph.needs(at)) {
      const Node &node = graph[needed];
      const bool call = graph[at].kind == NodeKind::Action && node.kind == NodeKind::Action &&
                        graph.sites[node.site].role == Role::Call;
      const std::uint64_t here = reached[at] & ~(node.kind == NodeKind::Region ? own_control[needed] : 0);
      if (call || !leads_on[needed] || (here & ~reached[needed]) == 0)
        continue;
      reached[needed] |= here;
      work.push_back(needed);
    }
  }
}

void markExact(DependenceGraph &graph, const ValueOrigins &origins) {
  std::map<NodeId, std::vector<NodeId>> arguments_of_region; // Those of one region have the same control.
  for (NodeId argument : graph.exact_arguments)
    arguments_of_region[graph[argument].region].push_back(argument);
  NodeFlags leads_on(graph.size());
  for (NodeId node : graph.nodes()) {
    const Node &at = graph[node];
    const bool of_loop = at.kind == NodeKind::Region
                             ? at.loop != kNoLoop
                             : at.kind == NodeKind::Action && at.site != kNoSite && at.condition_of_loop;
    leads_on[node] = !of_loop && !origins.isAgreed(node);
  }
  std::vector<std::pair<NodeId, std::vector<NodeId>>> walks(arguments_of_region.begin(), arguments_of_region.end());
  constexpr std::size_t kWalksAtOnce = 64;
  for (std::size_t first = 0; first < walks.size(); first += kWalksAtOnce)
    walkExact(std::span(walks).subspan(first, std::min(kWalksAtOnce, walks.size() - first)), leads_on, graph);
}

void forbidDelivered(const DependenceGraph &graph, const ValueOrigins &origins, Cuts &cuts) {
  for (NodeId node : graph.nodes()) {
    const Node &at = graph[node];
    if (!at.cuttable || at.operands == kNoNode)
      continue;
    bool delivered = origins.readsDelivered(at.operands);
    if (at.kind == NodeKind::LoopExit)
      for (NodeId summand : graph.needs(at.operands))
        delivered |= graph[summand].kind == NodeKind::Action && graph[summand].operands != kNoNode &&
                     origins.readsDelivered(graph[summand].operands);
    if (delivered)
      cuts.forbid(at.site);
  }
}

void forbidReduced(const DependenceGraph &graph, const ValueOrigins &origins, Cuts &cuts) {
  Marks seen(graph.size());
  std::vector<NodeId> work;
  const auto follow = [&](NodeId from) {
    for (NodeId needed : graph.needs(from))
      if (seen.insert(needed))
        work.push_back(needed);
  };
  std::set<NodeId> passes; // Objects that stand for a single value.
  for (const Instance &instance : graph.instances)
    passes.insert(instance.result);
  for (NodeId node : graph.nodes())
    if (graph[node].reduced) {
      follow(node);
      for (const NodeId &needed : graph.needs(node))
        passes.insert(graph.meant(needed).begin(), graph.meant(needed).end());
    }
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    const Node &node = graph[at];
    if (node.kind == NodeKind::Pointees || (node.kind == NodeKind::Object && passes.count(at))) {
      follow(at);
    } else if (node.site != kNoSite && node.operands != kNoNode && graph.sites[node.site].type == ValueType::Floating &&
               !origins.readsAgreed(node.operands)) {
      cuts.forbid(node.site);
      follow(node.operands);
    } else if (node.kind == NodeKind::Other && !node.uniform && !graph.payloads.count(at)) {
      follow(at);
    }
  }
}

void markStrict(DependenceGraph &graph) {
  const NodeFlags needed = sliceFrom(graph.soft_roots, graph, {}).in;
  for (NodeId node : graph.nodes())
    graph[node].exact |= needed[node] != 0;
  for (NodeId root : graph.soft_roots)
    graph.need(graph.root(), root);
}

void markThreads(DependenceGraph &graph) {
  if (!graph.threads.starts_some)
    return;
  Marks seen(graph.size());
  std::vector<NodeId> work;
  for (NodeId call : graph.threads.synchronizations) {
    graph.need(graph.root(), call);
    if (seen.insert(call))
      work.push_back(call);
  }
  for (const Loop &loop : graph.loops)
    if (loop.reaches_mpi && loop.condition != kNoNode)
      seen.insert(loop.condition);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    graph[at].exact = true;
    for (NodeId needed : graph.needs(at))
      if (seen.insert(needed))
        work.push_back(needed);
  }
}

NodeFlags lateValues(const DependenceGraph &graph, const NodeCost &cost, const LoopFrequency &frequency) {
  sim::IdVector<NodeId, std::vector<NodeId>> needed_by(graph.size());
  std::vector<NodeId> work;
  for (NodeId node : graph.nodes()) {
    for (NodeId needed : graph.needs(node))
      if (graph[needed].kind != NodeKind::Region)
        needed_by[needed].push_back(node);
    if (cost.ofExecuting(node) > 0 && frequency.perElement(node))
      work.push_back(node);
  }
  return reached(std::move(work), needed_by);
}

} // namespace maquette::skeletonizer
