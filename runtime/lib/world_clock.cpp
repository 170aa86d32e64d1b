//===- runtime/lib/world_clock.cpp - looks at the simulated clock ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/world.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

/// Reads of the clock in a row that move nothing.
constexpr std::uint64_t kFreeClockReads = 1000;
/// Who does more between two of them does not only watch the clock.
constexpr sim::SimDuration kBetweenClockReads = sim::SimDuration::us(1);

} // namespace

sim::SimTime World::readClock(Rank &rank) {
  if (clock_reader_ != &rank || rank.clock - clock_seen_ > kBetweenClockReads) {
    clock_reader_ = &rank;
    clock_reads_ = 0;
  }
  if (++clock_reads_ == kFreeClockReads)
    clock_watch_begin_ = rank.clock;
  // A loop that only watches the clock waits for a time to come: its looks grow with the time it has waited.
  if (clock_reads_ > kFreeClockReads)
    rank.clock += std::max(sim::SimDuration::ns(100), (rank.clock - clock_watch_begin_).scaled(0.001));
  clock_seen_ = rank.clock;
  return rank.clock;
}

} // namespace maquette::runtime
