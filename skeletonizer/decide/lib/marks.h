//===- skeletonizer/decide/lib/marks.h - nodes a walk has seen ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_MARKS_H
#define MAQUETTE_DECIDE_MARKS_H

#include "maquette/dataflow/dependence_graph.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace maquette::skeletonizer {

/// A set of nodes that is cleared in no time, for walks that are repeated.
class Marks {
public:
  explicit Marks(std::size_t nodes) : marks_(nodes, 0) {}
  void clear() { ++current_; }
  /// False if it was there.
  bool insert(NodeId node) { return std::exchange(marks_[node], current_) != current_; }

private:
  sim::IdVector<NodeId, std::uint32_t> marks_;
  std::uint32_t current_ = 1;
};

/// All that is reached from \p work along \p users, by node; \p work among it.
inline sim::IdVector<NodeId, char> reached(std::vector<NodeId> work,
                                           const sim::IdVector<NodeId, std::vector<NodeId>> &users) {
  sim::IdVector<NodeId, char> out(users.size(), 0);
  for (NodeId node : work)
    out[node] = 1;
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (NodeId user : users[at])
      if (!std::exchange(out[user], 1))
        work.push_back(user);
  }
  return out;
}

} // namespace maquette::skeletonizer

#endif
