//===- runtime/lib/world_result.cpp - what a simulation found ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "computing_clock.h"
#include "private_data.h"
#include "process_memory.h"
#include "tick_clock.h"

#include "maquette/runtime/report.h"
#include "maquette/models/os_noise.h"
#include "maquette/runtime/world.h"
#include "mpi/layer.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace maquette::runtime {

namespace {

constexpr std::size_t kHottestLinks = 10;
/// Share of disturbed spans in a profile that is worth a warning.
constexpr double kMostMissed = 0.05;

const char *nameOf(Mode mode) {
  switch (mode) {
  case Mode::Skeleton: return "skeleton";
  case Mode::Direct: return "direct";
  case Mode::Profile: return "profile";
  }
  return "";
}

std::uint64_t peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace

std::uint64_t residentBytes() {
  std::FILE *const file = std::fopen("/proc/self/statm", "r");
  unsigned long total = 0, resident = 0;
  if (file != nullptr) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t heapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.arena + info.hblkhd;
}

void World::finishResult() {
  if (finished_)
    return;
  finished_ = true;
  running_ = nullptr;
  private_data_.select(nullptr);
  result_.ranks = config_.ranks;
  result_.mode = nameOf(config_.mode);
  result_.machine = machine_.name;
  result_.program = program_.argc > 0 ? program_.argv[0] : "";
  sim::SimTime last;
  double sum = 0, most = 0;
  for (std::int64_t id = 0; id < config_.ranks; ++id) {
    last = std::max(last, ranks_[id].clock);
    const double compute = ranks_[id].compute.seconds();
    sum += compute;
    most = std::max(most, compute);
  }
  result_.predicted_seconds = last.seconds();
  result_.compute_seconds = sum / static_cast<double>(config_.ranks);
  if (computing_clock_)
    judgeCaches();
  result_.imbalance = sum > 0 ? most / result_.compute_seconds - 1 : 0;
  mpi_->fill(result_);
  if (!failed_ && mpi_->checksLeaks())
    mpi_->findLeaks();
  mpi_->tellFindings(result_.warnings);
  for (const models::LinkStatistics &link : network_->busiestLinks(kHottestLinks))
    result_.hottest_links.push_back({link.name, last.ps() > 0 ? link.busy.seconds() / last.seconds() : 0, link.bytes});
  result_.events = engine_.eventCount();
  result_.switches = 2 * processes_->resumeCount();
  if (mpi_->trace() != nullptr)
    if (const sim::Status status = mpi_->trace()->close(); !status)
      result_.failures.push_back({"output", toText(status.error()), -1});
  if (const sim::Status status = hooks_->finish(*this); !status)
    result_.failures.push_back({"output", toText(status.error()), -1});
  result_.host_seconds = static_cast<double>(nanosecondsOf(CLOCK_MONOTONIC) - begun_ns_) * 1e-9;
  result_.host_cpu_seconds = static_cast<double>(nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) - begun_cpu_ns_) * 1e-9;
  if (config_.mode == Mode::Direct) {
    const double computing = sum * machine_.node.cpu_scale.value;
    result_.slowdown = computing > 0 ? result_.host_seconds / computing : 0;
    result_.host_stolen_seconds = computing_clock_->clock().stolenSeconds();
    result_.host_disturbed_share = computing_clock_->clock().disturbedShare();
    const OutlierCounts &outliers = computing_clock_->spans().counts();
    result_.host_outlier_share = outliers.share();
    result_.host_outlier_seconds = outliers.removed * 1e-12;
  }
  result_.peak_rss_bytes = peakBytes();
  const std::uint64_t above = result_.peak_rss_bytes > base_rss_ ? result_.peak_rss_bytes - base_rss_ : 0;
  result_.bytes_per_rank = static_cast<double>(above) / static_cast<double>(config_.ranks);
  if (config_.stats) {
    mpi_->fillMemory(result_.memory);
    result_.memory["stacks"] = processes_->stackUsage().peak_bytes;
    result_.memory["events"] = engine_.memoryBytes();
    result_.memory["network"] = network_->memoryBytes();
    result_.memory["ranks"] =
        (sizeof(Rank) + argument_bytes_ + processes_->recordBytes()) * static_cast<std::uint64_t>(config_.ranks);
    result_.memory["private data"] = private_data_.touchedBytes();
    const std::uint64_t heap = heapBytes();
    result_.memory["heap"] = heap > base_heap_ ? heap - base_heap_ : 0;
  }
  result_.exit_status = result_.failures.empty() ? 0 : 3;
}

void World::judgeCaches() {
  result_.cache_slowdown = computing_clock_->spans().slowdown();
  const double missed = computing_clock_->missedShare();
  if (missed <= kMostMissed)
    return;
  std::string warning = shareText(missed);
  warning += " of the computing was measured with the data of other ranks in the caches, because restoring them every time "
             "would take too long; fewer ranks disturb one another less";
  result_.warnings.push_back(std::move(warning));
}

} // namespace maquette::runtime
