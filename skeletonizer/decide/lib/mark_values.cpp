//===- skeletonizer/decide/lib/mark_values.cpp - which values may be predicted, and which not -===//
// SPDX-License-Identifier: Apache-2.0
#include "decider.h"

#include "marks.h"

#include <algorithm>
#include <deque>

namespace maquette::skeletonizer {

/// A scalar set from what a collective gave to all ranks alike: its n-th value is the same everywhere, predicted or
/// not.
bool Decider::isAgreed(NodeId node) const {
  const Node &definition = graph_[node];
  if (definition.kind != NodeKind::Action || !definition.cuttable || definition.operands == kNoNode ||
      graph_.sites[definition.site].role != Role::Definition || frequency_.perElement(node))
    return false;
  return readsAgreed(definition.operands);
}

/// \p operands reads what a collective gave to all ranks alike.
bool Decider::readsAgreed(NodeId operands) const {
  const std::vector<NodeId> &reads = graph_.needs(operands);
  return std::any_of(reads.begin(), reads.end(), [&](NodeId read) { return agreed_[read] != 0; });
}

/// A node that a walk may come to by many ways is asked once.
void Decider::noteOrigins() {
  agreed_.assign(graph_.size(), 0);
  delivered_.assign(graph_.size(), 0);
  for (NodeId node : graph_.nodes()) {
    const std::vector<NodeId> &needs = graph_.needs(node);
    agreed_[node] = graph_[node].uniform ||
                    std::any_of(needs.begin(), needs.end(), [&](NodeId need) { return graph_[need].uniform; });
    const bool object = graph_[node].kind == NodeKind::Object;
    delivered_[node] =
        graph_[node].delivered ||
        (object && std::any_of(needs.begin(), needs.end(), [&](NodeId writer) { return graph_[writer].delivered; }));
  }
  for (NodeId node : graph_.nodes())
    if (graph_[node].kind == NodeKind::Pointees)
      for (NodeId object : graph_.meant(node)) {
        agreed_[node] |= agreed_[object];
        delivered_[node] |= delivered_[object];
      }
}

/// What peers, tags and communicators are computed from is never predicted, but for what all ranks agree on. Control
/// counts only where it chooses between values, not where it also decides whether the call happens.
void Decider::markExact() {
  std::map<NodeId, std::vector<NodeId>> arguments_of_region; // Those of one region have the same control.
  for (NodeId argument : graph_.exact_arguments)
    arguments_of_region[graph_[argument].region].push_back(argument);
  NodeFlags leads_on(graph_.size());
  for (NodeId node : graph_.nodes()) {
    const Node &at = graph_[node];
    const bool of_loop = at.kind == NodeKind::Region
                             ? at.loop != kNoLoop
                             : at.kind == NodeKind::Action && at.site != kNoSite && at.condition_of_loop;
    leads_on[node] = !of_loop && !isAgreed(node);
  }
  std::vector<std::pair<NodeId, std::vector<NodeId>>> walks(arguments_of_region.begin(), arguments_of_region.end());
  constexpr std::size_t kWalksAtOnce = 64;
  for (std::size_t first = 0; first < walks.size(); first += kWalksAtOnce)
    walkExact(std::span(walks).subspan(first, std::min(kWalksAtOnce, walks.size() - first)), leads_on);
}

/// Walks from the arguments of as many regions as a word has bits, all at once: each node knows which walks came by.
void Decider::walkExact(std::span<const std::pair<NodeId, std::vector<NodeId>>> walks, const NodeFlags &leads_on) {
  sim::IdVector<NodeId, std::uint64_t> reached(graph_.size(), 0), own_control(graph_.size(), 0);
  std::deque<NodeId> work;
  for (std::size_t walk = 0; walk < walks.size(); ++walk) {
    const std::uint64_t bit = std::uint64_t{1} << walk;
    for (NodeId region = walks[walk].first; region != kNoNode && (own_control[region] & bit) == 0;
         region = graph_[region].region)
      own_control[region] |= bit;
    for (NodeId argument : walks[walk].second) {
      reached[argument] |= bit;
      work.push_back(argument);
    }
  }
  while (!work.empty()) {
    const NodeId at = work.front();
    work.pop_front();
    graph_[at].exact = true;
    for (NodeId needed : graph_.needs(at)) {
      const Node &node = graph_[needed];
      const bool call = graph_[at].kind == NodeKind::Action && node.kind == NodeKind::Action &&
                        graph_.sites[node.site].role == Role::Call;
      const std::uint64_t here = reached[at] & ~(node.kind == NodeKind::Region ? own_control[needed] : 0);
      if (call || !leads_on[needed] || (here & ~reached[needed]) == 0)
        continue;
      reached[needed] |= here;
      work.push_back(needed);
    }
  }
}

/// \p operands reads integers that a message brought.
bool Decider::readsDelivered(NodeId operands) const {
  const std::vector<NodeId> &reads = graph_.needs(operands);
  return std::any_of(reads.begin(), reads.end(), [&](NodeId read) { return delivered_[read] != 0; });
}

/// What an integer says that another rank sent, the sender has to say: it is predicted there or not at all, so that
/// both ranks know the same. So are the sums of such integers, which buffers are as large as. What a message brings as
/// floating values may be predicted where it is used.
void Decider::markDelivered() {
  for (NodeId node : graph_.nodes()) {
    const Node &at = graph_[node];
    if (!at.cuttable || at.operands == kNoNode)
      continue;
    bool delivered = readsDelivered(at.operands);
    if (at.kind == NodeKind::LoopExit)
      for (NodeId summand : graph_.needs(at.operands))
        delivered |= graph_[summand].kind == NodeKind::Action && graph_[summand].operands != kNoNode &&
                     readsDelivered(graph_[summand].operands);
    if (delivered)
      uncuttable_sites_.insert(at.site);
  }
}

/// What ranks contribute to a reduction is not predicted: the same floating value on each would make a sum that grows
/// with their number. It is predicted behind the reduction, where all know the same. So it goes back from the data
/// sent, through scalars and what functions return, to where elements of memory are read or an earlier collective gave
/// the value.
void Decider::markReduced() {
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  const auto follow = [&](NodeId from) {
    for (NodeId needed : graph_.needs(from))
      if (seen.insert(needed))
        work.push_back(needed);
  };
  std::set<NodeId> passes; // Objects that stand for a single value.
  for (const Instance &instance : graph_.instances)
    passes.insert(instance.result);
  for (NodeId node : graph_.nodes())
    if (graph_[node].reduced) {
      follow(node);
      for (const NodeId &needed : graph_.needs(node))
        passes.insert(graph_.meant(needed).begin(), graph_.meant(needed).end());
    }
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    const Node &node = graph_[at];
    if (node.kind == NodeKind::Pointees || (node.kind == NodeKind::Object && passes.count(at))) {
      follow(at);
    } else if (node.site != kNoSite && node.operands != kNoNode &&
               graph_.sites[node.site].type == ValueType::Floating && !readsAgreed(node.operands)) {
      uncuttable_sites_.insert(node.site);
      follow(node.operands);
    } else if (node.kind == NodeKind::Other && !node.uniform && !graph_.payloads.count(at)) {
      follow(at);
    }
  }
}

/// Every early end of the program stays, and what leads to it is computed.
void Decider::markStrict() {
  const NodeFlags needed = closure(graph_.soft_roots, nullptr);
  for (NodeId node : graph_.nodes())
    graph_[node].exact |= needed[node] != 0;
  for (NodeId root : graph_.soft_roots)
    graph_.need(graph_.root(), root);
}

/// Threads stay, how they wait for one another stays with what it needs, and none of it is predicted: threads would
/// wait for what does not come. But a loop that communicates may be: all threads take part in its steps or in none of
/// them.
void Decider::markThreads() {
  if (!graph_.starts_threads)
    return;
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  for (NodeId call : graph_.synchronizations) {
    graph_.need(graph_.root(), call);
    if (seen.insert(call))
      work.push_back(call);
  }
  for (const Loop &loop : graph_.loops)
    if (loop.reaches_mpi && loop.condition != kNoNode)
      seen.insert(loop.condition);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    graph_[at].exact = true;
    for (NodeId needed : graph_.needs(at))
      if (seen.insert(needed))
        work.push_back(needed);
  }
}

/// What follows from the time loop's results may be predicted wherever it stands: a check of the solution after the
/// loop, for one.
void Decider::markLate() {
  sim::IdVector<NodeId, std::vector<NodeId>> needed_by(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node : graph_.nodes()) {
    for (NodeId needed : graph_.needs(node))
      if (graph_[needed].kind != NodeKind::Region)
        needed_by[needed].push_back(node);
    if (cost_.ofExecuting(node) > 0 && frequency_.perElement(node))
      work.push_back(node);
  }
  late_ = reached(std::move(work), needed_by);
}

} // namespace maquette::skeletonizer
