//===- runtime/context/lib/rank_prefetcher.cpp - what a rank will need, into the cache ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/rank_prefetcher.h"

#include "maquette/context/communication_layers.h"
#include "maquette/context/profile_hooks.h"
#include "maquette/context/rank_dispatcher.h"
#include "maquette/sim/assert.h"

namespace maquette::runtime {
namespace {

/// A rank that waits for more completions will not go on with the next one or two.
constexpr std::uint32_t kSoon = 2;

} // namespace

void RankPrefetcher::prefetch(const sim::Event &event, sim::PrefetchStage stage) const {
  std::int64_t id = layers_->messages().prefetch(event, stage);
  if (id < 0)
    id = layers_->oneSided().prefetch(event, stage);
  if (id >= 0)
    prefetch(id, stage);
}

void RankPrefetcher::prefetch(std::int64_t id, sim::PrefetchStage stage) const {
  MAQUETTE_ASSERT(layers_ != nullptr && hooks_ != nullptr);
  const Rank &rank = ranks_[id];
  if (stage == sim::PrefetchStage::Record) {
    __builtin_prefetch(&rank, 1);
    __builtin_prefetch(reinterpret_cast<const char *>(&rank) + 64, 1);
    dispatcher_.processes().prefetch(sim::ProcessId{id}, stage);
    return;
  }
  if (stage == sim::PrefetchStage::Head)
    layers_->messages().prefetchMatching(rank);
  if (rank.awaited > kSoon)
    return;
  dispatcher_.processes().prefetch(sim::ProcessId{id}, stage);
  if (stage != sim::PrefetchStage::Head)
    return;
  __builtin_prefetch(rank.recent_comm, 1);
  __builtin_prefetch(rank.recent_type, 1);
  __builtin_prefetch(static_cast<const char *>(rank.recent_type) - 64,
                     1); // Types that are used together are often made together.
  hooks_->prefetch(id);
}

} // namespace maquette::runtime
