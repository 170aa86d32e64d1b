//===- runtime/context/lib/turn_scheduler.cpp - simulator and ranks' processes take turns ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/turn_scheduler.h"

#include "maquette/memory/process_sharing.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace maquette::runtime {
namespace {

/// Who polls in vain for so long sleeps.
constexpr std::uint64_t kLongestPollNs = 10'000'000;
/// What a rank that was to wake the simulator may be late, as one that has begun to sleep.
constexpr std::int64_t kLateNs = 1'000'000;
/// Looks between two at the clock.
constexpr int kLooks = 16;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

void keepToCore(pid_t process, int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  sched_setaffinity(process, sizeof one, &one);
}

/// True once \p isDone says so; false when the time has come.
template <typename IsDone> bool pollUntil(std::uint64_t until, IsDone isDone) {
  do {
    for (int look = 0; look < kLooks; ++look) {
      if (isDone())
        return true;
      relax();
    }
  } while (hostNs() < until);
  return false;
}

} // namespace

std::uint64_t hostNs() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

sim::Result<std::unique_ptr<TurnScheduler>> TurnScheduler::create(std::int64_t ranks, std::int64_t cores,
                                                                  Corrections corrections) {
  std::unique_ptr<TurnScheduler> turn_scheduler(new TurnScheduler(ranks, cores, corrections));
  const sim::Result<Shared *> shared = sharedBetweenProcesses<Shared>(1);
  if (!shared)
    return shared.error();
  const sim::Result<RankSlot *> seats = sharedBetweenProcesses<RankSlot>(static_cast<std::size_t>(ranks));
  if (!seats)
    return seats.error();
  turn_scheduler->shared_ = *shared;
  turn_scheduler->rank_slots_ = *seats;
  return turn_scheduler;
}

TurnScheduler::TurnScheduler(std::int64_t ranks, std::int64_t cores, Corrections corrections)
    : ranks_(ranks), simulator_(::getpid()) {
  CPU_ZERO(&usable_);
  if (!corrections[Correction::Bind] || ranks > cores || sched_getaffinity(0, sizeof usable_, &usable_) != 0 ||
      CPU_COUNT(&usable_) < ranks)
    return;
  for (int core = 0; core < CPU_SETSIZE && static_cast<std::int64_t>(cores_.size()) < ranks; ++core)
    if (CPU_ISSET(core, &usable_))
      cores_.push_back(core);
}

TurnScheduler::~TurnScheduler() {
  if (::getpid() == simulator_ && ranksHaveCores())
    sched_setaffinity(0, sizeof usable_, &usable_);
}

// ---- In the simulator ----

void TurnScheduler::setTurn(std::int64_t rank, Whose whose) {
  RankSlot &seat = rank_slots_[rank];
  seat.whose.store(whose);
  if (seat.sleeps.load())
    wakeWaiting(seat.whose);
}

void TurnScheduler::toRank(std::int64_t rank) { setTurn(rank, Ranks); }
void TurnScheduler::dismiss(std::int64_t rank) { setTurn(rank, Nobodys); }

void TurnScheduler::waitForComing(std::uint32_t seen, std::int64_t most_ns) {
  const std::int64_t at = shared_->simulator_at.load();
  const bool has_core = at != kNowhere && !isRanksTurn(at);
  const std::uint64_t begun = hostNs(), until = begun + static_cast<std::uint64_t>(most_ns);
  if (has_core && (pollForComing(seen, std::min(until, begun + kLongestPollNs)) || hostNs() >= until))
    return;
  sleepForComing(seen, most_ns);
}

bool TurnScheduler::pollForComing(std::uint32_t seen, std::uint64_t until) {
  return pollUntil(until, [&] { return comings() != seen; });
}

/// A rank that polls on a core of its own can wake the simulator at a time, within a few microseconds; a timer of the
/// host takes tens of them.
std::int64_t TurnScheduler::waitingRankElsewhere() const {
  for (std::int64_t rank = 0; ranksHaveCores() && rank < ranks_; ++rank)
    if (!isRanksTurn(rank) && !rank_slots_[rank].sleeps.load() && shared_->simulator_at.load() != rank)
      return rank;
  return kNowhere;
}

void TurnScheduler::sleepForComing(std::uint32_t seen, std::int64_t most_ns) {
  const std::int64_t waker = waitingRankElsewhere();
  if (waker != kNowhere)
    rank_slots_[waker].alarm_ns.store(hostNs() + static_cast<std::uint64_t>(most_ns));
  shared_->simulator_sleeps.store(1);
  if (comings() == seen)
    waitWhile(shared_->simulator_sleeps, 1, waker != kNowhere ? most_ns + kLateNs : most_ns);
  shared_->simulator_sleeps.store(0);
  if (waker != kNowhere)
    rank_slots_[waker].alarm_ns.store(0);
}

// ---- In the process of a rank ----

void TurnScheduler::becomeOf(std::int64_t rank) {
  if (!ranksHaveCores())
    return;
  keepToCore(0, cores_[static_cast<std::size_t>(rank)]);
  const sched_param none{};
  sched_setscheduler(0, SCHED_BATCH,
                     &none); // When the simulator wakes it, it goes on when that sleeps, not in its place.
}

bool TurnScheduler::waitForTurn(std::int64_t rank) {
  RankSlot &seat = rank_slots_[rank];
  while (seat.whose.load() == Simulators)
    if (!ranksHaveCores() || !pollForTurn(rank))
      sleepForTurn(rank);
  return seat.whose.load() == Ranks;
}

/// False if it is better to sleep.
bool TurnScheduler::pollForTurn(std::int64_t rank) {
  RankSlot &seat = rank_slots_[rank];
  const auto isToStop = [&] { return seat.whose.load() != Simulators || shared_->simulator_at.load() == rank; };
  const std::uint64_t until = hostNs() + kLongestPollNs;
  bool is_over = false;
  do {
    is_over = pollUntil(0, isToStop);
    const std::uint64_t alarm = seat.alarm_ns.load(), now = hostNs();
    if (!is_over && alarm != 0 && now >= alarm)
      fetchSimulator(rank);
    is_over = is_over || now >= until;
  } while (!is_over);
  return seat.whose.load() != Simulators;
}

void TurnScheduler::sleepForTurn(std::int64_t rank) {
  RankSlot &seat = rank_slots_[rank];
  seat.sleeps.store(true);
  waitWhile(seat.whose, Simulators);
  seat.sleeps.store(false);
}

void TurnScheduler::toSimulator(std::int64_t rank) {
  rank_slots_[rank].whose.store(Simulators);
  shared_->comings.fetch_add(1);
  fetchSimulator(rank);
}

/// Wakes the simulator, if it sleeps, on the core of \p rank, if that has one: who calls is about to wait.
void TurnScheduler::fetchSimulator(std::int64_t rank) {
  std::uint32_t sleeps = 1;
  if (!shared_->simulator_sleeps.compare_exchange_strong(sleeps, 0))
    return;
  if (ranksHaveCores()) {
    shared_->simulator_at.store(rank);
    keepToCore(simulator_, cores_[static_cast<std::size_t>(rank)]);
  }
  wakeWaiting(shared_->simulator_sleeps);
}

} // namespace maquette::runtime
