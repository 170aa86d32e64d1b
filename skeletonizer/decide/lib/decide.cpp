//===- skeletonizer/decide/lib/decide.cpp - from the dependence graph to decisions -===//
// SPDX-License-Identifier: Apache-2.0
#include "decider.h"

#include "maquette/dataflow/graph_builder.h"
#include "maquette/dataflow/points_to.h"
#include "maquette/sim/assert.h"
#include "marks.h"
#include "min_cut.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace maquette::skeletonizer {

namespace {

constexpr double kCheap = 2000; ///< Operations that a soft root (an exit, a feature) may add.

} // namespace

/// Backward over everything the roots need; the operands of a cut action are not needed.
NodeFlags Decider::closure(const std::vector<NodeId> &roots, sim::IdVector<NodeId, NodeId> *parents) const {
  NodeFlags in(graph_.size(), 0);
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

std::set<SiteId> Decider::minimumCut(const NodeFlags &in) const {
  sim::IdVector<NodeId, int> index(graph_.size(), -1);
  int count = 0;
  for (NodeId node : graph_.nodes())
    if (in[node])
      index[node] = count++;
  const int sink = count;
  MinCut network(count + 1);
  for (NodeId node : graph_.nodes()) {
    if (!in[node])
      continue;
    if (const double weight = cost_.ofExecuting(node); weight > 0)
      network.edge(index[node], sink, weight);
    for (NodeId needed : graph_.needs(node)) {
      if (!in[needed]) // behind a cut of the user's
        continue;
      const bool cuttable = graph_[node].cuttable && !graph_[node].exact && needed == graph_[node].operands &&
                            !uncuttable_sites_.count(graph_[node].site) && mayCutAt(node) &&
                            !frequency_.perElement(node);
      network.edge(index[node], index[needed], cuttable ? cost_.ofPredicting(node) : MinCut::kUncuttable);
    }
  }
  const std::vector<char> side = network.sourceSide(index[graph_.root()], sink);
  std::set<SiteId> sites;
  for (NodeId node : graph_.nodes())
    if (in[node] && graph_[node].cuttable && graph_[node].operands != kNoNode && in[graph_[node].operands] &&
        side[index[node]] && !side[index[graph_[node].operands]])
      sites.insert(graph_[node].site);
  return sites;
}

/// The time loop runs it, or it follows from what the time loop computes: there may be something to gain.
bool Decider::mayCutAt(NodeId node) const { return frequency_.inTimeLoop(node) > 0 || late_[node]; }

/// A site is cut in all its contexts or in none: not where some context has a value that costs nothing, an argument of
/// the program say. Returns true when a cut had to be forbidden.
bool Decider::dropInconsistentCuts(std::set<SiteId> &sites) {
  bool dropped = false;
  for (SiteId site : sites)
    for (NodeId node : nodes_of_site_[site])
      if (graph_[node].exact || !graph_[node].cuttable || !mayCutAt(node))
        dropped |= uncuttable_sites_.insert(site).second;
  return dropped;
}

/// Functions that run: something in them is needed, or a call of them stays, for another target or context: a
/// template's text calls what each of its instantiations was given; or the function that calls it wherever it runs
/// does: a destructor those of parts and bases.
InstanceFlags Decider::running(const NodeFlags &in) const {
  InstanceFlags out(graph_.instances.size());
  sim::IdVector<SiteId, char> stays(graph_.sites.size());
  for (NodeId node : graph_.nodes())
    if (in[node] && graph_[node].kind == NodeKind::Action) {
      if (graph_[node].instance != kNoInstance)
        out[graph_[node].instance] = 1;
      if (graph_[node].site != kNoSite)
        stays[graph_[node].site] = 1;
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (const CallRecord &call : graph_.calls) {
      const SiteId site = graph_[call.action].site;
      const bool follows = call.action == graph_.instances[call.caller].entry || (site != kNoSite && stays[site]);
      const bool runs = in[call.action] || (out[call.caller] && follows);
      if (runs && !out[call.callee]) {
        out[call.callee] = 1;
        changed = true;
      }
    }
  }
  return out;
}

/// An action whose text runs where nothing needs it may find numbers that mean nothing there, but pointers it can
/// follow.
bool Decider::needAddresses(NodeId kept, NodeId action, const NodeFlags &in) {
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
bool Decider::coupleContexts(const NodeFlags &in) {
  bool changed = false;
  const InstanceFlags runs = running(in);
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
      } else if (graph_[node].instance != kNoInstance && runs[graph_[node].instance]) {
        changed |= needAddresses(kept, node, in);
      }
    }
  }
  return changed;
}

/// Each round forbids a cut or adds an edge, and there are finitely many of both, so it ends.
void Decider::cutUntilConsistent() {
  while (true) {
    cut_sites_ = forced_cuts_;
    if (!options_.exact) {
      std::set<SiteId> sites = minimumCut(closure(roots_, nullptr));
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
  const InstanceFlags runs = running(in_);
  for (InstanceId instance : runs.ids())
    if (runs[instance])
      live_instances_.insert(instance);
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
    if (node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition &&
        graph_.sites[node.site].c_type.empty())
      return false;
  }
  return true;
}

/// The values that the bounds of removed loops depend on, seen from functions that stay.
std::set<NodeId> Decider::featureCandidates() const {
  std::set<NodeId> out;
  Marks seen(graph_.size());
  std::vector<NodeId> work;
  for (NodeId node : graph_.nodes())
    if (graph_[node].condition_of_loop && graph_[node].kind == NodeKind::Action && !in_[node])
      work.push_back(graph_[node].operands);
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId needed : graph_.needs(at)) {
      const Node &node = graph_[needed];
      if (node.kind == NodeKind::Region || node.condition_of_loop || !seen.insert(needed))
        continue;
      const bool outside_any = node.kind == NodeKind::Object && node.instance == kNoInstance && isScalarObject(needed);
      const bool definition =
          node.kind == NodeKind::Action && graph_.sites[node.site].role == Role::Definition && node.cuttable;
      const bool in_place = definition && isLive(node.instance) && node.loop == kNoLoop && !node.loop_head;
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
  for (NodeId node : graph_.nodes())
    if (graph_[node].site != kNoSite &&
        (graph_[node].kind == NodeKind::Action || graph_[node].kind == NodeKind::LoopExit))
      nodes_of_site_[graph_[node].site].push_back(node);
  noteOrigins();
  markExact();
  roots_ = {graph_.root()};
  if (options_.strict)
    markStrict();
  markThreads();
  markLate();
  markDelivered();
  markReduced();
  findVarying();
  findCollective();
  markControl();
  markElements();
  applyOverrides();
  cutUntilConsistent();
  while (true) { // Each round adds an edge, else it is the last.
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
void connectParameters(DependenceGraph &graph) {
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
  MAQUETTE_ASSERT(!index.mains().empty());
  DependenceGraph graph = buildDependenceGraph(program, index, effects, options.editable);
  connectParameters(graph);
  PointsTo(graph).resolveDeferred();
  graph.finish();
  return Decider(std::move(graph), index, options).run();
}

} // namespace maquette::skeletonizer
