//===- runtime/context/lib/computing_meter.cpp - what a rank's computing takes ------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/computing_meter.h"

#include "maquette/context/call_ids.h"
#include "maquette/context/computing_clock.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/rank_dispatcher.h"
#include "maquette/memory/private_data.h"
#include "maquette/memory/shared_blocks.h"
#include "maquette/models/os_noise.h"

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

} // namespace

ComputingMeter::ComputingMeter(const RunConfig &config, const models::Machine &machine, const PrivateData &private_data,
                               RankDispatcher &dispatcher)
    : config_(config), machine_(machine), private_data_(private_data), dispatcher_(dispatcher) {}

ComputingMeter::~ComputingMeter() = default;

void ComputingMeter::setNoise(std::unique_ptr<models::OsNoise> noise) { os_noise_ = std::move(noise); }
void ComputingMeter::setClock(std::unique_ptr<ComputingClock> clock) { clock_ = std::move(clock); }
void ComputingMeter::setSharedBlocks(std::unique_ptr<SharedBlocks> blocks) { shared_blocks_ = std::move(blocks); }
void ComputingMeter::setHostProcesses(std::unique_ptr<HostProcesses> processes) {
  MAQUETTE_ASSERT(measures());
  host_processes_ = std::move(processes);
}

void ComputingMeter::compute(Rank &rank, sim::SimDuration host_time) {
  if (config_.free_computing)
    return;
  sim::SimDuration time = machine_.computeTime(host_time);
  if (os_noise_)
    time += os_noise_->during(rank.id, time);
  rank.advance(time);
}

sim::SimTime ComputingMeter::readClock(Rank &rank, ClockReader by) {
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

void ComputingMeter::computingEnds(Rank &rank) {
  if (host_processes_)
    return host_processes_->end(rank);
  compute(rank, clock().end(rank.call_site));
  if (recorder_ != nullptr)
    recorder_->callBegins(rank);
}

void ComputingMeter::computingBegins(Rank &rank) {
  if (host_processes_)
    return host_processes_->begin(rank);
  clock().begin(rank.id, rank.call_site, {rank.private_data, private_data_.copies().stride});
  if (recorder_ != nullptr)
    recorder_->callEnds(rank);
}

bool ComputingMeter::isOwnMemory() const {
  return clock().isPaused() || (recorder_ != nullptr && recorder_->isAtWork());
}

void ComputingMeter::allocated(const Rank &rank, void *block, std::size_t bytes) {
  if (!isOwnMemory())
    countTouched(recorder_, rank, [&] { return clock().allocated(rank.id, block, bytes); });
}

void ComputingMeter::allocatedSmall(const Rank &rank, const void *block, std::size_t bytes) {
  if (!isOwnMemory() && clock().nearsNewHeap(block, bytes))
    countTouched(recorder_, rank, [&] { return clock().touchHeap(block, bytes); });
}

void ComputingMeter::freed(const void *block, std::size_t bytes) {
  const Rank *const rank = currentRank();
  if (rank == nullptr || rank->call != 0 || isOwnMemory() || !clock().watches(block)) {
    clock().freed(block, bytes);
    return;
  }
  if (recorder_ != nullptr)
    recorder_->pause();
  clock().pause();
  clock().freed(block, bytes);
  clock().resume(0);
  if (recorder_ != nullptr)
    recorder_->resume(*rank, 0);
}

/// What the tables of blocks and places allocate meanwhile is not the rank's, nor is the time.
void *ComputingMeter::sharedBlock(Rank &rank, std::size_t bytes, std::size_t alignment, const void *return_address) {
  MAQUETTE_ASSERT(shared_blocks_ != nullptr);
  clock().pause();
  const std::uint16_t outer = std::exchange(rank.call, kInBinding);
  void *const block = shared_blocks_->allocate(rank.id, bytes, alignment, return_address);
  rank.call = outer;
  clock().resume(0);
  return block;
}

void ComputingMeter::refuseOnHostCores(const Rank &rank, const std::string &what) {
  if (host_processes_)
    dispatcher_.fail("input",
                     "rank " + std::to_string(rank.id) + " " + what +
                         ", which --host-cores does not support [maquette-host-cores]\n  "
                         "fix: use --host-cores 1\n",
                     rank.id);
}

} // namespace maquette::runtime
