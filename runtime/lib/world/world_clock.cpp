//===- runtime/lib/world/world_clock.cpp - the simulated clock and the measuring one ===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/world/computing_clock.h"

#include "maquette/runtime/world.h"

#include <algorithm>
#include <utility>

namespace maquette::runtime {
namespace {

/// Reads of the clock in a row that move nothing.
constexpr std::uint64_t kFreeClockReads = 1000;
/// Who does more between two of them does not only watch the clock; a loop that does takes some 20 ns a turn.
constexpr sim::SimDuration kBetweenClockReads = sim::SimDuration::ns(100);

/// What \p touch touches counts as the ticks that it returns, in a profile, too.
template <typename Touch> void countTouched(ProfileHooks *recorder, const Rank &rank, Touch touch) {
  if (recorder != nullptr)
    recorder->pause();
  const std::int64_t ticks = touch();
  if (recorder != nullptr)
    recorder->resume(rank, ticks);
}

/// Where spans begin and end that a call into the host's libraries bounds, not one of MPI: they are not like those between the MPI calls around it.
constexpr char kHostCall = 0;

/// \p measure with the rank at kHostCall.
template <typename Measure> void atHostCall(Rank &rank, Measure measure) {
  const void *const call_site = std::exchange(rank.call_site, &kHostCall);
  measure();
  rank.call_site = call_site;
}

} // namespace

HostWork::HostWork(Rank &rank) {
  World *const world = currentWorld();
  if (world->measures() && rank.call == 0)
    atHostCall(rank, [&] { world->computingEnds(rank); });
}

HostWork::~HostWork() {
  World *const world = currentWorld();
  Rank *const rank = world->running();
  if (rank != nullptr && world->measures() && rank->call == 0)
    atHostCall(*rank, [&] { world->computingBegins(*rank); });
}

sim::SimTime World::readClock(Rank &rank) {
  if (clock_reader_ != &rank || rank.clock - clock_seen_ > kBetweenClockReads) {
    clock_reader_ = &rank;
    clock_reads_ = 0;
  }
  if (++clock_reads_ == kFreeClockReads)
    clock_watch_begin_ = rank.clock;
  // A loop that only watches the clock waits for a time to come: its looks grow with the time it has waited.
  if (clock_reads_ > kFreeClockReads)
    rank.clock += std::max(sim::SimDuration::ns(100), (rank.clock - clock_watch_begin_).scaled(0.001));
  clock_seen_ = rank.clock;
  return rank.clock;
}

bool World::isOwnMemory() const { return computing_clock_->isPaused() || (hooks_ != nullptr && hooks_->isAtWork()); }

void World::allocated(const Rank &rank, void *block, std::size_t bytes) {
  if (!isOwnMemory())
    countTouched(config_.mode == Mode::Profile ? hooks_.get() : nullptr, rank, [&] { return computing_clock_->allocated(rank.id, block, bytes); });
}

void World::allocatedSmall(const Rank &rank, const void *block, std::size_t bytes) {
  if (isOwnMemory())
    return;
  computing_clock_->allocatedSmall(rank.id, block, bytes);
  if (computing_clock_->nearsNewHeap(block, bytes))
    countTouched(config_.mode == Mode::Profile ? hooks_.get() : nullptr, rank, [&] { return computing_clock_->touchHeap(block, bytes); });
}

void World::freed(const void *block, std::size_t bytes) {
  const Rank *const rank = currentRank();
  if (rank == nullptr || rank->call != 0 || isOwnMemory() || !computing_clock_->watches(block)) {
    computing_clock_->freed(block, bytes);
    return;
  }
  const bool is_recorded = config_.mode == Mode::Profile && hooks_ != nullptr;
  if (is_recorded)
    hooks_->pause();
  computing_clock_->pause();
  computing_clock_->freed(block, bytes);
  computing_clock_->resume(0);
  if (is_recorded)
    hooks_->resume(*rank, 0);
}

} // namespace maquette::runtime
