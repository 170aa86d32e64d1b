//===- maquette/models/memory_times.h - a transfer inside a node ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times of a transfer inside a node, from node.memory_bandwidth, memory_latency and memory_steps of a machine file and
/// its size: docs/models/node.md.
#ifndef MAQUETTE_MODELS_MEMORY_TIMES_H
#define MAQUETTE_MODELS_MEMORY_TIMES_H

#include "maquette/models/machine.h"

#include <algorithm>
#include <vector>

namespace maquette::models {

class MemoryTimes {
public:
  explicit MemoryTimes(const NodeParameters &node)
      : base_{sim::Bytes{0}, node.memory_latency.value, node.memory_bandwidth.value} {
    for (const MemoryStep &step : node.memory_steps.value)
      steps_.push_back({step.above, base_.latency.scaled(step.latency), base_.rate.scaled(step.bandwidth)});
  }

  /// Time that a core copies.
  sim::SimDuration copying(sim::Bytes size) const { return sim::transferTime(size, of(size).rate); }
  /// From the end of the copy to the arrival.
  sim::SimDuration latency(sim::Bytes size) const { return of(size).latency; }
  /// For one transfer alone.
  sim::SimDuration time(sim::Bytes size) const { return copying(size) + latency(size); }

private:
  struct Step {
    sim::Bytes above;
    sim::SimDuration latency;
    sim::BitRate rate;
  };
  const Step &of(sim::Bytes size) const {
    const auto step = std::find_if(steps_.rbegin(), steps_.rend(), [&](const Step &each) { return each.above < size; });
    return step == steps_.rend() ? base_ : *step;
  }

  Step base_;
  std::vector<Step> steps_; ///< Sorted by size.
};

} // namespace maquette::models

#endif
