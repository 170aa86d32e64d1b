//===- runtime/replay/task_session.h - one rank that does a graph of tasks -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_TASK_SESSION_H
#define MAQUETTE_REPLAY_TASK_SESSION_H

#include "maquette/traces/task_graph.h"

#include "mpi.h"

#include <deque>
#include <vector>

namespace maquette::replay {

/// Tasks begin when those that they wait for have, in the order in which that comes about; at the same time in that of
/// the trace. A rank computes one task at a time. Messages and collective operations go on meanwhile.
class TaskSession {
public:
  /// \p scale: computing takes so many times as long. \pre \p tasks are finished.
  TaskSession(const traces::TaskGraph &tasks, double scale);
  /// Does all of them. \pre MPI is initialized.
  void run();

private:
  void begin(std::uint32_t task);
  void release(std::uint32_t task, bool for_begin);
  MPI_Request start(const traces::Task &task);
  void completeSome(bool waits);

  const traces::TaskGraph &tasks_;
  double scale_;
  std::vector<std::uint32_t> awaited_;
  std::deque<std::uint32_t> ready_;
  std::vector<MPI_Request> requests_; ///< Of tasks that have begun.
  std::vector<std::uint32_t> begun_;  ///< Their numbers.
  std::vector<int> indices_;          ///< Room for what MPI says.
};

} // namespace maquette::replay

#endif
