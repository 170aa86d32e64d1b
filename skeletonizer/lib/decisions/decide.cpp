//===- skeletonizer/lib/decisions/decide.cpp - from the relevance graph to decisions -===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/decisions/decider.h"

#include "lib/decisions/marks.h"
#include "lib/decisions/min_cut.h"
#include "lib/relevance/graph_builder.h"
#include "lib/relevance/points_to.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace maquette::skeletonizer {

namespace {

constexpr double kCheap = 2000;          ///< Operations that a soft root (an exit, a feature) may add.
constexpr int kRounds = 64;

} // namespace

/// Backward over everything the roots need; the operands of a cut action are not needed.
std::vector<char> Decider::closure(const std::vector<NodeId> &roots, std::vector<NodeId> *parents) const {
  std::vector<char> in(graph_.size(), 0);
  std::deque<NodeId> work;
  if (parents)
    parents->assign(graph_.size(), kNoNode);
  for (NodeId root : roots) { // One after the other: what communication needs is not said to be there for an early end.
    if (!std::exchange(in[root], 1))
      work.push_back(root);
    while (!work.empty()) {
      const NodeId at = work.front();
      work.pop_front();
      const bool cut = isCut(at);
      for (NodeId needed : graph_.needs(at)) {
        if (in[needed] || (cut && needed == graph_[at].operands))
          continue;
        in[needed] = 1;
        if (parents)
          (*parents)[needed] = at;
        work.push_back(needed);
      }
    }
  }
  return in;
}

/// A scalar set from what a collective gave to all ranks alike: its n-th value is the same everywhere, predicted or not.
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
  for (NodeId node = 0; node < graph_.size(); ++node) {
    const std::vector<NodeId> &needs = graph_.needs(node);
    agreed_[node] = graph_[node].agreed || std::any_of(needs.begin(), needs.end(), [&](NodeId need) { return graph_[need].agreed; });
    const bool object = graph_[node].kind == NodeKind::Object;
    delivered_[node] = graph_[node].delivered ||
                       (object && std::any_of(needs.begin(), needs.end(), [&](NodeId writer) { return graph_[writer].delivered; }));
  }
}

/// What peers, tags and communicators are computed from is never predicted, but for what all ranks agree on. Control counts only where
/// it chooses between values, not where it also decides whether the call happens.
void Decider::markExact() {
  std::map<NodeId, std::vector<NodeId>> arguments_of_region; // Those of one region have the same control.
  for (NodeId argument : graph_.exact_arguments)
    arguments_of_region[graph_[argument].region].push_back(argument);
  std::vector<char> leads_on(graph_.size());
  for (NodeId node = 0; node < graph_.size(); ++node) {
    const Node &at = graph_[node];
    const bool of_loop = at.kind == NodeKind::Region ? at.loop >= 0 : at.kind == NodeKind::Action && at.site >= 0 && at.condition_of_loop;
    leads_on[node] = !of_loop && !isAgreed(node);
  }
  std::vector<std::pair<NodeId, std::vector<NodeId>>> walks(arguments_of_region.begin(), arguments_of_region.end());
  constexpr std::size_t kWalksAtOnce = 64;
  for (std::size_t first = 0; first < walks.size(); first += kWalksAtOnce)
    walkExact(std::span(walks).subspan(first, std::min(kWalksAtOnce, walks.size() - first)), leads_on);
}

/// Walks from the arguments of as many regions as a word has bits, all at once: each node knows which walks came by.
void Decider::walkExact(std::span<const std::pair<NodeId, std::vector<NodeId>>> walks, const std::vector<char> &leads_on) {
  std::vector<std::uint64_t> reached(graph_.size(), 0), own_control(graph_.size(), 0);
  std::deque<NodeId> work;
  for (std::size_t walk = 0; walk < walks.size(); ++walk) {
    const std::uint64_t bit = std::uint64_t{1} << walk;
    for (NodeId region = walks[walk].first; region != kNoNode && (own_control[region] & bit) == 0; region = graph_[region].region)
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
      const bool call = graph_[at].kind == NodeKind::Action && node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Call;
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

/// What an integer says that another rank sent, the sender has to say: it is predicted there or not at all, so that both ranks know the
/// same. So are the sums of such integers, which buffers are as large as. What a message brings as floating values may be predicted where
/// it is used.
void Decider::markDelivered() {
  for (NodeId node = 0; node < graph_.size(); ++node) {
    const Node &at = graph_[node];
    if (!at.cuttable || at.operands == kNoNode)
      continue;
    bool delivered = readsDelivered(at.operands);
    if (at.kind == NodeKind::LoopExit)
      for (NodeId summand : graph_.needs(at.operands))
        delivered |= graph_[summand].kind == NodeKind::Action && graph_[summand].operands != kNoNode && readsDelivered(graph_[summand].operands);
    if (delivered)
      uncuttable_sites_.insert(at.site);
  }
}

/// What ranks contribute to a reduction is not predicted: the same floating value on each would make a sum that grows with their number. It is
/// predicted behind the reduction, where all know the same. So it goes back from the data sent, through scalars and what functions return, to
/// where elements of memory are read or an earlier collective gave the value.
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
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (graph_[node].reduced) {
      follow(node);
      passes.insert(graph_.needs(node).begin(), graph_.needs(node).end());
    }
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    const Node &node = graph_[at];
    if (node.kind == NodeKind::Object && passes.count(at)) {
      follow(at);
    } else if (node.site >= 0 && node.operands != kNoNode && graph_.sites[node.site].type == ValueType::Floating && !readsAgreed(node.operands)) {
      uncuttable_sites_.insert(node.site);
      follow(node.operands);
    } else if (node.kind == NodeKind::Other && !node.agreed && !graph_.payloads.count(at)) {
      follow(at);
    }
  }
}

/// Every early end of the program stays, and what leads to it is computed.
void Decider::markStrict() {
  const std::vector<char> needed = closure(graph_.soft_roots, nullptr);
  for (NodeId node = 0; node < graph_.size(); ++node)
    graph_[node].exact |= needed[node] != 0;
  for (NodeId root : graph_.soft_roots)
    graph_.need(graph_.root(), root);
}

/// What follows from the time loop's results may be predicted wherever it stands: a check of the solution after the loop, for one.
void Decider::markLate() {
  std::vector<std::vector<NodeId>> needed_by(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node = 0; node < graph_.size(); ++node) {
    for (NodeId needed : graph_.needs(node))
      if (graph_[needed].kind != NodeKind::Region)
        needed_by[needed].push_back(node);
    if (cost_.ofExecuting(node) > 0 && frequency_.perElement(node))
      work.push_back(node);
  }
  late_ = reached(std::move(work), needed_by);
}

std::set<int> Decider::minimumCut(const std::vector<char> &in) const {
  std::vector<int> index(graph_.size(), -1);
  int count = 0;
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (in[node])
      index[node] = count++;
  const int sink = count;
  MinCut network(count + 1);
  for (NodeId node = 0; node < graph_.size(); ++node) {
    if (!in[node])
      continue;
    if (const double weight = cost_.ofExecuting(node); weight > 0)
      network.edge(index[node], sink, weight);
    for (NodeId needed : graph_.needs(node)) {
      if (!in[needed]) // behind a cut of the user's
        continue;
      const bool cuttable = graph_[node].cuttable && !graph_[node].exact && needed == graph_[node].operands &&
                            !uncuttable_sites_.count(graph_[node].site) && mayCutAt(node) && !frequency_.perElement(node);
      network.edge(index[node], index[needed], cuttable ? cost_.ofPredicting(node) : MinCut::kUncuttable);
    }
  }
  const std::vector<char> side = network.sourceSide(index[graph_.root()], sink);
  std::set<int> sites;
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (in[node] && graph_[node].cuttable && graph_[node].operands != kNoNode && in[graph_[node].operands] && side[index[node]] &&
        !side[index[graph_[node].operands]])
      sites.insert(graph_[node].site);
  return sites;
}

/// The time loop runs it, or it follows from what the time loop computes: there may be something to gain.
bool Decider::mayCutAt(NodeId node) const { return frequency_.inTimeLoop(node) > 0 || late_[node]; }

/// A site is cut in all its contexts or in none: not where some context has a value that costs nothing, an argument of the program say.
/// Returns true when a cut had to be forbidden.
bool Decider::dropInconsistentCuts(std::set<int> &sites) {
  bool dropped = false;
  for (int site : sites)
    for (NodeId node : nodes_of_site_[site])
      if (graph_[node].exact || !graph_[node].cuttable || !mayCutAt(node))
        dropped |= uncuttable_sites_.insert(site).second;
  return dropped;
}

/// Functions that run: something in them is needed, or a call of them stays, for another target or context.
std::vector<char> Decider::running(const std::vector<char> &in) const {
  std::vector<char> out(graph_.instances.size());
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (in[node] && graph_[node].kind == NodeKind::Action && graph_[node].instance >= 0)
      out[graph_[node].instance] = 1;
  for (const CallRecord &call : graph_.calls)
    if (in[call.action])
      out[call.callee] = 1;
  return out;
}

/// An action whose text runs where nothing needs it may find numbers that mean nothing there, but pointers it can follow.
bool Decider::needAddresses(NodeId kept, NodeId action, const std::vector<char> &in) {
  bool changed = false;
  for (NodeId reader : {action, graph_[action].operands}) {
    const auto read = graph_.addresses.find(reader);
    if (read == graph_.addresses.end())
      continue;
    for (NodeId address : read->second)
      if (!in[address]) {
        graph_.need(kept, address);
        changed = true;
      }
  }
  return changed;
}

/// The text of an action that stays runs in every context that reaches it, so what it needs there must be there too.
bool Decider::coupleContexts(const std::vector<char> &in) {
  bool changed = false;
  const std::vector<char> runs = running(in);
  for (auto &[site, nodes] : nodes_of_site_) {
    NodeId kept = kNoNode;
    for (NodeId node : nodes)
      if (in[node] && graph_[node].kind == NodeKind::Action)
        kept = node;
    if (kept == kNoNode)
      continue;
    for (NodeId node : nodes) {
      if (in[node] || graph_[node].kind != NodeKind::Action || graph_[node].region == kNoNode)
        continue;
      if (in[graph_[node].region]) {
        graph_.need(kept, node);
        changed = true;
      } else if (graph_[node].instance >= 0 && runs[graph_[node].instance]) {
        changed |= needAddresses(kept, node, in);
      }
    }
  }
  return changed;
}

void Decider::cutUntilConsistent() {
  for (int round = 0; round < kRounds; ++round) {
    cut_sites_ = forced_cuts_;
    if (!options_.exact) {
      std::set<int> sites = minimumCut(closure(roots_, nullptr));
      if (dropInconsistentCuts(sites))
        continue;
      cut_sites_.insert(sites.begin(), sites.end());
    }
    if (coupleContexts(closure(roots_, nullptr)))
      continue;
    in_ = closure(roots_, nullptr);
    const bool bounds = forbidCutsOfBounds();
    if (!forbidCutsBehindControl() && !bounds)
      break;
  }
  in_ = closure(roots_, &parents_);
}

void Decider::findLive() {
  live_instances_.clear();
  const std::vector<char> runs = running(in_);
  for (std::size_t instance = 0; instance < runs.size(); ++instance)
    if (runs[instance])
      live_instances_.insert(static_cast<int>(instance));
}

/// Adds what \p root needs if that costs next to nothing.
bool Decider::addIfCheap(NodeId root) {
  if (in_[root])
    return false;
  std::vector<NodeId> added{root};
  std::vector<NodeId> from{kNoNode};
  std::set<NodeId> seen{root};
  double total = 0;
  for (std::size_t i = 0; i < added.size(); ++i) {
    const NodeId at = added[i];
    total += graph_[at].cost * frequency_.anywhere(at);
    if (total > kCheap)
      return false;
    const bool cut = isCut(at);
    for (NodeId needed : graph_.needs(at))
      if (!in_[needed] && !(cut && needed == graph_[at].operands) && seen.insert(needed).second) {
        added.push_back(needed);
        from.push_back(at);
      }
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    in_[added[i]] = 1;
    parents_[added[i]] = from[i];
  }
  roots_.push_back(root);
  return true;
}

void Decider::addSoftRoots() {
  for (NodeId root : graph_.soft_roots)
    addIfCheap(root);
  // What the skeleton allocates it also frees; a free alone is no reason to allocate.
  for (const auto &[end, objects] : graph_.freed)
    for (NodeId object : objects)
      if (auto made = graph_.allocation_action.find(object);
          made != graph_.allocation_action.end() && made->second != kNoNode && in_[made->second]) {
        addIfCheap(end);
        break;
      }
}

bool Decider::isArgumentOfKeptCall(NodeId node) const {
  if (graph_[node].kind != NodeKind::Action || graph_.sites[graph_[node].site].role != Role::Argument)
    return false;
  for (NodeId needed : graph_.needs(node))
    if (in_[needed] && graph_[needed].kind == NodeKind::Action && graph_.sites[graph_[needed].site].role == Role::Call)
      return true;
  return false;
}

/// A variable or field, not a piece of an array: every assignment to it is one that could be predicted.
bool Decider::isScalarObject(NodeId object) const {
  for (NodeId definition : graph_.needs(object)) {
    const Node &node = graph_[definition];
    if (node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition && graph_.sites[node.site].c_type.empty())
      return false;
  }
  return true;
}

/// The values that the bounds of removed loops depend on, seen from functions that stay.
std::set<NodeId> Decider::featureCandidates() const {
  std::set<NodeId> out;
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (graph_[node].condition_of_loop && graph_[node].kind == NodeKind::Action && !in_[node])
      work.push_back(graph_[node].operands);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId needed : graph_.needs(at)) {
      const Node &node = graph_[needed];
      if (node.kind == NodeKind::Region || node.condition_of_loop || !seen.insert(needed))
        continue;
      const bool outside_any = node.kind == NodeKind::Object && node.instance < 0 && isScalarObject(needed);
      const bool definition = node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition && node.cuttable;
      const bool in_place = definition && isLive(node.instance) && node.loop < 0 && !node.loop_head;
      const bool small_array = node.array && isLive(node.instance);
      if (outside_any || in_place || small_array || isArgumentOfKeptCall(needed))
        out.insert(needed);
      else
        work.push_back(needed);
    }
  }
  return out;
}

void Decider::addFeatures() {
  findLive();
  for (NodeId candidate : featureCandidates())
    addIfCheap(candidate);
}

Decisions Decider::run() {
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (graph_[node].site >= 0 && (graph_[node].kind == NodeKind::Action || graph_[node].kind == NodeKind::LoopExit))
      nodes_of_site_[graph_[node].site].push_back(node);
  noteOrigins();
  markExact();
  roots_ = {graph_.root()};
  if (options_.strict)
    markStrict();
  markLate();
  markDelivered();
  markReduced();
  findVarying();
  findCollective();
  markControl();
  markElements();
  obey();
  cutUntilConsistent();
  for (int round = 0; round < kRounds; ++round) {
    addSoftRoots();
    addFeatures();
    if (!coupleContexts(in_))
      break;
    in_ = closure(roots_, &parents_);
  }
  Decisions out;
  emit(out);
  return out;
}

namespace {

/// A parameter that is tracked by flow starts as what callers pass, apart from what the body assigns to it.
void connectParameters(RelevanceGraph &graph) {
  for (auto [entry, object] : graph.parameter_definitions)
    for (NodeId definition : std::vector<NodeId>(graph.needs(object))) {
      const Node &node = graph[definition];
      const bool body = node.kind == NodeKind::Action && graph.sites[node.site].role == Role::Definition;
      if (!body)
        graph.need(entry, definition);
    }
}

} // namespace

Decisions decide(const Program &program, const ExternalEffects &effects, const DecideOptions &options) {
  const ProgramIndex index(program);
  RelevanceGraph graph = GraphBuilder(program, index, effects, options.editable).build();
  connectParameters(graph);
  PointsTo(graph).resolveDeferred();
  graph.finish();
  return Decider(std::move(graph), index, options).run();
}

} // namespace maquette::skeletonizer
