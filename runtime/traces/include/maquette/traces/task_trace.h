//===- maquette/traces/task_trace.h - traces of which ranks are graphs of tasks -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_TASK_TRACE_H
#define MAQUETTE_TRACES_TASK_TRACE_H

#include "maquette/traces/task_graph.h"
#include "maquette/traces/trace.h"

namespace maquette::traces {

/// What its readers give is no order: the calls of tasks as they stand in the file, with the computing between them.
class TaskTrace : public Trace {
public:
  /// \pre 0 <= \p rank < summary().ranks. The graph is finished.
  virtual sim::Result<TaskGraph> tasks(std::int64_t rank) const = 0;
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const final;
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const final {
    return std::map<std::string, std::int64_t>{};
  }
};

} // namespace maquette::traces

#endif
