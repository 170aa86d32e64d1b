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

/// The way to what an event needs, one memory access a stage: what the event names; the record found in that; the first
/// part of what the record leads to; the rest. Earlier stages come earlier.
enum class PrefetchStage { Name, Record, Head, Body };

/// Called with events that come soon, once for each stage, to bring what they need into the cache. Must not change
/// anything.
using PrefetchAction = void (*)(void *context, const Event &event, PrefetchStage stage);

/// Called before each event: comes back when the next one may run, and may schedule others before it.
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
  /// Ends run() after the present event. What is scheduled stays; run() goes on with it.
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
  /// When the next event is; false when there is none.
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
