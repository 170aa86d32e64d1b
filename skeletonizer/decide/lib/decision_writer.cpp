//===- skeletonizer/decide/lib/decision_writer.cpp - what is in, as decisions about the sources -===//
// SPDX-License-Identifier: Apache-2.0
#include "decision_writer.h"

#include "real_elements.h"
#include "site_id.h"

namespace maquette::skeletonizer {

std::string DecisionWriter::predictionId(const Site &site) {
  std::string id = siteId(site);
  if (const int use = id_uses_[id]++)
    id += "." + std::to_string(use + 1);
  return id;
}

void DecisionWriter::writePrediction(NodeId node) {
  const Site &site = graph_.sites[graph_[node].site];
  if (out_.predicted_.count({site.role, site.key}) && site.variable.empty())
    return;
  std::vector<LoopExitValue> &exits = out_.loop_exits_[site.key];
  for (const LoopExitValue &exit : exits)
    if (!site.variable.empty() && exit.variable == site.variable)
      return;
  PredictedValue value{predictionId(site), site.type, site.c_type, site.converts,
                       "depends on computation inside the time loop: " + site.text};
  if (cuts_.forced.count(graph_[node].site))
    value.reason = "requested by the user: " + site.text;
  if (auto given = user_.values.find(graph_[node].site); given != user_.values.end())
    value.text = given->second;
  if (site.variable.empty())
    out_.predicted_[{site.role, site.key}] = value;
  else
    exits.push_back({site.variable, value});
  if (exits.empty())
    out_.loop_exits_.erase(site.key);
}

void DecisionWriter::writeReasons() {
  for (NodeId node : graph_.nodes()) {
    if (!slice_.in[node] || graph_[node].kind != NodeKind::Action)
      continue;
    const Site &site = graph_.sites[graph_[node].site];
    std::vector<ReasonStep> &chain = out_.why_[{site.role, site.key}];
    if (!chain.empty())
      continue;
    SiteId last = kNoSite;
    for (NodeId at = node; at != kNoNode; at = slice_.parents[at]) {
      const SiteId here = graph_[at].site;
      if (here == kNoSite || here == last)
        continue;
      last = here;
      chain.push_back({graph_.sites[here].key, graph_.sites[here].line, graph_.sites[here].text});
    }
  }
}

/// All definitions of these objects that can run stay, and there are some.
bool DecisionWriter::isHeld(const std::vector<NodeId> &objects) const {
  bool any = false;
  for (NodeId object : objects)
    for (NodeId definition : graph_.needs(object)) {
      const Node &node = graph_[definition];
      if (node.kind == NodeKind::Object || node.kind == NodeKind::Pointees || node.kind == NodeKind::Region)
        continue;
      any = true;
      if (!slice_.in[definition] && !graph_.static_initializers.count(definition))
        return false;
    }
  return any;
}

/// The skeleton holds the value of a variable or field that the program would hold, or a container as large.
void DecisionWriter::writeAvailable() {
  for (const auto &[name, objects] : graph_.named_objects) {
    if (isHeld(objects))
      out_.available_.insert(name);
    std::vector<NodeId> sizes;
    for (NodeId object : objects)
      if (const NodeId size = graph_.knownPart(object, "#size"); size != kNoNode)
        sizes.push_back(size);
    if (isHeld(sizes))
      out_.available_.insert(sizeName(name));
  }
}

/// The skeleton reads or writes it: it must be real memory, even if what is written there is needed only where it is
/// other memory.
bool DecisionWriter::isTouched(NodeId object) const {
  if (const auto floating = graph_.heap.floating_part.find(object);
      floating != graph_.heap.floating_part.end() && isTouched(floating->second))
    return true;
  if (slice_.in[object])
    return true;
  const auto made = graph_.heap.action.find(object);
  for (NodeId writer : graph_.needs(object))
    if (slice_.in[writer] && graph_[writer].kind == NodeKind::Action &&
        (made == graph_.heap.action.end() || made->second != writer))
      return true;
  return false;
}

void DecisionWriter::writeContainers() {
  const RealElements real(graph_, slice_);
  for (const ContainerUse &use : graph_.containers.uses)
    if (!real.makesSome(use.site))
      out_.phantom_containers_.insert(graph_.sites[use.site].key);
}

void DecisionWriter::writeDataLoops(const LoopFrequency &frequency) {
  std::set<SourceKey> others;
  for (LoopId loop : graph_.loops.ids())
    (frequency.isOutermostDataLoop(loop) ? out_.data_loops_ : others).insert(graph_.loops[loop].where);
  for (const SourceKey &loop : others)
    out_.data_loops_.erase(loop);
}

void DecisionWriter::writeNodes() {
  for (NodeId node : graph_.nodes()) {
    if (!slice_.in[node] || user_.removed.count(graph_[node].site))
      continue;
    if (graph_[node].kind == NodeKind::Action) {
      const Site &site = graph_.sites[graph_[node].site];
      out_.kept_.insert({site.role, site.key});
    }
    if (cuts_.has(graph_[node]))
      writePrediction(node);
  }
  for (const auto &[object, site] : graph_.heap.site)
    if (isTouched(object))
      out_.kept_.insert({Role::Contents, graph_.sites[site].key});
  for (const Site &site : graph_.sites)
    if (site.role == Role::Item && !out_.kept_.count({Role::Item, site.key}))
      out_.unneeded_items_.insert(site.key);
}

Decisions DecisionWriter::write(const ProgramIndex &index, const LoopFrequency &frequency) {
  writeNodes();
  const InstanceFlags runs = runningInstances(slice_.in, graph_);
  for (InstanceId instance : runs.ids())
    if (runs[instance])
      out_.live_functions_.insert(index.functions()[graph_.instances[instance].function].usr);
  writeContainers();
  writeDataLoops(frequency);
  writeReasons();
  writeAvailable();
  out_.transfers_ = graph_.files.transfers;
  out_.notes_ = graph_.notes;
  out_.unseen_ = graph_.unseen;
  return std::move(out_);
}

} // namespace maquette::skeletonizer
