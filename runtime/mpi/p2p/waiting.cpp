//===- runtime/mpi/p2p/waiting.cpp - a rank waits, or looks again and again -------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/waiting.h"

#include "maquette/context/message_layer.h"

#include <algorithm>
#include <string>

namespace maquette::mpi {

namespace {

/// Looks in vain, with nothing under way, after which a loop counts as hopeless.
constexpr std::uint64_t kManyPolls = 10'000;

} // namespace

Waiting::Waiting(World &world, const CostParameters &costs, CallCounters &counters, Progress &progress)
    : world_(world), costs_(costs), counters_(counters), progress_(progress), ends_(world.placement().jobs().size()) {}

void Waiting::waitAll(Rank &rank, Request *const *requests, int count) {
  progress_.beginWaiting(rank);
  const std::uint16_t thread = world_.dispatcher().threadOf(rank);
  std::uint32_t open = 0;
  for (int i = 0; i < count; ++i) {
    Request *const request = requests[i];
    if (request == nullptr || request->complete || !request->active)
      continue;
    request->awaited = true;
    request->thread = thread;
    if (open++ == 0)
      rank.waits_for = request;
  }
  if (open > 0)
    world_.scheduler().waitFor(rank, open);
  rank.waits_for = nullptr;
}

void Waiting::waitAny(Rank &rank, Request *const *requests, int count) {
  progress_.beginWaiting(rank);
  int open = 0;
  for (int i = 0; i < count; ++i) {
    if (requests[i] == nullptr || !requests[i]->active)
      continue;
    if (requests[i]->complete)
      return;
    ++open;
  }
  if (open == 0)
    return;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr && requests[i]->active) {
      requests[i]->awaited = true;
      requests[i]->thread = world_.dispatcher().threadOf(rank);
      rank.waits_for = requests[i];
    }
  world_.scheduler().waitFor(rank, 1);
  rank.waits_for = nullptr;
  for (int i = 0; i < count; ++i)
    if (requests[i] != nullptr)
      requests[i]->awaited = false;
}

void Waiting::meetAtEnd(Rank &rank) {
  progress_.beginWaiting(rank);
  JobEnd &end = ends_[rank.job];
  end.time = std::max(end.time, rank.clock);
  if (++end.ranks == world_.placement().jobs()[rank.job].ranks) {
    const SimDuration round = costs_.sendOverhead() + world_.network().minimumLatency() + costs_.receiveOverhead();
    for (std::int64_t reached = 1; reached < end.ranks; reached *= 2)
      end.time += round;
    world_.engine().schedule(std::max(end.time, world_.engine().now()), allAtEnd, this, rank.job);
  }
  world_.scheduler().waitFor(rank, 1);
  counters_.countWait({rank.call, rank.call_site}, end.time - rank.clock);
  rank.clock = end.time;
}

void Waiting::allAtEnd(void *target, std::uint64_t job) {
  World &world = static_cast<Waiting *>(target)->world_;
  world.scheduler().completedAll(world.placement().jobs()[job]);
}

void Waiting::beginPoll(Rank &rank) {
  progress_.beginWaiting(rank);
  // A rank that has only looked so far, very often, is under way to its next look, and to nothing that others could
  // wait for.
  const auto polls = fruitless_polls_.find(rank.id);
  if (idle_progress_ == progress_.count() && polls != fruitless_polls_.end() && polls->second > kManyPolls)
    world_.scheduler().poll(rank);
  else
    world_.scheduler().synchronize(rank);
}

void Waiting::poll(Rank &rank) {
  progress_.beginWaiting(rank);
  rank.clock += costs_.pollCost();
  if (idle_progress_ != progress_.count()) {
    idle_progress_ = progress_.count();
    fruitless_polls_.clear();
    idle_polls_ = 0;
  }
  ++fruitless_polls_[rank.id];
  if (world_.engine().pendingCount() > world_.scheduler().pollingCount())
    idle_polls_ = 0;
  const std::uint64_t limit = kManyPolls * (world_.scheduler().pollingCount() + 1);
  if (++idle_polls_ > limit) {
    world_.fail("deadlock",
                "endless polling: no message is in flight, and " + world_.messages().placeOf(rank) + " has polled " +
                    std::to_string(idle_polls_) + " times\n" + world_.messages().deadlockReport() +
                    "  fix: find the send or receive that the loop waits for\n",
                rank.id);
  }
  world_.scheduler().poll(rank);
}

} // namespace maquette::mpi
