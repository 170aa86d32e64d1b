//===- maquette/sim/engine.h - the discrete-event loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine runs events in time order; events of equal time run in the order they were scheduled.
///
/// An event is a plain function with a target and one number, so scheduling allocates nothing and knows no type.
/// Example
///   engine.schedule(engine.now() + SimDuration::us(1), deliver, this, cookie);
///   engine.run();
#ifndef MAQUETTE_SIM_ENGINE_H
#define MAQUETTE_SIM_ENGINE_H

#include "maquette/sim/assert.h"
#include "maquette/sim/event_queue.h"
#include "maquette/sim/time.h"

#include <cstdint>

namespace maquette::sim {

/// Stages of prefetching what an event needs, in order of time. Each stage reads one memory location, which the stage
/// before has brought into the cache: the object that the event names, its record, the first part of the data that the
/// record points to, the rest of the data.
enum class PrefetchStage { Name, Record, Head, Body };

/// Called once per stage for events that run soon, to bring their data into the cache. Must not change anything.
using PrefetchAction = void (*)(void *context, const Event &event, PrefetchStage stage);

/// Called before each event. It returns when the event may run. It may schedule events before that event.
using GateAction = void (*)(void *context);

class Engine {
public:
  SimTime now() const { return SimTime::fromPs(now_ps_); }

  /// \pre when >= now().
  void schedule(SimTime when, EventAction action, void *target, std::uint64_t argument) {
    MAQUETTE_ASSERT(when >= now());
    queue_.push(when, action, target, argument);
  }

  /// Runs until no event is left or stop() is called. Not reentrant.
  void run();
  /// Ends run() after the current event. Scheduled events stay, and the next run() continues with them.
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }

  /// \p action may be null: no prefetching.
  void setPrefetch(PrefetchAction action, void *context) {
    prefetch_ = action;
    prefetch_context_ = context;
  }

  /// \p action may be null: every event may run.
  void setGate(GateAction action, void *context) {
    gate_ = action;
    gate_context_ = context;
  }
  /// Sets \p when to the time of the next event; false if there is none.
  bool next(SimTime &when) { return queue_.next(when); }

  std::uint64_t eventCount() const { return event_count_; }
  std::size_t pendingCount() const { return queue_.size(); }
  std::size_t memoryBytes() const { return queue_.memoryBytes(); }

private:
  EventQueue queue_;
  std::int64_t now_ps_ = 0;
  std::uint64_t event_count_ = 0;
  PrefetchAction prefetch_ = nullptr;
  void *prefetch_context_ = nullptr;
  GateAction gate_ = nullptr;
  void *gate_context_ = nullptr;
  bool stopped_ = false;
};

} // namespace maquette::sim

#endif
