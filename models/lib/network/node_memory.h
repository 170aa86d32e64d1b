//===- models/lib/network/node_memory.h - transfers inside a node -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between ranks of one node a transfer takes memory_latency + size / memory_bandwidth, whatever other cores are at. A core copies
/// one message at a time: the next begins when its last has ended. docs/models/node.md.
///
/// Order     a core's transfers come in the order of time, as those of one rank do. One that comes late, for a time before the core was last
///           busy, goes before that if it ends by then.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H
#define MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H

#include "lib/network/pool.h"
#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"

#include <algorithm>

namespace maquette::models {

class NodeMemory {
public:
  /// \p nodes as the network numbers them.
  NodeMemory(const NodeParameters &node, std::int64_t nodes, std::int64_t cores)
      : bandwidth_(node.memory_bandwidth.value), latency_(node.memory_latency.value), cores_(cores),
        busy_(static_cast<std::size_t>(nodes * cores)) {}
  /// Of one alone.
  sim::SimDuration time(sim::Bytes size) const { return sim::transferTime(size, bandwidth_) + latency_; }
  /// \pre source and destination are the same node.
  Started start(const Transfer &transfer) {
    Busy &last = busy_[static_cast<std::size_t>(transfer.source * cores_ + transfer.source_core % cores_)];
    const std::int64_t span = sim::transferTime(transfer.size, bandwidth_).ps();
    std::int64_t begin = transfer.start.ps();
    if (begin + span > last.begin) {
      if (begin > last.end)
        last.begin = begin;
      begin = std::max(begin, last.end);
      last.end = begin + span;
    }
    const sim::SimTime injected = sim::SimTime::fromPs(begin + span);
    return {injected, injected + latency_};
  }

  std::size_t memoryBytes() const { return busy_.size() * sizeof(Busy); }

private:
  /// When a core last copied without a pause.
  struct Busy {
    std::int64_t begin; ///< ps.
    std::int64_t end;
  };
  sim::BitRate bandwidth_;
  sim::SimDuration latency_;
  std::int64_t cores_;
  LazyArray<Busy> busy_; ///< By core.
};

} // namespace maquette::models

#endif
