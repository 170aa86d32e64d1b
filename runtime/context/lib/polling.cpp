//===- runtime/context/lib/polling.cpp - ranks that look again and again ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/polling.h"

#include "maquette/context/communication_layers.h"
#include "maquette/context/world.h"

#include <string>

namespace maquette::runtime {

namespace {

/// Looks in vain, with nothing under way, after which a loop counts as hopeless.
constexpr std::uint64_t kManyPolls = 10'000;

} // namespace

void Polling::begin(Rank &rank) {
  // A rank that has only looked so far, very often, is under way to its next look, and to nothing that others could
  // wait for.
  const auto polls = fruitless_polls_.find(rank.id);
  if (idle_progress_ == progress_ && polls != fruitless_polls_.end() && polls->second > kManyPolls)
    world_.scheduler().poll(rank);
  else
    world_.scheduler().synchronize(rank);
}

void Polling::lookedInVain(Rank &rank, sim::SimDuration cost) {
  rank.clock += cost;
  if (idle_progress_ != progress_) {
    idle_progress_ = progress_;
    fruitless_polls_.clear();
    idle_polls_ = 0;
  }
  ++fruitless_polls_[rank.id];
  if (world_.engine().pendingCount() > world_.scheduler().pollingCount())
    idle_polls_ = 0;
  const std::uint64_t limit = kManyPolls * (world_.scheduler().pollingCount() + 1);
  if (++idle_polls_ > limit)
    world_.fail("deadlock",
                "endless polling: no message is in flight, and " + world_.calls().sites().placeOf(rank) +
                    " has polled " + std::to_string(idle_polls_) + " times\n" +
                    world_.layers().messages().deadlockReport() +
                    "  fix: find the send or receive that the loop waits for\n",
                rank.id);
  world_.scheduler().poll(rank);
}

} // namespace maquette::runtime
