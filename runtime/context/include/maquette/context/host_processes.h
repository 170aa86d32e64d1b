//===- maquette/context/host_processes.h - ranks compute on several cores of the host ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// In direct mode, with --host-cores, each rank's own code runs in a process of the host forked off this one, the
/// simulator; so several compute at once. Everything else stays in the simulator: MPI calls, matching, networks. A rank
/// goes to its process when a span of computing begins, and comes back with the next call into the runtime: its stack,
/// private globals and heap are at the same addresses in both. What a library, the C library or the operating system
/// keeps for a process is then each rank's own.
///
/// Order     An event may run when no span that has not ended can end before it. Of a span that runs, half of the time
/// that it has had
///           a core is believed to be charged (what is measured may be corrected downwards at its end, and others may
///           have taken the core); it is charged that much at least if an event was let run because of it. So events
///           run in the order of simulated time, as with one core.
/// Cores     No more than host_cores spans run; those that hold back an event go first, then those that began first.
///           Where there are no more ranks than cores, each has its own.
///
/// Source    ADR 14.
/// Errors    prepare() reports that the host does not give what is needed; a process that dies fails the simulation.
#ifndef MAQUETTE_CONTEXT_HOST_PROCESSES_H
#define MAQUETTE_CONTEXT_HOST_PROCESSES_H

#include "maquette/context/moved_memory.h"
#include "maquette/context/printed_output.h"
#include "maquette/context/span_correction.h"
#include "maquette/context/turn_scheduler.h"
#include "maquette/memory/process_heap.h"

#include "maquette/formats/run_result.h"
#include "maquette/sim/process.h"
#include "maquette/sim/result.h"
#include "maquette/sim/time.h"

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::runtime {

class World;
struct Rank;

class HostProcesses {
public:
  /// The most ranks: each is a process.
  static constexpr std::int64_t kMostRanks = 1024;

  static sim::Result<std::unique_ptr<HostProcesses>> create(World &world);
  ~HostProcesses();
  HostProcesses(const HostProcesses &) = delete;
  HostProcesses &operator=(const HostProcesses &) = delete;

  /// Forks the ranks' processes off. Before any rank runs; in theirs it does not come back.
  sim::Status start();
  /// True in the process of a rank, false in the simulator.
  bool isOfRank() const { return own_ >= 0; }

  /// On the rank's stack: its computing begins. Left in the simulator, comes back in the rank's process.
  void begin(const Rank &rank);
  /// On the rank's stack: it calls the runtime. Left in the rank's process, comes back in the simulator. Nothing if it
  /// is there.
  void end(const Rank &rank);
  /// The call of \p rank has read or written \p blocks of its memory.
  void moved(const Rank &rank, const MovedBlocks &blocks);
  /// Waits until the engine's next event may run, and schedules the ends of spans.
  void admit();
  /// In a rank's process, which ends: the simulation has failed there.
  void report(const Failure &failure);
  /// Ends the processes.
  void finish();

  /// What the ranks' processes took, and how well they could be measured.
  struct Use {
    double processor_seconds = 0;   ///< After finish().
    std::uint64_t memory_bytes = 0; ///< After finish(): that of their heaps.
    double stolen_seconds = 0;      ///< That the host took from spans.
    double disturbed_share = 0;     ///< Of all spans those from which it took.
    sim::SimDuration raised;        ///< Of the computing charged: only because others had gone on.
  };
  Use use() const;

private:
  /// What the two processes tell each other.
  struct alignas(64) Turn {
    std::atomic<std::uint64_t> started_ns = 0; ///< When the span began, by CLOCK_MONOTONIC; 0: not yet.
    bool failed = false;
    sim::FramesPlace frames;
    MeasuredSpan measured{0};
    double stolen_seconds = 0;
    double disturbed_share = 0;
    char kind[32] = {};
    char message[4000] = {};
  };
  enum class State { None, Waits, Runs, Stopped };
  /// A rank's process and its span, as the simulator knows them.
  struct Process {
    pid_t id = 0;
    State state = State::None;
    const void *begun_at = nullptr;
    std::uint64_t had_core_ns = 0; ///< Before it got it at
    std::uint64_t got_core_ns = 0; ///< that time.
    sim::SimTime bound;            ///< The span ends no earlier.
    sim::SimTime promised;         ///< An event that late has run.
    MovedMemory moved;             ///< Since the rank's latest span.

    /// How long the span has had a core by \p now. \pre it runs.
    std::uint64_t hadCoreNs(std::uint64_t now, const Turn &turn) const;
  };

  explicit HostProcesses(World &world);
  static void goOn(void *target, std::uint64_t rank);
  [[noreturn]] void serve(std::int64_t rank);
  void collect();
  void charge(Rank &rank);
  void noteDeaths();
  sim::SimTime look(std::int64_t rank);
  sim::SimTime leastBound(sim::SimTime wanted);
  void giveCores(sim::SimTime next);
  void run(std::int64_t rank);
  void stop(std::int64_t rank);
  void waitForProgress(std::uint32_t seen, sim::SimTime next);
  void checkMemory();
  Turn &turnOf(std::int64_t rank) const { return turns_[rank]; }
  Process &processOf(std::int64_t rank) { return processes_[static_cast<std::size_t>(rank)]; }

  World &world_;
  std::int64_t cores_;
  std::int64_t own_ = -1; ///< The rank whose process this is.
  std::unique_ptr<TurnScheduler> turn_scheduler_;
  Turn *turns_ = nullptr; ///< By rank.
  std::unique_ptr<ProcessHeap> heap_;
  PrintedOutput output_;
  std::vector<Process> processes_;  ///< By rank.
  std::vector<std::int64_t> spans_; ///< Ranks that compute, in the order they began.
  std::int64_t running_ = 0;        ///< Of them.
  std::uint64_t looked_ns_ = 0;     ///< When it was last seen that all processes live.
  Use use_;                         ///< What is known of it while they run.
};

} // namespace maquette::runtime

#endif
