//===- runtime/mpi/p2p/waiting.cpp - a rank waits, or looks again and again -------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/waiting.h"

#include <algorithm>

namespace maquette::mpi {

Waiting::Waiting(World &world, const CostParameters &costs, Progress &progress)
    : world_(world), costs_(costs), progress_(progress), ends_(world.placement().jobs().size()) {}

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
  world_.calls().counters().countWait({rank.call, rank.call_site}, end.time - rank.clock);
  rank.clock = end.time;
}

void Waiting::allAtEnd(void *target, std::uint64_t job) {
  World &world = static_cast<Waiting *>(target)->world_;
  world.scheduler().completedAll(world.placement().jobs()[job]);
}

void Waiting::beginPoll(Rank &rank) {
  progress_.beginWaiting(rank);
  world_.calls().polling().begin(rank);
}

void Waiting::poll(Rank &rank) {
  progress_.beginWaiting(rank);
  world_.calls().polling().lookedInVain(rank, costs_.pollCost());
}

} // namespace maquette::mpi
