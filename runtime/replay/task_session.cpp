//===- runtime/replay/task_session.cpp - one rank that does a graph of tasks -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "task_session.h"

#include "maquette/abi/skeleton.h"
#include "maquette/traces/event.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace maquette::replay {

TaskSession::TaskSession(const traces::TaskGraph &tasks, double scale) : tasks_(tasks), scale_(scale) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    awaited_.push_back(tasks.awaited(task));
    if (awaited_.back() == 0)
      ready_.push_back(task);
  }
}

void TaskSession::run() {
  while (!ready_.empty() || !requests_.empty()) {
    if (ready_.empty()) {
      completeSome(true);
      continue;
    }
    const std::uint32_t task = ready_.front();
    ready_.pop_front();
    begin(task);
  }
}

void TaskSession::begin(std::uint32_t number) {
  const traces::Task &task = tasks_.task(number);
  release(number, true);
  if (task.kind != traces::TaskKind::Compute) {
    requests_.push_back(start(task));
    begun_.push_back(number);
    return;
  }
  maquette_elapse(std::llround(static_cast<double>(task.computing) * scale_));
  if (task.computing > 0 && !requests_.empty())
    completeSome(false); // What came meanwhile comes before what this task lets begin.
  release(number, false);
}

/// Those that wait for \p task to begin, or to end.
void TaskSession::release(std::uint32_t task, bool for_begin) {
  for (const traces::TaskGraph::Edge &edge : tasks_.waiting(task))
    if (edge.for_begin == for_begin && --awaited_[edge.task] == 0)
      ready_.push_back(edge.task);
}

MPI_Request TaskSession::start(const traces::Task &task) {
  MPI_Request request = MPI_REQUEST_NULL;
  void *const buffer = MAQUETTE_PHANTOM; // Contents are no part of a trace.
  const int source = task.peer == traces::kAnySource ? MPI_ANY_SOURCE : task.peer;
  const int tag = task.tag == traces::kAnyTag ? MPI_ANY_TAG : task.tag;
  const auto count = static_cast<int>(task.bytes); // Of no use where it is larger.
  const bool sends = task.kind == traces::TaskKind::Send, is_large = task.bytes > std::numeric_limits<int>::max();
  if (sends && is_large)
    MPI_Isend_c(buffer, task.bytes, MPI_BYTE, task.peer, tag, MPI_COMM_WORLD, &request);
  else if (sends)
    MPI_Isend(buffer, count, MPI_BYTE, task.peer, tag, MPI_COMM_WORLD, &request);
  else if (is_large)
    MPI_Irecv_c(buffer, task.bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, &request);
  else
    MPI_Irecv(buffer, count, MPI_BYTE, source, tag, MPI_COMM_WORLD, &request);
  return request;
}

/// Takes what has ended out of those that have begun.
void TaskSession::completeSome(bool waits) {
  indices_.resize(requests_.size());
  int count = 0;
  (waits ? MPI_Waitsome : MPI_Testsome)(static_cast<int>(requests_.size()), requests_.data(), &count, indices_.data(),
                                        MPI_STATUSES_IGNORE);
  std::vector<std::uint32_t> ended;
  for (int i = 0; i < count; ++i)
    ended.push_back(begun_[static_cast<std::size_t>(indices_[static_cast<std::size_t>(i)])]);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i)
    if (requests_[i] != MPI_REQUEST_NULL) {
      requests_[kept] = requests_[i];
      begun_[kept++] = begun_[i];
    }
  requests_.resize(kept);
  begun_.resize(kept);
  std::sort(ended.begin(), ended.end());
  for (const std::uint32_t task : ended)
    release(task, false);
}

} // namespace maquette::replay
