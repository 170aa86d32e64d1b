//===- maquette/context/turn_scheduler.h - simulator and ranks' processes take turns -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// If ranks compute in their own processes (host_processes.h), this decides which process runs and how others wait. The
/// simulator calls toRank() to let a rank continue; the process of the rank calls toSimulator() to return.
///
/// Stage     bind (of the corrections of measured computing)
/// Worth     poisson3d 32^3 on 2 cores: 0 % with it, 16 % without
/// Cores     With no more ranks than cores, the process of each rank is bound to a core, as by MPI libraries. It polls
///           while it waits, as they do: it continues within a microsecond, and the core is never idle; waking an idle
///           core takes tens of microseconds on a virtual machine. The simulator has no core of its own. It polls on
///           the core of a waiting rank, whose process sleeps meanwhile, and sleeps when that rank continues. The next
///           process with work for the simulator brings it to its own core: a rank that returns, or a polling one at
///           the time that the simulator asked for. With fewer cores than ranks, all sleep while they wait, and the
///           host decides where they run.
/// Threads   one in each process.
/// Source    ADR 14.
#ifndef MAQUETTE_CONTEXT_TURN_SCHEDULER_H
#define MAQUETTE_CONTEXT_TURN_SCHEDULER_H

#include "maquette/host/corrections.h"
#include "maquette/host/futex.h"

#include "maquette/sim/result.h"

#include <sched.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::runtime {

/// Time of the host, by CLOCK_MONOTONIC. It does not call the C library, whose function gives simulated time inside a
/// rank.
std::uint64_t hostNs();

class TurnScheduler {
public:
  /// \p cores of the host for the processes of so many ranks. Called in the simulator before it forks them.
  static sim::Result<std::unique_ptr<TurnScheduler>> create(std::int64_t ranks, std::int64_t cores,
                                                            Corrections corrections = {});
  ~TurnScheduler();
  TurnScheduler(const TurnScheduler &) = delete;
  TurnScheduler &operator=(const TurnScheduler &) = delete;

  // In the simulator.
  /// Lets \p rank continue.
  void toRank(std::int64_t rank);
  bool isRanksTurn(std::int64_t rank) const { return rank_slots_[rank].whose.load() == Ranks; }
  /// How often a rank has returned.
  std::uint32_t comings() const { return shared_->comings.load(); }
  /// Waits until comings() differs from \p seen or slightly more than \p most_ns have passed; may return early.
  void waitForComing(std::uint32_t seen, std::int64_t most_ns);
  /// Tells the process of \p rank to end.
  void dismiss(std::int64_t rank);

  // In the process of a rank.
  void becomeOf(std::int64_t rank);
  /// False: the process must end.
  bool waitForTurn(std::int64_t rank);
  void toSimulator(std::int64_t rank);

private:
  enum Whose : std::uint32_t { Simulators, Ranks, Nobodys };
  /// State of a rank, in memory shared by all processes.
  struct alignas(64) RankSlot {
    SharedNumber whose = Simulators;
    std::atomic<bool> sleeps = false;
    std::atomic<std::uint64_t> alarm_ns = 0; ///< When the simulator wants to continue; 0: never.
  };
  struct Shared {
    alignas(64) SharedNumber comings = 0;
    alignas(64) SharedNumber simulator_sleeps = 0;
    std::atomic<std::int64_t> simulator_at = kNowhere; ///< The rank on whose core it is.
  };
  static constexpr std::int64_t kNowhere = -1;

  TurnScheduler(std::int64_t ranks, std::int64_t cores, Corrections corrections);
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
  std::vector<int> cores_; ///< By rank; empty: ranks are not bound to cores.
  Shared *shared_ = nullptr;
  RankSlot *rank_slots_ = nullptr; ///< By rank.
};

} // namespace maquette::runtime

#endif
