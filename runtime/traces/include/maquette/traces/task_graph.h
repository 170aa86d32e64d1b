//===- maquette/traces/task_graph.h - what a rank does, as tasks that wait for each other -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Some traces have no order of calls. A rank's tasks compute, send or receive, and each begins when those that it
/// waits for have begun or ended.
#ifndef MAQUETTE_TRACES_TASK_GRAPH_H
#define MAQUETTE_TRACES_TASK_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace maquette::traces {

enum class TaskKind : std::uint8_t { Compute, Send, Receive };

struct Task {
  TaskKind kind = TaskKind::Compute;
  std::uint8_t core = 0;      ///< Of the rank: computing tasks of one core exclude each other.
  std::int32_t peer = 0;      ///< Rank; kAnySource of a receive.
  std::int32_t tag = 0;       ///< kAnyTag of a receive.
  std::int64_t bytes = 0;     ///< Of the message.
  std::int64_t computing = 0; ///< Picoseconds.
};

/// That of one rank.
class TaskGraph {
public:
  struct Edge {
    std::uint32_t task; ///< Waits for the other
    bool for_begin;     ///< to begin; else to end.
  };

  std::size_t size() const { return tasks_.size(); }
  const Task &task(std::size_t task) const { return tasks_[task]; }
  /// Those that wait for \p task. \pre finish()
  std::span<const Edge> waiting(std::size_t task) const {
    return {edges_.data() + first_[task], edges_.data() + first_[task + 1]};
  }
  /// How many \p task waits for. \pre finish()
  std::uint32_t awaited(std::size_t task) const { return awaited_[task]; }

  void add(const Task &task) { tasks_.push_back(task); }
  /// \p task waits for \p other. \pre both are added.
  void wait(std::uint32_t task, std::uint32_t other, bool for_begin) { pairs_.push_back({other, {task, for_begin}}); }
  /// Returns whether all tasks can run: false where some wait for each other in a circle.
  bool finish();

private:
  struct Pair {
    std::uint32_t other;
    Edge edge;
  };
  std::vector<Task> tasks_;
  std::vector<Pair> pairs_; ///< Until finish().
  std::vector<Edge> edges_; ///< By the task that they leave.
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> awaited_;
};

} // namespace maquette::traces

#endif
