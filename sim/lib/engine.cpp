//===- sim/lib/engine.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"

namespace maquette::sim {
namespace {
/// How many events ahead each stage of prefetching is: far enough apart to hide a memory access behind the work between.
constexpr struct {
  std::size_t ahead;
  PrefetchStage stage;
} kStages[] = {{12, PrefetchStage::Name}, {8, PrefetchStage::Record}, {5, PrefetchStage::Head}, {2, PrefetchStage::Body}};
/// With fewer events pending, what they need is in the cache anyway.
constexpr std::size_t kLeastPending = 1024;
} // namespace

void Engine::run() {
  const std::int64_t *outer = assertionContext().now_ps;
  assertionContext().now_ps = &now_ps_;
  stopped_ = false;
  Event event, ahead;
  while (!stopped_ && queue_.pop(event)) {
    now_ps_ = event.when.ps();
    ++event_count_;
    if (prefetch_ != nullptr && queue_.size() >= kLeastPending)
      for (const auto &[distance, stage] : kStages)
        if (queue_.peek(distance, ahead))
          prefetch_(prefetch_context_, ahead, stage);
    event.action(event.target, event.argument);
  }
  assertionContext().now_ps = outer;
}

} // namespace maquette::sim
