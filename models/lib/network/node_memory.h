//===- models/lib/network/node_memory.h - transfers inside a node -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between ranks of one node a transfer takes memory_latency + size / memory_bandwidth, whoever else is at it.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H
#define MAQUETTE_MODELS_LIB_NETWORK_NODE_MEMORY_H

#include "maquette/models/machine.h"

namespace maquette::models {

class NodeMemory {
public:
  explicit NodeMemory(const NodeParameters &node)
      : bandwidth_(node.memory_bandwidth.value), latency_(node.memory_latency.value) {}
  sim::SimDuration time(sim::Bytes size) const { return sim::transferTime(size, bandwidth_) + latency_; }
  Started start(const Transfer &transfer) const {
    const sim::SimTime injected = transfer.start + sim::transferTime(transfer.size, bandwidth_);
    return {injected, injected + latency_};
  }

private:
  sim::BitRate bandwidth_;
  sim::SimDuration latency_;
};

} // namespace maquette::models

#endif
