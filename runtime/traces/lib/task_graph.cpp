//===- runtime/traces/lib/task_graph.cpp - what a rank does, as tasks that wait for each other -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/task_graph.h"

namespace maquette::traces {

bool TaskGraph::finish() {
  first_.assign(tasks_.size() + 1, 0);
  awaited_.assign(tasks_.size(), 0);
  for (const Pair &pair : pairs_) {
    ++first_[pair.other + 1];
    ++awaited_[pair.edge.task];
  }
  for (std::size_t task = 0; task < tasks_.size(); ++task)
    first_[task + 1] += first_[task];
  std::vector<std::size_t> next(first_.begin(), first_.end());
  edges_.resize(pairs_.size());
  for (const Pair &pair : pairs_)
    edges_[next[pair.other]++] = pair.edge;
  std::vector<Pair>().swap(pairs_);

  std::vector<std::uint32_t> left = awaited_;
  std::vector<std::size_t> ready;
  for (std::size_t task = 0; task < tasks_.size(); ++task)
    if (left[task] == 0)
      ready.push_back(task);
  std::size_t done = 0;
  for (; !ready.empty(); ++done) {
    const std::size_t task = ready.back();
    ready.pop_back();
    for (const Edge &edge : waiting(task))
      if (--left[edge.task] == 0)
        ready.push_back(edge.task);
  }
  return done == tasks_.size();
}

} // namespace maquette::traces
