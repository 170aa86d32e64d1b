//===- runtime/session/lib/assemble_result.cpp - what a simulation found -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "assemble_result.h"
#include "io_result.h"

#include "maquette/context/causality_recorder.h"
#include "maquette/context/communication_layers.h"
#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/threads.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/rank_heap.h"
#include "maquette/memory/shared_blocks.h"
#include "maquette/sim/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace maquette::session {

using namespace runtime;

namespace {

/// Share of disturbed spans in a profile that is worth a warning.
constexpr double kMostMissed = 0.05;
/// On several cores of the host.
constexpr double kMostSlowdown = 1.1;

const char *nameOf(Mode mode) {
  switch (mode) {
  case Mode::Skeleton:
    return "skeleton";
  case Mode::Direct:
    return "direct";
  case Mode::Profile:
    return "profile";
  case Mode::Charged:
    return "charged";
  case Mode::Replay:
    return "replay";
  }
  return "";
}

/// Of all ranks; in seconds.
struct Sums {
  sim::SimTime last, first = sim::SimTime::max(); ///< Ends.
  double compute = 0, most = 0, by_threads = 0, for_threads = 0;

  void add(const Rank &rank, const Threads *threads) {
    last = std::max(last, rank.clock);
    first = std::min(first, rank.clock);
    compute += rank.compute.seconds();
    most = std::max(most, rank.compute.seconds());
    const Threads::Times times = threads != nullptr ? threads->timesOf(rank) : Threads::Times{};
    by_threads += times.compute.seconds();
    for_threads += times.waited.seconds();
  }
};

Sums sumsOf(World &world) {
  Sums sums;
  const Threads *const threads = world.dispatcher().hasThreads() ? &world.dispatcher().threads() : nullptr;
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    sums.add(world.rank(id), threads);
  return sums;
}

void fillTimes(World &world, const Sums &sums) {
  RunResult &result = world.outcome().result();
  if (sums.first < sim::SimTime()) // A sum beyond the largest is negative.
    result.failures.push_back({"time",
                               "simulated time exceeds its range of 106 days [maquette-time-range]\n"
                               "  fix: check the units of latencies, rates and costs\n",
                               -1});
  const double ranks = static_cast<double>(world.rankCount());
  result.predicted_seconds = sums.last.seconds();
  result.compute_seconds = sums.compute / ranks;
  result.thread_compute_seconds = sums.by_threads / ranks;
  result.thread_wait_seconds = sums.for_threads / ranks;
  result.imbalance = sums.compute > 0 ? sums.most / result.compute_seconds - 1 : 0;
}

void judgeCaches(const ComputingClock &clock, RunResult &result) {
  result.cache_slowdown = clock.spans().slowdown();
  const double missed = clock.missedShare();
  if (missed <= kMostMissed)
    return;
  std::string warning = sim::shareText(missed);
  warning +=
      " of the computing was measured with data of other ranks in the caches, because restoring the caches each time "
      "would take too long. With fewer ranks the share is smaller";
  result.warnings.push_back(std::move(warning));
}

void fillMessages(World &world) {
  RunResult &result = world.outcome().result();
  MessageLayer &messages = world.layers().messages();
  world.calls().counters().fill(result, world, world.calls().sites());
  if (!world.outcome().failed() && world.dispatcher().unfinishedCount() == 0) // Else it crashed.
    messages.checkAtEnd();
  messages.tellFindings(result.warnings);
  for (const std::string &warning : world.privateData().warnings())
    result.warnings.push_back(warning);
}

/// Why it took that long: the first of the ranks that end last says it.
void fillCauses(World &world, CausalityRecorder &causality) {
  const Rank *last = &world.rank(0);
  for (std::int64_t id = 1; id < world.rankCount(); ++id)
    if (world.rank(id).clock > last->clock)
      last = &world.rank(id);
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    causality.ends(world.rank(id));
  causality.fill(world.outcome().result(), *last, world.calls().sites());
}

void fillCounts(World &world) {
  RankDispatcher &dispatcher = world.dispatcher();
  RunResult &result = world.outcome().result();
  result.events = world.engine().eventCount();
  const std::uint64_t of_threads = dispatcher.hasThreads() ? dispatcher.threads().processes().resumeCount() : 0;
  result.switches = 2 * (dispatcher.processes().resumeCount() + of_threads);
}

void writeOutputs(World &world) {
  RunResult &result = world.outcome().result();
  if (CallTraceWriter *const trace = world.calls().counters().trace())
    if (const sim::Status status = trace->close(); !status)
      result.failures.push_back({"output", toText(status.error()), -1});
  if (const sim::Status status = world.profileHooks()->finish(world); !status)
    result.failures.push_back({"output", toText(status.error()), -1});
}

/// What was measured, was measured there.
void fillHostProcesses(const RunConfig &config, const HostProcesses &processes, RunResult &result) {
  result.host.cores = config.host_cores;
  const HostProcesses::Use use = processes.use();
  result.host.cpu_seconds += use.processor_seconds;
  result.host.stolen_seconds = use.stolen_seconds;
  result.host.disturbed_share = use.disturbed_share;
  result.host.raised_seconds = use.raised.seconds();
  if (result.host.slowdown > kMostSlowdown)
    result.warnings.push_back("the run took " + fmt::format("{:.3g}", result.host.slowdown) +
                              " times as long as the ranks' computing, on " + std::to_string(config.host_cores) +
                              " cores of the host. If ranks compute only briefly between MPI calls, "
                              "--host-cores=1 is likely faster");
}

/// What direct mode needed of the host, and how well it could measure there.
void fillMeasuring(World &world, const Sums &sums) {
  const ComputingMeter &meter = world.meter();
  RunResult &result = world.outcome().result();
  const double computing = (sums.compute + sums.by_threads) * world.machine().node.cpu_scale.value;
  result.host.slowdown = computing > 0 ? result.host.seconds / computing : 0;
  result.host.stolen_seconds = meter.clock().clock().stolenSeconds();
  result.host.disturbed_share = meter.clock().clock().disturbedShare();
  if (const HostProcesses *const processes = meter.hostProcesses())
    fillHostProcesses(world.config(), *processes, result);
  const OutlierCounts &outliers = meter.clock().spans().counts();
  result.host.outlier_share = outliers.share();
  result.host.outlier_seconds = outliers.removed * 1e-12;
}

void fillSharing(const SharedBlocks &blocks, RunResult &result) {
  result.host.shared_bytes = blocks.savedBytes();
  for (const std::string &rule : blocks.unusedRules())
    result.warnings.push_back("--share " + rule + ": no rank allocated such a block");
  if (blocks.bytes() > 0)
    result.warnings.push_back(
        "ranks shared blocks of " + sim::bytesText(static_cast<double>(blocks.bytes())) +
        " (--share): the output of the program is right only if all ranks write the same data to them");
}

/// Did it keep to --memory?
void judgeMemory(const RunConfig &config, RunResult &result) {
  const auto limit = static_cast<std::uint64_t>(config.memory_bytes);
  const RankHeap *const heap = RankHeap::current();
  if (limit == 0 || heap == nullptr || result.host.peak_rss_bytes <= limit + limit / 10)
    return;
  std::string warning = "the simulation used " + sim::bytesText(static_cast<double>(result.host.peak_rss_bytes)) +
                        " of host memory, but --memory is " + sim::bytesText(static_cast<double>(limit)) + ": ";
  warning += heap->counts().crowded ? "the host limits the number of memory mappings of a process. Raise it with "
                                      "'sysctl vm.max_map_count=1000000'"
                                    : "only memory of waiting ranks can be compressed, and only if it gets smaller";
  result.warnings.push_back(std::move(warning));
}

void fillPeak(World &world, const RunStart &start) {
  RunResult &result = world.outcome().result();
  const HostProcesses *const processes = world.meter().hostProcesses();
  result.host.peak_rss_bytes = peakBytes() + (processes != nullptr ? processes->use().memory_bytes : 0);
  const std::uint64_t above =
      result.host.peak_rss_bytes > start.resident_bytes ? result.host.peak_rss_bytes - start.resident_bytes : 0;
  result.host.bytes_per_rank = static_cast<double>(above) / static_cast<double>(world.rankCount());
  judgeMemory(world.config(), result);
}

/// What the parts of the simulation hold.
void fillMemory(World &world, const RunStart &start, std::size_t argument_bytes) {
  std::map<std::string, std::uint64_t> &memory = world.outcome().result().host.memory;
  RankDispatcher &dispatcher = world.dispatcher();
  world.layers().messages().fillMemory(memory);
  world.layers().oneSided().fillMemory(memory);
  memory["stacks"] = dispatcher.processes().stackUsage().peak_bytes;
  if (dispatcher.hasThreads())
    memory["threads"] = dispatcher.threads().processes().stackUsage().peak_bytes;
  memory[kBaseMemory] = start.resident_bytes;
  if (const CausalityRecorder *const causality = world.calls().causality())
    memory["causality"] = causality->memoryBytes();
  memory["events"] = world.engine().memoryBytes();
  memory["storage"] = world.storage().system().memoryBytes();
  memory["network"] = world.targetNetwork().model().memoryBytes();
  memory["ranks"] = (sizeof(Rank) + argument_bytes + sim::ProcessScheduler::recordBytes()) *
                    static_cast<std::uint64_t>(world.rankCount());
  memory["private data"] = world.privateData().touchedBytes();
  if (const RankHeap *const ranks_own = RankHeap::current())
    memory["compressed"] = ranks_own->counts().bytes;
  const std::uint64_t heap = heapBytes();
  memory["heap"] = heap > start.heap_bytes ? heap - start.heap_bytes : 0;
}

} // namespace

void assembleResult(World &world, const RunStart &start, std::size_t argument_bytes) {
  const RunConfig &config = world.config();
  RunResult &result = world.outcome().result();
  result.ranks = config.ranks;
  result.mode = nameOf(config.mode);
  result.machine = world.machine().name;
  result.program = world.program().argc > 0 ? world.program().argv[0] : "";
  const Sums sums = sumsOf(world);
  fillTimes(world, sums);
  if (world.meter().measures())
    judgeCaches(world.meter().clock(), result);
  fillMessages(world);
  fillNetwork(world, sums.last);
  fillIo(world, sums.last);
  if (config.gather.processes)
    fillProcesses(world);
  if (CausalityRecorder *const causality = world.calls().causality())
    fillCauses(world, *causality);
  fillJobs(world);
  fillCounts(world);
  writeOutputs(world);
  result.host.seconds = static_cast<double>(nanosecondsOf(CLOCK_MONOTONIC) - start.wall_ns) * 1e-9;
  result.host.cpu_seconds = static_cast<double>(nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) - start.cpu_ns) * 1e-9;
  if (config.mode == Mode::Direct)
    fillMeasuring(world, sums);
  if (const SharedBlocks *const blocks = world.meter().sharedBlocks())
    fillSharing(*blocks, result);
  fillPeak(world, start);
  if (config.gather.stats)
    fillMemory(world, start, argument_bytes);
  result.exit_status = result.failures.empty() ? 0 : 3;
}

} // namespace maquette::session
