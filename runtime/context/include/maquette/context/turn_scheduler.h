//===- maquette/context/turn_scheduler.h - simulator and ranks' processes take turns -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who goes on where ranks compute in processes of their own (host_processes.h), and how the others wait. A rank goes
/// on by toRank(), in the simulator, and comes back by toSimulator(), in its process.
///
/// Cores     Where there are no more ranks than cores, each rank's process keeps to one, as MPI libraries bind ranks.
/// While it waits it polls, as they
///           do: it goes on within a microsecond, and the core is never idle, which on a virtual machine takes tens of
///           them. The simulator has no core of its own. It polls on that of a rank that waits, whose process sleeps
///           meanwhile; and sleeps when it lets that rank go on. Then the next process that has something for it gets
///           it to its own core: a rank that comes back, or one that polls, at the time that the simulator asked for.
///           With fewer cores than ranks all sleep while they wait, and the host decides where they run.
/// Threads   one in each process.
/// Source    ADR 14.
#ifndef MAQUETTE_CONTEXT_TURN_SCHEDULER_H
#define MAQUETTE_CONTEXT_TURN_SCHEDULER_H

#include "maquette/host/futex.h"

#include "maquette/sim/result.h"

#include <sched.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::runtime {

/// Time of the host, by CLOCK_MONOTONIC. Not the function of the C library: a rank that asks that sees the simulated
/// time.
std::uint64_t hostNs();

class TurnScheduler {
public:
  /// \p cores of the host for the processes of so many ranks. In the simulator, before they are forked off.
  static sim::Result<std::unique_ptr<TurnScheduler>> create(std::int64_t ranks, std::int64_t cores);
  ~TurnScheduler();
  TurnScheduler(const TurnScheduler &) = delete;
  TurnScheduler &operator=(const TurnScheduler &) = delete;

  // In the simulator.
  /// \p rank goes on.
  void toRank(std::int64_t rank);
  bool isRanksTurn(std::int64_t rank) const { return rank_slots_[rank].whose.load() == Ranks; }
  /// How often a rank came back.
  std::uint32_t comings() const { return shared_->comings.load(); }
  /// Until comings() is no longer \p seen, or \p most_ns have passed, or a little longer; at times for no reason.
  void waitForComing(std::uint32_t seen, std::int64_t most_ns);
  /// The process of \p rank is to end.
  void dismiss(std::int64_t rank);

  // In the process of a rank.
  void becomeOf(std::int64_t rank);
  /// False: the process is to end.
  bool waitForTurn(std::int64_t rank);
  void toSimulator(std::int64_t rank);

private:
  enum Whose : std::uint32_t { Simulators, Ranks, Nobodys };
  /// Of a rank, in memory that all processes have in common.
  struct alignas(64) RankSlot {
    SharedNumber whose = Simulators;
    std::atomic<bool> sleeps = false;
    std::atomic<std::uint64_t> alarm_ns = 0; ///< When the simulator wants to go on; 0: it does not.
  };
  struct Shared {
    alignas(64) SharedNumber comings = 0;
    alignas(64) SharedNumber simulator_sleeps = 0;
    std::atomic<std::int64_t> simulator_at = kNowhere; ///< The rank on whose core it is.
  };
  static constexpr std::int64_t kNowhere = -1;

  TurnScheduler(std::int64_t ranks, std::int64_t cores);
  bool ranksHaveCores() const { return !cores_.empty(); }
  void setTurn(std::int64_t rank, Whose whose);
  bool pollForTurn(std::int64_t rank);
  void sleepForTurn(std::int64_t rank);
  void fetchSimulator(std::int64_t rank);
  bool pollForComing(std::uint32_t seen, std::uint64_t until);
  void sleepForComing(std::uint32_t seen, std::int64_t most_ns);
  std::int64_t waitingRankElsewhere() const;

  std::int64_t ranks_;
  pid_t simulator_;
  cpu_set_t usable_;
  std::vector<int> cores_; ///< By rank; empty: they have none of their own.
  Shared *shared_ = nullptr;
  RankSlot *rank_slots_ = nullptr; ///< By rank.
};

} // namespace maquette::runtime

#endif
