//===- runtime/trace_formats/lib/goal/writer.cpp - writes GOAL schedules in binary form -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "../part_file.h"
#include "maquette/traces/goal_form.h"

#include <algorithm>
#include <vector>

namespace maquette::traces::goal {
namespace {

void append(std::string &out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i) & 0xFF);
}

std::vector<std::size_t> rootsOf(const TaskGraph &tasks) {
  std::vector<std::size_t> roots;
  for (std::size_t task = 0; task < tasks.size(); ++task)
    if (tasks.awaited(task) == 0)
      roots.push_back(task);
  return roots;
}

std::uint64_t edgesOf(const TaskGraph &tasks) {
  std::uint64_t edges = 0;
  for (std::size_t task = 0; task < tasks.size(); ++task)
    edges += tasks.waiting(task).size();
  return edges;
}

std::uint64_t bytesOf(const TaskGraph &tasks) {
  return 8 + 4 * rootsOf(tasks).size() + kOperationBytes * tasks.size() + 4 * edgesOf(tasks);
}

/// Those that wait for \p task to end, or to begin.
std::uint64_t countWaiting(const TaskGraph &tasks, std::size_t task, bool for_begin) {
  const std::span<const TaskGraph::Edge> waiting = tasks.waiting(task);
  return static_cast<std::uint64_t>(std::count_if(
      waiting.begin(), waiting.end(), [=](const TaskGraph::Edge &edge) { return edge.for_begin == for_begin; }));
}

std::string scheduleOf(const TaskGraph &tasks) {
  const std::vector<std::size_t> roots = rootsOf(tasks);
  std::string out, appendix;
  append(out, tasks.size(), 4);
  append(out, roots.size(), 4);
  for (const std::size_t root : roots)
    append(out, root, 4);
  for (std::size_t number = 0; number < tasks.size(); ++number) {
    const Task &task = tasks.task(number);
    const bool computes = task.kind == TaskKind::Compute;
    append(out, tasks.awaited(number), 4);
    append(out, computes ? 3 : task.kind == TaskKind::Receive ? 2 : 1, 1);
    append(out, static_cast<std::uint32_t>(task.peer), 4);
    append(out,
           static_cast<std::uint64_t>(
               computes ? (task.computing + kPicosecondsPerNanosecond / 2) / kPicosecondsPerNanosecond : task.bytes),
           8);
    append(out, static_cast<std::uint32_t>(task.tag), 4);
    append(out, task.core, 1);
    append(out, 0, 1);
    for (const bool for_begin : {false, true}) {
      append(out, countWaiting(tasks, number, for_begin), 4);
      append(out, appendix.size() / 4, 4);
      for (const TaskGraph::Edge &edge : tasks.waiting(number))
        if (edge.for_begin == for_begin)
          append(appendix, edge.task, 4);
    }
  }
  return out + appendix;
}

} // namespace

sim::Result<Written> writeBinary(const TaskTrace &trace, const std::string &path) {
  const std::int64_t ranks = trace.summary().ranks;
  std::string table;
  std::uint64_t end = kTable + kPlaceBytes * static_cast<std::uint64_t>(ranks);
  std::uint64_t most_core = 0, operations = 0;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const sim::Result<TaskGraph> tasks = trace.tasks(rank);
    if (!tasks)
      return tasks.error();
    append(table, end, 8);
    end += bytesOf(*tasks);
    append(table, end, 8);
    operations += tasks->size();
    for (std::size_t task = 0; task < tasks->size(); ++task)
      most_core = std::max<std::uint64_t>(most_core, tasks->task(task).core);
  }
  std::string head;
  append(head, kMagic, 8);
  append(head, static_cast<std::uint64_t>(ranks), 4);
  append(head, most_core, 1);
  append(head, 0, 1);
  PartFile file(path);
  file.write(head + table);
  for (std::int64_t rank = 0; rank < ranks && file.good(); ++rank) {
    const sim::Result<TaskGraph> tasks = trace.tasks(rank);
    if (!tasks)
      return tasks.error();
    file.write(scheduleOf(*tasks));
  }
  const std::uint64_t bytes = file.bytes();
  if (const sim::Status committed = file.commit(); !committed)
    return committed.error();
  return Written{.events = operations, .bytes = bytes};
}

} // namespace maquette::traces::goal
