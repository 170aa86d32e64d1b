//===- skeletonizer/lib/decide.cpp - from the relevance graph to decisions ---===//
// SPDX-License-Identifier: Apache-2.0
#include "decide.h"

#include "graph_builder.h"
#include "loop_frequency.h"
#include "marks.h"
#include "min_cut.h"
#include "node_cost.h"
#include "points_to.h"
#include "source_key.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <deque>

namespace maquette::skeletonizer {

namespace {

constexpr double kCheap = 2000;          ///< Operations that a soft root (an exit, a feature) may add.
constexpr int kRounds = 64;

class Decider {
public:
  Decider(RelevanceGraph graph, const ProgramIndex &index, const DecideOptions &options)
      : graph_(std::move(graph)), index_(index), options_(options), frequency_(graph_), cost_(graph_, frequency_, options.measured) {}
  Decisions run();

private:
  void markExact();
  bool isAgreed(NodeId node) const;
  void cutUntilConsistent();
  std::vector<char> closure(const std::vector<NodeId> &roots, std::vector<NodeId> *parents) const;
  bool isCut(NodeId node) const { return graph_[node].site >= 0 && cut_sites_.count(graph_[node].site) && graph_[node].operands != kNoNode; }
  std::set<int> minimumCut(const std::vector<char> &in) const;
  bool dropInconsistentCuts(std::set<int> &sites);
  bool coupleContexts(const std::vector<char> &in);
  void addSoftRoots();
  bool addIfCheap(NodeId root);
  void addFeatures();
  bool isArgumentOfKeptCall(NodeId node) const;
  bool isScalarObject(NodeId object) const;
  std::set<NodeId> featureCandidates() const;
  bool isLive(int instance) const { return instance >= 0 && live_instances_.count(instance) != 0; }
  void findLive();
  bool isTouched(NodeId object) const;
  void emit(Decisions &out);
  void emitPrediction(NodeId node, Decisions &out);
  void emitReasons(Decisions &out);
  void emitAvailable(Decisions &out);
  void emitContainers(Decisions &out);
  std::string predictionId(const Site &site);

  RelevanceGraph graph_;
  const ProgramIndex &index_;
  const DecideOptions &options_;
  LoopFrequency frequency_;
  NodeCost cost_;
  std::map<int, std::vector<NodeId>> nodes_of_site_;
  std::set<int> cut_sites_;
  std::set<int> uncuttable_sites_;
  std::vector<NodeId> roots_;
  std::vector<char> in_;
  std::vector<NodeId> parents_;
  std::set<int> live_instances_;
  std::map<std::string, int> id_uses_;
};

/// Backward over everything the roots need; the operands of a cut action are not needed.
std::vector<char> Decider::closure(const std::vector<NodeId> &roots, std::vector<NodeId> *parents) const {
  std::vector<char> in(graph_.size(), 0);
  std::deque<NodeId> work;
  if (parents)
    parents->assign(graph_.size(), kNoNode);
  for (NodeId root : roots) {
    in[root] = 1;
    work.push_back(root);
  }
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
  return in;
}

/// A scalar set from what a collective gave to all ranks alike: its n-th value is the same everywhere, predicted or not.
bool Decider::isAgreed(NodeId node) const {
  const Node &definition = graph_[node];
  if (definition.kind != NodeKind::Action || !definition.cuttable || definition.operands == kNoNode ||
      graph_.sites[definition.site].role != Role::Definition || frequency_.perElement(node))
    return false;
  for (NodeId read : graph_.needs(definition.operands))
    for (NodeId writer : graph_.needs(read))
      if (graph_[writer].agreed)
        return true;
  return false;
}

/// What peers, tags and communicators are computed from is never predicted, but for what all ranks agree on. Control counts only where
/// it chooses between values, not where it also decides whether the call happens.
void Decider::markExact() {
  std::map<NodeId, std::vector<NodeId>> arguments_of_region; // Those of one region have the same control.
  for (NodeId argument : graph_.exact_arguments)
    arguments_of_region[graph_[argument].region].push_back(argument);
  Marks seen(graph_.size());
  for (auto &[innermost, work] : arguments_of_region) {
    std::set<NodeId> own_control;
    for (NodeId region = innermost; region != kNoNode; region = graph_[region].region)
      if (!own_control.insert(region).second)
        break;
    seen.clear();
    for (NodeId argument : work)
      seen.insert(argument);
    while (!work.empty()) {
      const NodeId at = work.back();
      work.pop_back();
      graph_[at].exact = true;
      for (NodeId needed : graph_.needs(at)) {
        const Node &node = graph_[needed];
        const bool control = node.kind == NodeKind::Region;
        const bool skip = (control && (node.loop >= 0 || own_control.count(needed))) ||
                          (node.kind == NodeKind::Action && node.site >= 0 && node.condition_of_loop) || isAgreed(needed) ||
                          (graph_[at].kind == NodeKind::Action && node.kind == NodeKind::Action &&
                           graph_.sites[node.site].role == Role::Call);
        if (!skip && seen.insert(needed))
          work.push_back(needed);
      }
    }
  }
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
      const bool cuttable = graph_[node].cuttable && !graph_[node].exact && needed == graph_[node].operands &&
                            !uncuttable_sites_.count(graph_[node].site) && frequency_.inTimeLoop(node) > 0 &&
                            !frequency_.perElement(node);
      network.edge(index[node], index[needed], cuttable ? cost_.ofPredicting(node) : MinCut::kUncuttable);
    }
  }
  const std::vector<char> side = network.sourceSide(index[graph_.root()], sink);
  std::set<int> sites;
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (in[node] && graph_[node].cuttable && graph_[node].operands != kNoNode && side[index[node]] &&
        !side[index[graph_[node].operands]])
      sites.insert(graph_[node].site);
  return sites;
}

/// A site is cut in all its contexts or in none. Returns true when a cut had to be forbidden.
bool Decider::dropInconsistentCuts(std::set<int> &sites) {
  bool dropped = false;
  for (int site : sites)
    for (NodeId node : nodes_of_site_[site])
      if (graph_[node].exact || !graph_[node].cuttable)
        dropped |= uncuttable_sites_.insert(site).second;
  return dropped;
}

/// The text of an action that stays runs in every context that reaches it, so what it needs there must be there too.
bool Decider::coupleContexts(const std::vector<char> &in) {
  bool changed = false;
  for (auto &[site, nodes] : nodes_of_site_) {
    NodeId kept = kNoNode;
    for (NodeId node : nodes)
      if (in[node] && graph_[node].kind == NodeKind::Action)
        kept = node;
    if (kept == kNoNode)
      continue;
    for (NodeId node : nodes)
      if (!in[node] && graph_[node].kind == NodeKind::Action && graph_[node].region != kNoNode && in[graph_[node].region]) {
        graph_.need(kept, node);
        changed = true;
      }
  }
  return changed;
}

void Decider::cutUntilConsistent() {
  for (int round = 0; round < kRounds; ++round) {
    cut_sites_.clear();
    if (!options_.exact) {
      std::set<int> sites = minimumCut(closure(roots_, nullptr));
      if (dropInconsistentCuts(sites))
        continue;
      cut_sites_ = std::move(sites);
    }
    if (!coupleContexts(closure(roots_, nullptr)))
      break;
  }
  in_ = closure(roots_, &parents_);
}

void Decider::findLive() {
  live_instances_.clear();
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (in_[node] && graph_[node].kind == NodeKind::Action && graph_[node].instance >= 0)
      live_instances_.insert(graph_[node].instance);
  // A function that is called for another target of the same call, or another context, runs too.
  for (const CallRecord &call : graph_.calls)
    if (in_[call.action])
      live_instances_.insert(call.callee);
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
      if (outside_any || in_place || isArgumentOfKeptCall(needed))
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

std::string Decider::predictionId(const Site &site) {
  const std::string base = site.function + ":" + (site.variable.empty() ? "" : site.variable + ":");
  const std::uint64_t hash = llvm::xxh3_64bits(site.function + "|" + site.text + "|" + site.variable);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4)
    digits += kDigits[(hash >> shift) & 15];
  std::string id = base.substr(0, base.size() - 1) + "#" + digits;
  if (const int use = id_uses_[id]++)
    id += "." + std::to_string(use + 1);
  return id;
}

void Decider::emitPrediction(NodeId node, Decisions &out) {
  const Site &site = graph_.sites[graph_[node].site];
  if (out.predicted_.count({site.role, site.key}) && site.variable.empty())
    return;
  std::vector<LoopExitValue> &exits = out.loop_exits_[site.key];
  for (const LoopExitValue &exit : exits)
    if (!site.variable.empty() && exit.variable == site.variable)
      return;
  PredictedValue value{predictionId(site), site.type, site.c_type, "depends on computation inside the time loop: " + site.text};
  if (site.variable.empty())
    out.predicted_[{site.role, site.key}] = value;
  else
    exits.push_back({site.variable, value});
  if (exits.empty())
    out.loop_exits_.erase(site.key);
}

void Decider::emitReasons(Decisions &out) {
  for (NodeId node = 0; node < graph_.size(); ++node) {
    if (!in_[node] || graph_[node].kind != NodeKind::Action)
      continue;
    const Site &site = graph_.sites[graph_[node].site];
    std::vector<ReasonStep> &chain = out.why_[{site.role, site.key}];
    if (!chain.empty())
      continue;
    int last = -1;
    for (NodeId at = node; at != kNoNode; at = parents_[at]) {
      const int here = graph_[at].site;
      if (here < 0 || here == last)
        continue;
      last = here;
      chain.push_back({graph_.sites[here].key, graph_.sites[here].line, graph_.sites[here].text});
    }
  }
}

/// All definitions of a variable or field that can run stay: the skeleton holds the value the program would hold.
void Decider::emitAvailable(Decisions &out) {
  for (const auto &[name, objects] : graph_.named_objects) {
    bool any = false;
    bool all = true;
    for (NodeId object : objects)
      for (NodeId definition : graph_.needs(object)) {
        const Node &node = graph_[definition];
        if (node.kind == NodeKind::Object || node.kind == NodeKind::Region)
          continue;
        any = true;
        all &= in_[definition] != 0 || graph_.static_initializers.count(definition) != 0;
      }
    if (any && all)
      out.available_.insert(name);
  }
}

/// The skeleton reads or writes it: it must be real memory, even if what is written there is needed only where it is other memory.
bool Decider::isTouched(NodeId object) const {
  if (in_[object])
    return true;
  const auto made = graph_.allocation_action.find(object);
  for (NodeId writer : graph_.needs(object))
    if (in_[writer] && graph_[writer].kind == NodeKind::Action && (made == graph_.allocation_action.end() || made->second != writer))
      return true;
  return false;
}

/// A vector's elements are left out where every kept call that could make them only counts them. One text serves all vectors it
/// may reach: all are left out or none.
void Decider::emitContainers(Decisions &out) {
  std::set<NodeId> counting;
  for (const ContainerUse &use : graph_.container_uses)
    counting.insert(use.action);
  auto real = [&](NodeId elements) {
    if (in_[elements])
      return true;
    for (NodeId writer : graph_.needs(elements))
      if (in_[writer] && graph_[writer].kind == NodeKind::Action && !counting.count(writer))
        return true;
    return false;
  };
  std::set<NodeId> real_elements;
  std::set<int> real_sites;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ContainerUse &use : graph_.container_uses) {
      bool any = use.elements.empty() || real_sites.count(use.site) != 0;
      for (NodeId elements : use.elements)
        any = any || real_elements.count(elements) != 0 || real(elements);
      if (!any)
        continue;
      changed |= real_sites.insert(use.site).second;
      for (NodeId elements : use.elements)
        changed |= real_elements.insert(elements).second;
    }
  }
  for (const ContainerUse &use : graph_.container_uses)
    if (!real_sites.count(use.site))
      out.phantom_containers_.insert(graph_.sites[use.site].key);
}

void Decider::emit(Decisions &out) {
  findLive();
  for (NodeId node = 0; node < graph_.size(); ++node) {
    if (!in_[node])
      continue;
    if (graph_[node].kind == NodeKind::Action) {
      const Site &site = graph_.sites[graph_[node].site];
      out.kept_.insert({site.role, site.key});
    }
    if (isCut(node))
      emitPrediction(node, out);
  }
  for (const auto &[object, site] : graph_.allocation_site)
    if (isTouched(object))
      out.kept_.insert({Role::Contents, graph_.sites[site].key});
  for (int instance : live_instances_)
    out.live_functions_.insert(index_.functions()[graph_.instances[instance].function].usr);
  emitContainers(out);
  emitReasons(out);
  emitAvailable(out);
  out.notes_ = graph_.notes;
}

Decisions Decider::run() {
  for (NodeId node = 0; node < graph_.size(); ++node)
    if (graph_[node].site >= 0 && (graph_[node].kind == NodeKind::Action || graph_[node].kind == NodeKind::LoopExit))
      nodes_of_site_[graph_[node].site].push_back(node);
  markExact();
  roots_ = {graph_.root()};
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

Decisions decide(const Program &program, const DecideOptions &options) {
  const ProgramIndex index(program);
  RelevanceGraph graph = GraphBuilder(program, index).build();
  connectParameters(graph);
  PointsTo(graph).resolveDeferred();
  graph.finish();
  return Decider(std::move(graph), index, options).run();
}

} // namespace maquette::skeletonizer
