//===- runtime/traces/lib/task_trace.cpp - traces of which ranks are graphs of tasks -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/task_trace.h"

namespace maquette::traces {
namespace {

void setNamed(Event &event, std::string_view name, std::int64_t value) {
  if (const std::optional<std::size_t> place = allCalls()[event.call].find(name))
    event.set(*place, value);
}

class TaskReader final : public EventReader {
public:
  explicit TaskReader(TaskGraph tasks) : tasks_(std::move(tasks)) {}

  sim::Result<bool> next(Event &event) override {
    for (; next_ < tasks_.size(); ++next_) {
      const Task &task = tasks_.task(next_);
      now_ps_ += task.computing;
      if (task.kind == TaskKind::Compute)
        continue;
      describe(task, event);
      event.enter_ps = event.leave_ps = now_ps_;
      event.record = ++next_;
      return true;
    }
    return false;
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

private:
  static void describe(const Task &task, Event &event) {
    static const CallNumber kSend = *findCall("MPI_Isend"), kReceive = *findCall("MPI_Irecv");
    event.clear();
    const bool sends = task.kind == TaskKind::Send;
    event.call = sends ? kSend : kReceive;
    setNamed(event, sends ? "dest" : "source", task.peer);
    setNamed(event, "tag", task.tag);
    setNamed(event, "count", task.bytes);
    setNamed(event, "datatype", named(ArgumentType::Datatype, "MPI_BYTE"));
    setNamed(event, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  }

  const TaskGraph tasks_;
  std::size_t next_ = 0;
  std::int64_t now_ps_ = 0;
};

} // namespace

sim::Result<std::unique_ptr<EventReader>> TaskTrace::open(std::int64_t rank) const {
  sim::Result<TaskGraph> tasks = this->tasks(rank);
  if (!tasks)
    return tasks.error();
  return std::unique_ptr<EventReader>(std::make_unique<TaskReader>(std::move(*tasks)));
}

} // namespace maquette::traces
