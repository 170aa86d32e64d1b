//===- runtime/context/lib/closed_form_barrier.cpp - all ranks of a job wait for each other ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/closed_form_barrier.h"

#include "maquette/context/causality_recorder.h"
#include "maquette/context/world.h"

#include <algorithm>

namespace maquette::runtime {

ClosedFormBarrier::ClosedFormBarrier(World &world) : world_(world), arrivals_(world.placement().jobs().size()) {}

void ClosedFormBarrier::wait(Rank &rank, sim::SimDuration round) {
  Arrivals &arrivals = arrivals_[rank.job];
  if (world_.calls().causality() != nullptr)
    rememberChain(arrivals, rank);
  arrivals.last = std::max(arrivals.last, rank.clock);
  if (++arrivals.count == world_.placement().jobs()[rank.job].ranks) {
    for (std::int64_t reached = 1; reached < arrivals.count; reached *= 2)
      arrivals.last += round;
    world_.engine().schedule(std::max(arrivals.last, world_.engine().now()), leaveEvent, this, rank.job);
  }
  world_.scheduler().waitFor(rank, 1);
  world_.calls().counters().countWait({rank.call, rank.call_site}, arrivals.last - rank.clock);
  if (CausalityRecorder *const causality = world_.calls().causality()) {
    Chain chain = causality->passed(causality->share(arrivals.chain), arrivals.last);
    causality->waitedForCollective(rank, chain, arrivals.last, rank.call, rank.call_site);
  }
  rank.clock = arrivals.last;
}

void ClosedFormBarrier::rememberChain(Arrivals &arrivals, const Rank &rank) {
  if (arrivals.count == 0 || rank.clock > arrivals.last)
    world_.calls().causality()->keep(arrivals.chain, rank.clock);
}

void ClosedFormBarrier::leaveEvent(void *target, std::uint64_t job) {
  World &world = static_cast<ClosedFormBarrier *>(target)->world_;
  world.scheduler().completedAll(world.placement().jobs()[job]);
}

} // namespace maquette::runtime
