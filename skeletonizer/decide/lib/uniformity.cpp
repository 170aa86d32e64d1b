//===- skeletonizer/decide/lib/uniformity.cpp - what all ranks know alike -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A predicted value is the same on all ranks. Where it decides whether a rank communicates, it has to be so in the
/// program, too: what follows from the arguments alone, or a number that goes back to the result of a collective. What
/// else may differ from rank to rank is computed.
#include "decider.h"

#include "marks.h"

#include <algorithm>
#include <utility>

namespace maquette::skeletonizer {

static bool hasRole(const DependenceGraph &graph, NodeId node, Role role) {
  return graph[node].kind == NodeKind::Action && graph[node].site != kNoSite &&
         graph.sites[graph[node].site].role == role;
}

static bool isCall(const DependenceGraph &graph, NodeId node) {
  return graph[node].kind == NodeKind::Action && (graph[node].site == kNoSite || hasRole(graph, node, Role::Call));
}

bool onlyRuns(const DependenceGraph &graph, NodeId user, NodeId needed) {
  const bool call = isCall(graph, needed);
  if (graph[user].kind == NodeKind::Region)
    return call || hasRole(graph, needed, Role::Jump);
  const bool whole =
      hasRole(graph, needed, Role::Condition) || hasRole(graph, needed, Role::Definition); // what it stands in
  if (whole && graph[user].kind == NodeKind::Action)
    return true;
  return call && (hasRole(graph, user, Role::Argument) || graph.payloads.count(user) != 0);
}

/// Forward from what is a rank's own. After a jump that only some ranks take, those that are left are taken to be all.
void Decider::findVarying() {
  sim::IdVector<NodeId, std::vector<NodeId>> users(graph_.size());
  for (NodeId node : graph_.nodes())
    for (NodeId needed : graph_.needs(node))
      if (!graph_[node].uniform && !graph_[node].alike && !onlyRuns(graph_, node, needed))
        users[needed].push_back(node);
  for (const CallRecord &call : graph_.calls)
    if (graph_[call.action].region != kNoNode)
      users[graph_[call.action].region].push_back(graph_.instances[call.callee].entry);
  std::vector<NodeId> own;
  for (NodeId node : graph_.nodes())
    if (graph_[node].of_rank)
      own.push_back(node);
  varies_ = reached(std::move(own), users);
}

/// Forward from what collectives give to all ranks alike, from number to number; of arrays only those that a collective
/// fills.
void Decider::findCollective() {
  sim::IdVector<NodeId, std::vector<NodeId>> users(graph_.size());
  for (NodeId node : graph_.nodes())
    if (graph_[node].kind != NodeKind::Region)
      for (NodeId needed : graph_.needs(node))
        if (!onlyRuns(graph_, node, needed))
          users[needed].push_back(node);
  collective_.assign(graph_.size(), 0);
  std::vector<NodeId> work;
  for (NodeId node : graph_.nodes())
    if (graph_[node].uniform)
      work.push_back(node);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId user : users[at]) {
      const bool number = graph_[user].kind != NodeKind::Object || graph_[user].single || graph_[at].uniform;
      if (number && !graph_.payloads.count(user) && !std::exchange(collective_[user], 1))
        work.push_back(user);
    }
  }
}

/// The conditions that decide whether some MPI call is made.
std::vector<NodeId> Decider::controlOfCommunication() const {
  std::vector<NodeId> conditions, work;
  Marks seen(graph_.size());
  for (NodeId call : graph_.needs(graph_.root()))
    work.push_back(call);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId needed : graph_.needs(at)) {
      const bool enters = graph_[at].kind == NodeKind::Region && isCall(graph_, needed);
      if (!enters && graph_[needed].kind != NodeKind::Region && !hasRole(graph_, needed, Role::Condition))
        continue;
      if (!seen.insert(needed))
        continue;
      if (hasRole(graph_, needed, Role::Condition))
        conditions.push_back(needed);
      work.push_back(needed); // It stands among others.
    }
  }
  return conditions;
}

/// It follows from the arguments alone, or goes back to the result of a collective. Of operands that are joined each
/// has to by itself.
bool Decider::isAlike(NodeId at) const {
  const NodeId operands = graph_[at].operands;
  const auto isOperand = [&](NodeId part) { return graph_[part].logical_depth > graph_[at].logical_depth; };
  const bool joined =
      operands != kNoNode && std::any_of(graph_.needs(operands).begin(), graph_.needs(operands).end(), isOperand);
  return !varies_[at] || (collective_[at] && !joined);
}

void Decider::markControl() {
  control_ = controlOfCommunication();
  std::vector<NodeId> work = control_;
  Marks seen(graph_.size());
  for (NodeId condition : work)
    seen.insert(condition);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (graph_[at].kind != NodeKind::Pointees && isAlike(at))
      continue;
    graph_[at].exact = true;
    for (NodeId needed : graph_.needs(at))
      if (!onlyRuns(graph_, at, needed) && seen.insert(needed))
        work.push_back(needed);
  }
}

/// The result of a collective that decides about communication and is computed needs what each rank gave to it, as that
/// rank has it: such a number is predicted behind the collective or not at all. Returns true when cuts had to be
/// forbidden.
bool Decider::forbidCutsBehindControl() {
  std::vector<NodeId> work;
  Marks seen(graph_.size());
  for (NodeId condition : control_)
    if (in_[condition] && seen.insert(condition))
      work.push_back(condition);
  bool forbidden = false;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (isCut(at)) {
      if (!isAlike(at) && !forced_cuts_.count(graph_[at].site))
        forbidden |= uncuttable_sites_.insert(graph_[at].site).second;
      continue;
    }
    for (NodeId needed : graph_.needs(at))
      if (in_[needed] && !onlyRuns(graph_, at, needed) && seen.insert(needed))
        work.push_back(needed);
  }
  return forbidden;
}

/// Values that messages take to other ranks, which then know what was predicted.
std::set<NodeId> Decider::toldToOthers() const {
  std::set<NodeId> told;
  for (const auto &[data, parts] : graph_.payloads)
    for (NodeId part : {data, parts.floating, parts.other})
      for (const NodeId &needed : graph_.needs(part))
        for (NodeId sent : graph_.meant(needed)) {
          told.insert(sent);
          if (graph_[sent].kind == NodeKind::Object && graph_[sent].single)
            told.insert(graph_.needs(sent).begin(), graph_.needs(sent).end());
        }
  return told;
}

/// How much goes to which neighbour: one prediction would stand for all neighbours, and those know their numbers, too.
/// So an element of memory that is an argument of an MPI call, or becomes one through scalars, is not predicted where
/// it is read, unless all ranks have the same or are told.
void Decider::markElements() {
  const std::set<NodeId> told = toldToOthers();
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
      uncuttable_sites_.insert(node.site);
      continue;
    }
    const NodeId reader = node.operands == kNoNode ? at : node.operands;
    for (NodeId needed : graph_.needs(reader))
      if (graph_[needed].kind != NodeKind::Region && !onlyRuns(graph_, reader, needed) && seen.insert(needed))
        work.push_back(needed);
  }
}

} // namespace maquette::skeletonizer
