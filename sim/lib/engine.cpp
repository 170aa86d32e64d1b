//===- sim/lib/engine.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"

namespace maquette::sim {
namespace {
// How many events ahead to prefetch: far enough to hide a memory access behind the work of the events between.
constexpr std::size_t kNearAhead = 4;
constexpr std::size_t kFarAhead = 9;
} // namespace

void Engine::run() {
  const std::int64_t *outer = assertionContext().now_ps;
  assertionContext().now_ps = &now_ps_;
  stopped_ = false;
  Event event, ahead;
  while (!stopped_ && queue_.pop(event)) {
    now_ps_ = event.when.ps();
    ++event_count_;
    if (prefetch_ != nullptr) {
      if (queue_.peek(kFarAhead, ahead))
        prefetch_(prefetch_context_, ahead, PrefetchStage::Far);
      if (queue_.peek(kNearAhead, ahead))
        prefetch_(prefetch_context_, ahead, PrefetchStage::Near);
    }
    event.action(event.target, event.argument);
  }
  assertionContext().now_ps = outer;
}

} // namespace maquette::sim
