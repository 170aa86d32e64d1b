//===- runtime/context/lib/rank_scheduler.cpp - when ranks go on --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/rank_scheduler.h"

#include "maquette/context/threads.h"

namespace maquette::runtime {

void RankScheduler::connect(const CommunicationLayers &layers, const ProfileHooks &hooks) {
  prefetcher_.connect(layers, hooks);
  engine_.setPrefetch(prefetch, this);
}

void RankScheduler::completedOne(Rank &rank, std::uint16_t thread) {
  if (dispatcher_.hasThreads())
    return dispatcher_.threads().completed(rank, thread);
  MAQUETTE_ASSERT(rank.awaited > 0);
  if (--rank.awaited == 0)
    dispatcher_.resume(rank);
}

void RankScheduler::completedAll(const JobPlace &job) {
  constexpr std::int64_t kAhead = 6; // To hide a memory access behind the work between, for each stage of it.
  const std::int64_t end = job.first_rank + job.ranks;
  for (std::int64_t id = job.first_rank; id < end && !outcome_.failed(); ++id) {
    if (id + 2 * kAhead < end)
      prefetcher_.prefetch(id + 2 * kAhead, sim::PrefetchStage::Record);
    if (id + kAhead < end)
      prefetcher_.prefetch(id + kAhead, sim::PrefetchStage::Head);
    if (id + 2 < end)
      prefetcher_.prefetch(id + 2, sim::PrefetchStage::Body);
    completedOne(ranks_[id]);
  }
}

void RankScheduler::wake(void *self, std::uint64_t rank) {
  RankScheduler &scheduler = *static_cast<RankScheduler *>(self);
  scheduler.completedOne(scheduler.ranks_[rank & 0xffffffff], static_cast<std::uint16_t>(rank >> 32));
}

void RankScheduler::synchronize(Rank &rank) {
  if (rank.clock <= engine_.now())
    return;
  completedOneAt(rank, dispatcher_.threadOf(rank), rank.clock);
  waitFor(rank, 1);
}

void RankScheduler::poll(Rank &rank) {
  ++polling_;
  synchronize(rank);
  --polling_;
}

void RankScheduler::prefetch(void *self, const sim::Event &event, sim::PrefetchStage stage) {
  const RankPrefetcher &prefetcher = static_cast<const RankScheduler *>(self)->prefetcher_;
  if (event.action == wake)
    prefetcher.prefetch(static_cast<std::int64_t>(event.argument & 0xffffffff), stage);
  else
    prefetcher.prefetch(event, stage);
}

} // namespace maquette::runtime
