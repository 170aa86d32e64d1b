//===- maquette/context/host_processes.h - ranks compute on several cores of the host ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// In direct mode with --host-cores, the code of each rank runs in a process of the host that the simulator forks, so
/// several ranks compute at once. MPI calls, matching and networks stay in the simulator. A rank moves to its process
/// when a span of computing begins, and returns with the next call into the runtime: its stack, private globals and
/// heap have the same addresses in both. Data that a library, the C library or the operating system keeps per process
/// is then separate for each rank.
///
/// Order     An event may run when no open span can end before it. A running span is assumed to be charged at least
///           half of the time that it has had a core: the measured time may be corrected downwards at its end, and
///           other work may have taken the core. If an event ran because of this assumption, the span is charged at
///           least that much. So events run in the order of simulated time, as with one core.
///
/// Cores     At most host_cores spans run at once. Spans that hold back an event run first, then those that began
///           first. With no more ranks than cores, each rank has its own core.
///
/// Source    ADR 14.
/// Errors    prepare() reports that the host lacks a resource; a process that dies fails the simulation.
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
  /// Largest number of ranks: each is a process.
  static constexpr std::int64_t kMostRanks = 1024;

  static sim::Result<std::unique_ptr<HostProcesses>> create(World &world);
  ~HostProcesses();
  HostProcesses(const HostProcesses &) = delete;
  HostProcesses &operator=(const HostProcesses &) = delete;

  /// Forks the ranks' processes, before any rank runs. Does not return in these processes.
  sim::Status start();
  /// True in the process of a rank, false in the simulator.
  bool isOfRank() const { return own_ >= 0; }

  /// On the rank's stack: its computing begins. Called in the simulator, returns in the rank's process.
  void begin(const Rank &rank);
  /// On the rank's stack: it calls the runtime. Called in the rank's process, returns in the simulator. Does nothing if
  /// it is already there.
  void end(const Rank &rank);
  /// The call of \p rank read or wrote \p blocks of its memory.
  void moved(const Rank &rank, const MovedBlocks &blocks);
  /// Waits until the engine's next event may run, and schedules the ends of spans.
  void admit();
  /// Ends the process of a rank in which the simulation has failed.
  void report(const Failure &failure);
  /// Ends the processes.
  void finish();

  /// Resources of the ranks' processes, and how well they could be measured.
  struct Use {
    double processor_seconds = 0;   ///< After finish().
    std::uint64_t memory_bytes = 0; ///< After finish(): that of their heaps.
    double stolen_seconds = 0;      ///< Taken from spans by other work of the host.
    double disturbed_share = 0;     ///< Share of the spans from which it was taken.
    sim::SimDuration raised;        ///< Charged only because others were already ahead.
  };
  Use use() const;

private:
  /// Data that the two processes exchange.
  struct alignas(64) Turn {
    std::atomic<std::uint64_t> started_ns = 0; ///< When the span began, by CLOCK_MONOTONIC; 0: not yet.
    bool failed = false;
    sim::FramesPlace frames;
    double measured_ps = 0;
    double stolen_seconds = 0;
    double disturbed_share = 0;
    char kind[32] = {};
    char message[4000] = {};
  };
  enum class State { None, Waits, Runs, Stopped };
  /// The process of a rank and its span, as seen by the simulator.
  struct Process {
    pid_t id = 0;
    State state = State::None;
    const void *begun_at = nullptr;
    std::uint64_t had_core_ns = 0; ///< Total before got_core_ns.
    std::uint64_t got_core_ns = 0; ///< When it last got a core.
    sim::SimTime bound;            ///< The span does not end earlier.
    sim::SimTime promised;         ///< An event with this time has run.
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
  std::int64_t running_ = 0;        ///< Number of spans_ that run.
  std::uint64_t looked_ns_ = 0;     ///< When all processes were last seen alive.
  Use use_;                         ///< Known so far, while they run.
};

} // namespace maquette::runtime

#endif
