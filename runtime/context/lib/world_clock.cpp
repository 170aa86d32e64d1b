//===- runtime/context/lib/world_clock.cpp - the simulated clock and the measuring one ===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/memory/private_data.h"

#include "maquette/context/world.h"

#include <algorithm>
#include <utility>

namespace maquette::runtime {
namespace {

/// Reads of the clock in a row that move nothing. A library, which may measure what it does, has more of them.
constexpr std::uint64_t kFreeClockReads = 1000, kFreeLibraryReads = 10'000'000;
/// Who does more between two of them does not only watch the clock; a loop that does takes some 20 ns a turn.
constexpr sim::SimDuration kBetweenClockReads = sim::SimDuration::ns(100);
constexpr sim::SimDuration kLongestLook = sim::SimDuration::ms(1000);

/// What \p touch touches counts as the ticks that it returns, in a profile, too.
template <typename Touch> void countTouched(ProfileHooks *recorder, const Rank &rank, Touch touch) {
  if (recorder != nullptr)
    recorder->pause();
  const std::int64_t ticks = touch();
  if (recorder != nullptr)
    recorder->resume(rank, ticks);
}

/// Where spans begin and end that a call into the host's libraries bounds, not one of MPI: they are not like those
/// between the MPI calls around it.
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

sim::SimTime World::readClock(Rank &rank, ClockReader by) {
  ClockWatch &watch = clock_watches_[static_cast<std::size_t>(by)];
  if (watch.rank != &rank || rank.clock - watch.seen > kBetweenClockReads)
    watch = {.rank = &rank};
  const std::uint64_t free = by == ClockReader::Library ? kFreeLibraryReads : kFreeClockReads;
  if (++watch.reads == free)
    watch.begin = rank.clock;
  // A loop that only watches the clock waits for a time to come: its looks grow with the time it has waited.
  if (watch.reads > free)
    rank.clock += std::clamp((rank.clock - watch.begin).scaled(0.001), sim::SimDuration::ns(100), kLongestLook);
  watch.seen = rank.clock;
  return rank.clock;
}

void World::computingEnds(Rank &rank) {
  if (host_processes_)
    return host_processes_->end(rank);
  compute(rank, computing_clock_->end(rank.call_site));
  if (config_.mode == Mode::Profile && hooks_)
    hooks_->callBegins(rank);
}

void World::computingBegins(Rank &rank) {
  if (host_processes_)
    return host_processes_->begin(rank);
  computing_clock_->begin(rank.id, rank.call_site, {rank.private_data, private_data_.bytesPerRank()});
  if (config_.mode == Mode::Profile && hooks_)
    hooks_->callEnds(rank);
}

sim::Status World::prepareHostProcesses() {
  if (!config_.forksRanks())
    return sim::Nothing{};
  auto processes = HostProcesses::create(*this);
  if (!processes)
    return processes.error();
  host_processes_ = std::move(*processes);
  private_data_.setBeforeLate([this](std::int64_t rank) {
    refuseOnHostCores(ranks_[rank], "loads a shared object with globals of its own (dlopen)");
  });
  return sim::Nothing{};
}

void World::startHostProcesses() {
  if (!host_processes_)
    return;
  if (const sim::Status started = host_processes_->start(); !started)
    fail("input", toText(started.error()), -1);
}

void World::refuseOnHostCores(const Rank &rank, const std::string &what) {
  if (host_processes_)
    fail("input",
         "rank " + std::to_string(rank.id) + " " + what +
             ", which ranks that compute on several cores of the host cannot [maquette-host-cores]\n  fix: use "
             "--host-cores 1\n",
         rank.id);
}

bool World::isOwnMemory() const { return computing_clock_->isPaused() || (hooks_ != nullptr && hooks_->isAtWork()); }

void World::allocated(const Rank &rank, void *block, std::size_t bytes) {
  if (!isOwnMemory())
    countTouched(config_.mode == Mode::Profile ? hooks_.get() : nullptr, rank,
                 [&] { return computing_clock_->allocated(rank.id, block, bytes); });
}

void World::allocatedSmall(const Rank &rank, const void *block, std::size_t bytes) {
  if (isOwnMemory())
    return;
  computing_clock_->allocatedSmall(rank.id, block, bytes);
  if (computing_clock_->nearsNewHeap(block, bytes))
    countTouched(config_.mode == Mode::Profile ? hooks_.get() : nullptr, rank,
                 [&] { return computing_clock_->touchHeap(block, bytes); });
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
