//===- runtime/mpi/p2p/progress_windows.cpp - when ranks look at what has arrived -===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/progress_windows.h"

#include <algorithm>
#include <utility>

namespace maquette::mpi {

void ProgressWindows::begin(std::int32_t rank, sim::SimTime clock, sim::SimTime now) {
  std::deque<Phase> &phases = of(rank).phases;
  if (!phases.empty() && !phases.back().end)
    return;
  while (!phases.empty() && *phases.front().end < now)
    phases.pop_front();
  phases.push_back({clock, std::nullopt});
}

void ProgressWindows::end(std::int32_t rank, sim::SimTime clock) {
  std::deque<Phase> &phases = of(rank).phases;
  if (!phases.empty() && !phases.back().end)
    phases.back().end = clock;
}

std::optional<sim::SimTime> ProgressWindows::lookAt(std::int32_t rank, sim::SimTime arrival) const {
  for (const Phase &phase : ranks_[static_cast<std::size_t>(rank)].phases)
    if (!phase.end || *phase.end >= arrival)
      return std::max(phase.begin, arrival);
  return std::nullopt;
}

void ProgressWindows::defer(std::int32_t rank, Step step) { of(rank).deferred.push_back(std::move(step)); }

std::vector<ProgressWindows::Step> ProgressWindows::takeDeferred(std::int32_t rank) {
  return std::exchange(of(rank).deferred, {});
}

} // namespace maquette::mpi
