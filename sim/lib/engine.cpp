//===- sim/lib/engine.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/engine.h"

#include <array>
#include <iterator>

namespace maquette::sim {
namespace {
/// How many events ahead each stage of prefetching is: far enough apart to hide a memory access behind the work
/// between, much of which are events that only schedule others.
constexpr struct {
  std::size_t ahead;
  PrefetchStage stage;
} kStages[] = {
    {24, PrefetchStage::Name}, {16, PrefetchStage::Record}, {10, PrefetchStage::Head}, {4, PrefetchStage::Body}};
/// With fewer events pending, what they need is in the cache anyway.
constexpr std::size_t kLeastPending = 1024;

/// Tells of each event that comes once a stage. What the queue did not know yet when its turn came is told as soon as
/// it does.
class Foresight {
public:
  void next(const EventQueue &queue, PrefetchAction action, void *context) {
    Event event;
    for (std::size_t i = 0; i < told_.size(); ++i) {
      std::size_t &told = told_[i];
      if (told > 0)
        --told; // That one is here.
      for (; told < kStages[i].ahead && queue.peek(told, event); ++told)
        action(context, event, kStages[i].stage);
    }
  }

private:
  std::array<std::size_t, std::size(kStages)> told_{}; ///< By stage, how many of those that come next.
};
} // namespace

void Engine::run() {
  const std::int64_t *outer = assertionContext().now_ps;
  assertionContext().now_ps = &now_ps_;
  stopped_ = false;
  Event event;
  Foresight foresight;
  while (true) {
    if (gate_ != nullptr && !stopped_)
      gate_(gate_context_);
    if (stopped_ || !queue_.pop(event))
      break;
    now_ps_ = event.when.ps();
    ++event_count_;
    if (prefetch_ != nullptr && queue_.size() >= kLeastPending)
      foresight.next(queue_, prefetch_, prefetch_context_);
    else
      foresight = {};
    event.action(event.target, event.argument);
  }
  assertionContext().now_ps = outer;
}

} // namespace maquette::sim
