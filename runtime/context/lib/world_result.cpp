//===- runtime/context/lib/world_result.cpp - what a simulation found ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/message_layer.h"
#include "maquette/context/threads.h"
#include "maquette/host/process_memory.h"
#include "maquette/host/tick_clock.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/rank_heap.h"

#include "maquette/context/world.h"
#include "maquette/models/os_noise.h"
#include "maquette/models/registry.h"
#include "maquette/sim/number_text.h"

#include <algorithm>

namespace maquette::runtime {

namespace {

constexpr std::size_t kHottestLinks = 10;
constexpr std::size_t kObservedLinks = 40; ///< A heat map has room for.
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
  }
  return "";
}

/// Rails that take turns are as fast as one.
void judgeRails(const models::NetworkModel &network, std::vector<std::string> &warnings) {
  constexpr double kMuch = 0.5;
  double sum = 0;
  for (models::LinkId link; link < models::LinkId{network.linkCount()} && network.isNic(link); ++link)
    sum += static_cast<double>(network.linkBytes(link)) / 2; // They leave a node and enter one.
  const double lone = static_cast<double>(models::loneRailBytes(network));
  if (lone > kMuch * sum)
    warnings.push_back(sim::shareText(lone / sum) +
                       " of the bytes between nodes were in messages that met no other of their node, so that "
                       "one rail carried them and the others stood still; network.rail_choice = \"stripe\" spreads a "
                       "message over all");
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

} // namespace

void World::finishResult() {
  if (finished_)
    return;
  finished_ = true;
  running_ = nullptr;
  private_data_.select(nullptr);
  private_data_.leaveProcessStates();
  result_.ranks = config_.ranks;
  result_.mode = nameOf(config_.mode);
  result_.machine = machine_.name;
  result_.program = program_.argc > 0 ? program_.argv[0] : "";
  Sums sums;
  for (std::int64_t id = 0; id < config_.ranks; ++id)
    sums.add(ranks_[id], threads_.get());
  if (sums.first < sim::SimTime()) // A sum beyond the largest is negative.
    result_.failures.push_back(
        {"time",
         "the simulated time went beyond 106 days, the most that can be told [maquette-time-range]\n"
         "  fix: look for a latency, rate or cost of the wrong unit\n",
         -1});
  const double ranks = static_cast<double>(config_.ranks);
  result_.predicted_seconds = sums.last.seconds();
  result_.compute_seconds = sums.compute / ranks;
  result_.thread_compute_seconds = sums.by_threads / ranks;
  result_.thread_wait_seconds = sums.for_threads / ranks;
  if (computing_clock_)
    judgeCaches();
  result_.imbalance = sums.compute > 0 ? sums.most / result_.compute_seconds - 1 : 0;
  messages_->fill(result_);
  if (!failed_ && unfinished_ == 0) // Else it crashed.
    messages_->checkAtEnd();
  messages_->tellFindings(result_.warnings);
  for (const std::string &warning : private_data_.warnings())
    result_.warnings.push_back(warning);
  judgeNetwork(sums.last);
  judgeJobs();
  result_.events = engine_.eventCount();
  result_.switches = 2 * (processes_->resumeCount() + (threads_ ? threads_->processes().resumeCount() : 0));
  if (messages_->trace() != nullptr)
    if (const sim::Status status = messages_->trace()->close(); !status)
      result_.failures.push_back({"output", toText(status.error()), -1});
  if (const sim::Status status = hooks_->finish(*this); !status)
    result_.failures.push_back({"output", toText(status.error()), -1});
  result_.host_seconds = static_cast<double>(nanosecondsOf(CLOCK_MONOTONIC) - begun_ns_) * 1e-9;
  result_.host_cpu_seconds = static_cast<double>(nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) - begun_cpu_ns_) * 1e-9;
  if (config_.mode == Mode::Direct) {
    const double computing = (sums.compute + sums.by_threads) * machine_.node.cpu_scale.value;
    result_.slowdown = computing > 0 ? result_.host_seconds / computing : 0;
    result_.host_stolen_seconds = computing_clock_->clock().stolenSeconds();
    result_.host_disturbed_share = computing_clock_->clock().disturbedShare();
    if (host_processes_)
      judgeHostProcesses();
    const OutlierCounts &outliers = computing_clock_->spans().counts();
    result_.host_outlier_share = outliers.share();
    result_.host_outlier_seconds = outliers.removed * 1e-12;
  }
  judgeSharing();
  result_.peak_rss_bytes = peakBytes() + (host_processes_ ? host_processes_->use().memory_bytes : 0);
  const std::uint64_t above = result_.peak_rss_bytes > base_rss_ ? result_.peak_rss_bytes - base_rss_ : 0;
  result_.bytes_per_rank = static_cast<double>(above) / ranks;
  judgeMemory();
  if (config_.stats) {
    messages_->fillMemory(result_.memory);
    result_.memory["stacks"] = processes_->stackUsage().peak_bytes;
    if (threads_)
      result_.memory["threads"] = threads_->processes().stackUsage().peak_bytes;
    result_.memory[kBaseMemory] = base_rss_;
    result_.memory["events"] = engine_.memoryBytes();
    result_.memory["network"] = network_->memoryBytes();
    result_.memory["ranks"] =
        (sizeof(Rank) + argument_bytes_ + processes_->recordBytes()) * static_cast<std::uint64_t>(config_.ranks);
    result_.memory["private data"] = private_data_.touchedBytes();
    if (const RankHeap *const ranks_own = RankHeap::current())
      result_.memory["compressed"] = ranks_own->counts().bytes;
    const std::uint64_t heap = heapBytes();
    result_.memory["heap"] = heap > base_heap_ ? heap - base_heap_ : 0;
  }
  result_.exit_status = result_.failures.empty() ? 0 : 3;
}

void World::judgeNetwork(sim::SimTime end) {
  const auto shareOf = [&](sim::SimDuration busy) { return end.ps() > 0 ? busy.seconds() / end.seconds() : 0; };
  const sim::SimDuration window = observer_ ? observer_->windowLength() : sim::SimDuration();
  result_.window_seconds = window.seconds();
  for (models::LinkId link : network_->busiestLinks(observer_ ? kObservedLinks : kHottestLinks)) {
    const models::LinkStatistics statistics = network_->statisticsOf(link);
    LinkUse use{statistics.name, shareOf(statistics.busy), statistics.bytes, network_->isNic(link), {}};
    const double full = static_cast<double>(network_->linkRate(link).bitsPerSecond()) / 8 * window.seconds();
    if (observer_)
      for (std::uint64_t bytes : observer_->windowsOf(link))
        use.windows.push_back(static_cast<double>(bytes) / full);
    // Windows after the end hold nothing.
    if (!use.windows.empty())
      use.windows.resize(
          std::min<std::size_t>(use.windows.size(), static_cast<std::size_t>(end.ps() / window.ps()) + 1));
    result_.hottest_links.push_back(std::move(use));
  }
  for (models::LinkId link; link < models::LinkId{network_->linkCount()}; ++link)
    if (network_->linkBytes(link) > 0) {
      double &most = network_->isNic(link) ? result_.nic_utilisation : result_.link_utilisation;
      most = std::max(most, shareOf(sim::transferTime(sim::Bytes{static_cast<std::int64_t>(network_->linkBytes(link))},
                                                      network_->linkRate(link))));
    }
  judgeRails(*network_, result_.warnings);
  if (!observer_)
    return;
  double time = 0, beyond = 0;
  for (const models::TransferSums &sums : observer_->sums()) {
    time += static_cast<double>(sums.time_ps);
    beyond += static_cast<double>(sums.beyond_ps);
  }
  result_.congestion_share = time > 0 ? beyond / time : 0;
}

void World::judgeJobs() {
  for (std::size_t i = 0; i < config_.jobs.size(); ++i) {
    const Job &job = config_.jobs[i];
    const JobPlace &place = layout_.jobs[i];
    JobUse use;
    use.name = job.name;
    use.ranks = job.ranks;
    use.traffic = job.traffic;
    use.nodes = job.nodes;
    sim::SimTime end;
    std::vector<models::NodeId> nodes;
    for (std::int64_t id = place.first_rank; id < place.first_rank + place.ranks; ++id) {
      end = std::max(end, ranks_[id].clock);
      nodes.push_back(nodeOf(static_cast<std::int32_t>(id)));
    }
    if (job.ranks > 0) {
      std::sort(nodes.begin(), nodes.end());
      use.nodes = std::unique(nodes.begin(), nodes.end()) - nodes.begin();
    }
    if (const models::Traffic *const traffic = traffic_[i].get(); traffic != nullptr && traffic->messages() > 0) {
      end = traffic->lastDelivered();
      use.messages = traffic->messages();
      use.message_seconds = traffic->sumOfTimes().seconds() / static_cast<double>(use.messages);
      use.bytes_per_second = static_cast<double>(use.messages) * static_cast<double>(job.message_bytes) /
                             end.seconds() / static_cast<double>(job.nodes);
    }
    use.seconds = end.seconds();
    result_.jobs.push_back(std::move(use));
  }
}

/// What was measured, was measured there.
void World::judgeHostProcesses() {
  result_.host_cores = config_.host_cores;
  const HostProcesses::Use use = host_processes_->use();
  result_.host_cpu_seconds += use.processor_seconds;
  result_.host_stolen_seconds = use.stolen_seconds;
  result_.host_disturbed_share = use.disturbed_share;
  result_.host_raised_seconds = use.raised.seconds();
  if (result_.slowdown > kMostSlowdown)
    result_.warnings.push_back("the run took longer than the ranks' computing, " + sim::shareText(result_.slowdown) +
                               " of it, on " + std::to_string(config_.host_cores) +
                               " cores of the host: where ranks compute for short between MPI calls one core "
                               "(--host-cores=1) is likely faster");
}

/// Did it keep to --memory?
void World::judgeMemory() {
  const auto limit = static_cast<std::uint64_t>(config_.memory_bytes);
  const RankHeap *const heap = RankHeap::current();
  if (limit == 0 || heap == nullptr || result_.peak_rss_bytes <= limit + limit / 10)
    return;
  std::string warning = "the simulation took " + sim::bytesText(static_cast<double>(result_.peak_rss_bytes)) +
                        " of the host's memory, --memory says " + sim::bytesText(static_cast<double>(limit)) + ": ";
  warning += heap->counts().crowded ? "the host gives a process no more pieces of memory, compressed and not; 'sysctl "
                                      "vm.max_map_count=1000000' allows more"
                                    : "only what ranks do not use at the moment is compressed, if it gets smaller";
  result_.warnings.push_back(std::move(warning));
}

void World::judgeCaches() {
  result_.cache_slowdown = computing_clock_->spans().slowdown();
  const double missed = computing_clock_->missedShare();
  if (missed <= kMostMissed)
    return;
  std::string warning = sim::shareText(missed);
  warning +=
      " of the computing was measured with the data of other ranks in the caches, because restoring them every time "
      "would take too long; fewer ranks disturb one another less";
  result_.warnings.push_back(std::move(warning));
}

} // namespace maquette::runtime
