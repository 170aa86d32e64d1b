//===- skeletonizer/decide/lib/real_elements.cpp - vectors whose elements are there in the skeleton -===//
// SPDX-License-Identifier: Apache-2.0
#include "real_elements.h"

#include <algorithm>

namespace maquette::skeletonizer {

RealElements::RealElements(const DependenceGraph &graph, const Slice &slice)
    : graph_(graph), slice_(slice), counting_(graph.size(), 0), state_(graph.size(), kUnknown) {
  std::vector<const ContainerUse *> open;
  for (const ContainerUse &use : graph.containers.uses) {
    if (use.action != kNoNode)
      counting_[use.action] = 1;
    open.push_back(&use);
  }
  for (const ContainerUse &copy : graph.containers.copies)
    if (slice.in[copy.action])
      mark(copy.elements);
  for (bool changed = true; changed;) {
    changed = false;
    std::erase_if(open, [&](const ContainerUse *use) {
      if (!isReal(*use))
        return false;
      sites_.insert(use->site);
      mark(use->elements);
      return changed = true;
    });
  }
}

/// A kept action other than those that only count makes some.
bool RealElements::isWritten(NodeId elements) const {
  const std::vector<NodeId> &writers = graph_.needs(elements);
  return slice_.in[elements] || std::any_of(writers.begin(), writers.end(), [this](NodeId writer) {
           return slice_.in[writer] && graph_[writer].kind == NodeKind::Action && !counting_[writer];
         });
}

bool RealElements::isReal(NodeId elements) {
  if (state_[elements] == kUnknown)
    state_[elements] = isWritten(elements) ? kWritten : kOnlyCounted;
  return state_[elements] != kOnlyCounted;
}

bool RealElements::isReal(const ContainerUse &use) {
  return use.elements.empty() || makesSome(use.site) ||
         std::any_of(use.elements.begin(), use.elements.end(), [this](NodeId elements) { return isReal(elements); });
}

/// Elements that are moved here from elsewhere are memory there, too.
void RealElements::mark(std::vector<NodeId> work) {
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    if (state_[at] == kMarked)
      continue;
    state_[at] = kMarked;
    for (NodeId move : graph_.needs(at))
      if (graph_[move].kind == NodeKind::Other)
        for (const NodeId &needed : graph_.needs(move))
          for (NodeId from : graph_.meant(needed))
            if (graph_[from].kind == NodeKind::Object)
              work.push_back(from);
  }
}

} // namespace maquette::skeletonizer
