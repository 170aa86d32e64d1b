//===- skeletonizer/decide/lib/uniformity.cpp - what all ranks know alike ---===//
// SPDX-License-Identifier: Apache-2.0
#include "uniformity.h"

#include "marks.h"
#include "roles.h"

#include <algorithm>
#include <utility>

namespace maquette::skeletonizer {

/// Forward from what is a rank's own. After a jump that only some ranks take, those that are left are taken to be all.
static NodeFlags varyingValues(const DependenceGraph &graph) {
  sim::IdVector<NodeId, std::vector<NodeId>> users(graph.size());
  for (NodeId node : graph.nodes())
    for (NodeId needed : graph.needs(node))
      if (!graph[node].uniform && !graph[node].alike && !onlyRuns(graph, node, needed))
        users[needed].push_back(node);
  for (const CallRecord &call : graph.calls)
    if (graph[call.action].region != kNoNode)
      users[graph[call.action].region].push_back(graph.instances[call.callee].entry);
  std::vector<NodeId> own;
  for (NodeId node : graph.nodes())
    if (graph[node].of_rank)
      own.push_back(node);
  return reached(std::move(own), users);
}

/// Forward from what collectives give to all ranks alike, from number to number; of arrays only those that a collective
/// fills.
static NodeFlags collectiveNumbers(const DependenceGraph &graph) {
  sim::IdVector<NodeId, std::vector<NodeId>> users(graph.size());
  for (NodeId node : graph.nodes())
    if (graph[node].kind != NodeKind::Region)
      for (NodeId needed : graph.needs(node))
        if (!onlyRuns(graph, node, needed))
          users[needed].push_back(node);
  NodeFlags collective(graph.size(), 0);
  std::vector<NodeId> work;
  for (NodeId node : graph.nodes())
    if (graph[node].uniform)
      work.push_back(node);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId user : users[at]) {
      const bool number = graph[user].kind != NodeKind::Object || graph[user].single || graph[at].uniform;
      if (number && !graph.payloads.count(user) && !std::exchange(collective[user], 1))
        work.push_back(user);
    }
  }
  return collective;
}

/// The conditions that decide whether some MPI call is made.
static std::vector<NodeId> controlOfCommunication(const DependenceGraph &graph) {
  std::vector<NodeId> conditions, work;
  Marks seen(graph.size());
  for (NodeId call : graph.needs(graph.root()))
    work.push_back(call);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId needed : graph.needs(at)) {
      const bool enters = graph[at].kind == NodeKind::Region && isCall(graph, needed);
      if (!enters && graph[needed].kind != NodeKind::Region && !hasRole(graph, needed, Role::Condition))
        continue;
      if (!seen.insert(needed))
        continue;
      if (hasRole(graph, needed, Role::Condition))
        conditions.push_back(needed);
      work.push_back(needed); // It stands among others.
    }
  }
  return conditions;
}

Uniformity::Uniformity(const DependenceGraph &graph)
    : graph_(graph), varies_(varyingValues(graph)), collective_(collectiveNumbers(graph)) {}

/// It follows from the arguments alone, or goes back to the result of a collective. Of operands that are joined each
/// has to by itself.
bool Uniformity::isAlike(NodeId at) const {
  const NodeId operands = graph_[at].operands;
  const auto isOperand = [&](NodeId part) { return graph_[part].logical_depth > graph_[at].logical_depth; };
  const bool joined =
      operands != kNoNode && std::any_of(graph_.needs(operands).begin(), graph_.needs(operands).end(), isOperand);
  return !varies_[at] || (collective_[at] && !joined);
}

void Uniformity::markControl(DependenceGraph &graph) {
  control_ = controlOfCommunication(graph);
  std::vector<NodeId> work = control_;
  Marks seen(graph.size());
  for (NodeId condition : work)
    seen.insert(condition);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (graph[at].kind != NodeKind::Pointees && isAlike(at))
      continue;
    graph[at].exact = true;
    for (NodeId needed : graph.needs(at))
      if (!onlyRuns(graph, at, needed) && seen.insert(needed))
        work.push_back(needed);
  }
}

bool Uniformity::forbidCutsBehindControl(const NodeFlags &in, Cuts &cuts) const {
  std::vector<NodeId> work;
  Marks seen(graph_.size());
  for (NodeId condition : control_)
    if (in[condition] && seen.insert(condition))
      work.push_back(condition);
  bool forbidden = false;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (cuts.has(graph_[at])) {
      if (!isAlike(at) && !cuts.forced.count(graph_[at].site))
        forbidden |= cuts.forbid(graph_[at].site);
      continue;
    }
    for (NodeId needed : graph_.needs(at))
      if (in[needed] && !onlyRuns(graph_, at, needed) && seen.insert(needed))
        work.push_back(needed);
  }
  return forbidden;
}

/// Values that messages take to other ranks, which then know what was predicted.
static std::set<NodeId> toldToOthers(const DependenceGraph &graph) {
  std::set<NodeId> told;
  for (const auto &[data, parts] : graph.payloads)
    for (NodeId part : {data, parts.floating, parts.other})
      for (const NodeId &needed : graph.needs(part))
        for (NodeId sent : graph.meant(needed)) {
          told.insert(sent);
          if (graph[sent].kind == NodeKind::Object && graph[sent].single)
            told.insert(graph.needs(sent).begin(), graph.needs(sent).end());
        }
  return told;
}

void Uniformity::forbidElements(Cuts &cuts) const {
  const std::set<NodeId> told = toldToOthers(graph_);
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node : graph_.nodes())
    if (graph_[node].mpi_argument && seen.insert(node))
      work.push_back(node);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    const Node &node = graph_[at];
    if (node.kind == NodeKind::Object && !node.single)
      continue;
    if (node.operands == kNoNode && node.kind == NodeKind::Action)
      continue;
    if (node.element && varies_[at] && !collective_[at] && !told.count(at)) {
      cuts.forbid(node.site);
      continue;
    }
    const NodeId reader = node.operands == kNoNode ? at : node.operands;
    for (NodeId needed : graph_.needs(reader))
      if (graph_[needed].kind != NodeKind::Region && !onlyRuns(graph_, reader, needed) && seen.insert(needed))
        work.push_back(needed);
  }
}

} // namespace maquette::skeletonizer
