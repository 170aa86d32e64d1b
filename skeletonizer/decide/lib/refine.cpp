//===- skeletonizer/decide/lib/refine.cpp - takes back what a mismatch proves wrong ---===//
// SPDX-License-Identifier: Apache-2.0
#include "refine.h"

#include "marks.h"
#include "roles.h"
#include "site_id.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

namespace maquette::skeletonizer {
namespace {

/// Beyond this many values all that are left are taken back at once.
constexpr std::size_t kFewValues = 8;

/// An early end stays, and nothing that leads to it is predicted.
void keepExactly(const std::vector<NodeId> &ends, DependenceGraph &graph) {
  const NodeFlags needed = sliceFrom(ends, graph, {}).in;
  for (NodeId node : graph.nodes())
    graph[node].exact |= needed[node] != 0;
  for (NodeId end : ends)
    graph.need(graph.root(), end);
}

/// As `#pragma maquette keep` before the body.
void keepFunctions(const std::set<std::string> &names, const ProgramIndex &index, DependenceGraph &graph, Cuts &cuts) {
  for (NodeId node : graph.nodes()) {
    const Node &action = graph[node];
    if (action.kind != NodeKind::Action || action.site == kNoSite || action.instance == kNoInstance ||
        !names.count(index.functions()[graph.instances[action.instance].function].name))
      continue;
    graph.need(graph.root(), node);
    cuts.forbid(action.site);
  }
}

bool isPathEnd(llvm::StringRef name, llvm::StringRef path) {
  return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

std::string placeText(const Site &site) {
  return llvm::sys::path::filename(site.key.file).str() + ":" + std::to_string(site.line);
}

/// As many as all times before; at least one.
void keepFirst(std::vector<Refinement> &found, std::size_t before) {
  found.resize(std::min(found.size(), std::max<std::size_t>(before, 1)));
}

} // namespace

void applyRefinements(const Refinements &refinements, const ProgramIndex &index, DependenceGraph &graph, Cuts &cuts) {
  if (!refinements.values.empty())
    for (SiteId site : graph.sites.ids())
      if (refinements.values.count(siteId(graph.sites[site])))
        cuts.forbid(site);
  std::vector<NodeId> ends;
  for (NodeId end : graph.soft_roots)
    if (graph[end].site != kNoSite && refinements.ends.count(siteId(graph.sites[graph[end].site])))
      ends.push_back(end);
  if (!ends.empty())
    keepExactly(ends, graph);
  if (!refinements.functions.empty())
    keepFunctions(refinements.functions, index, graph, cuts);
}

Refinement RefinementSearch::refinement(RefinementKind kind, NodeId node) const {
  const Site &site = graph_.sites[graph_[node].site];
  return {kind, siteId(site), site.key.file, site.line, site.text};
}

/// The calls on the line; if there are none, those on the nearest lines before and behind it: a statement may begin
/// before the call in it.
static std::vector<NodeId> callsAt(const Counterexample::Line &asked, const DependenceGraph &graph) {
  std::vector<std::pair<unsigned, NodeId>> calls;
  unsigned before = 0, behind = std::numeric_limits<unsigned>::max();
  for (NodeId call : graph.needs(graph.root())) {
    if (graph[call].site == kNoSite || !isCall(graph, call))
      continue;
    const Site &site = graph.sites[graph[call].site];
    if (!isPathEnd(asked.file, site.key.file))
      continue;
    calls.emplace_back(site.line, call);
    if (site.line <= asked.line)
      before = std::max(before, site.line);
    if (site.line >= asked.line)
      behind = std::min(behind, site.line);
  }
  std::vector<NodeId> found;
  for (const auto &[line, call] : calls)
    if (line == before || line == behind) // Both are the line itself if there is a call.
      found.push_back(call);
  return found;
}

/// All that feeds the calls, the nearest first; not behind predicted values.
std::vector<NodeId> RefinementSearch::walkFrom(const std::vector<NodeId> &calls, bool control_first) const {
  std::vector<NodeId> walk;
  Marks seen(graph_.size());
  const auto follow = [&](std::vector<NodeId> from) {
    std::deque<NodeId> work;
    for (NodeId node : from)
      if (node != kNoNode && seen.insert(node))
        work.push_back(node);
    while (!work.empty()) {
      const NodeId at = work.front();
      work.pop_front();
      walk.push_back(at);
      for (NodeId needed : graph_.needs(at))
        if (!(cuts_.has(graph_[at]) && needed == graph_[at].operands) && seen.insert(needed))
          work.push_back(needed);
    }
  };
  std::vector<NodeId> control;
  for (NodeId call : calls)
    control.push_back(graph_[call].region);
  if (control_first)
    follow(control);
  follow(calls);
  return walk;
}

/// Predicted values; those that the user wants are obstacles.
std::vector<Refinement> RefinementSearch::values(const std::vector<NodeId> &walk, RefinementAnswer &answer) const {
  std::vector<Refinement> found;
  std::set<std::string> ids;
  for (NodeId node : walk) {
    const Node &at = graph_[node];
    if (at.site == kNoSite)
      continue;
    const Site &site = graph_.sites[at.site];
    if (user_.removed.count(at.site) && ids.insert(siteId(site)).second)
      answer.obstacles.push_back(placeText(site) + ": removed: " + site.text);
    if (!cuts_.has(at) || !ids.insert(siteId(site)).second)
      continue;
    if (cuts_.forced.count(at.site))
      answer.obstacles.push_back(placeText(site) + ": predicted: " + site.text);
    else
      found.push_back(refinement(RefinementKind::Value, node));
  }
  return found;
}

/// Early ends that the skeleton does not have, those in functions that the walk meets first.
std::vector<Refinement> RefinementSearch::ends(const std::vector<NodeId> &walk) const {
  sim::IdVector<InstanceId, std::size_t> met(graph_.instances.size(), walk.size());
  for (std::size_t i = walk.size(); i-- > 0;)
    if (const InstanceId instance = graph_[walk[i]].instance; instance != kNoInstance)
      met[instance] = i;
  std::vector<std::pair<std::size_t, NodeId>> order;
  for (NodeId end : graph_.soft_roots)
    if (graph_[end].site != kNoSite && graph_[end].instance != kNoInstance && !hasRole(graph_, end, Role::Value))
      order.emplace_back(met[graph_[end].instance], end);
  std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Refinement> found;
  std::set<std::string> ids = known_.ends;
  for (const auto &[distance, end] : order)
    if (ids.insert(siteId(graph_.sites[graph_[end].site])).second)
      found.push_back(refinement(RefinementKind::End, end));
  return found;
}

/// By function: a part of it is not in the skeleton.
sim::IdVector<FunctionId, char> RefinementSearch::incomplete() const {
  sim::IdVector<FunctionId, char> out(index_.functions().size(), 0);
  for (NodeId node : graph_.nodes())
    if (const Node &at = graph_[node];
        at.kind == NodeKind::Action && at.site != kNoSite && !slice_.in[node] && at.instance != kNoInstance)
      out[graph_.instances[at.instance].function] = 1;
  return out;
}

std::vector<Refinement> RefinementSearch::functions(const std::vector<NodeId> &walk) const {
  sim::IdVector<FunctionId, char> candidate = incomplete();
  std::vector<Refinement> found;
  std::set<std::string> names = known_.functions;
  const auto take = [&](NodeId node) {
    const Node &at = graph_[node];
    if (at.site == kNoSite || at.instance == kNoInstance)
      return;
    const FunctionId id = graph_.instances[at.instance].function;
    const std::string &name = index_.functions()[id].name;
    if (!std::exchange(candidate[id], 0) || !names.insert(name).second)
      return;
    const Site &site = graph_.sites[at.site];
    found.push_back({RefinementKind::Function, name, site.key.file, site.line, name});
  };
  for (NodeId node : walk)
    take(node);
  for (NodeId node : graph_.nodes()) // Data may flow in ways that the graph does not know.
    take(node);
  return found;
}

RefinementAnswer RefinementSearch::answer(const Counterexample &mismatch) const {
  RefinementAnswer answer;
  std::vector<NodeId> calls;
  for (const Counterexample::Line &line : mismatch.calls)
    for (NodeId call : callsAt(line, graph_))
      calls.push_back(call);
  if (calls.empty())
    calls = graph_.needs(graph_.root());
  const std::vector<NodeId> walk = walkFrom(calls, mismatch.another_call);
  answer.found = values(walk, answer);
  if (!answer.found.empty()) {
    if (mismatch.values < kFewValues)
      keepFirst(answer.found, mismatch.values);
    return answer;
  }
  if (!answer.obstacles.empty()) // Nothing else is to be suspected before these.
    return answer;
  if (mismatch.program_ended)
    answer.found = ends(walk);
  if (!answer.found.empty()) {
    keepFirst(answer.found, mismatch.ends);
    return answer;
  }
  answer.found = functions(walk);
  keepFirst(answer.found, mismatch.functions);
  return answer;
}

} // namespace maquette::skeletonizer
