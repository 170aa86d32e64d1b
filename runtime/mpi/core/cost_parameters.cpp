//===- runtime/mpi/core/cost_parameters.cpp - what calls cost a rank --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/cost_parameters.h"

namespace maquette::mpi {

CostParameters::CostParameters(const models::Machine &machine)
    : send_overhead_(machine.mpi.send_overhead.value), receive_overhead_(machine.mpi.receive_overhead.value),
      post_overhead_(machine.mpi.post_overhead.value), block_overhead_(machine.mpi.block_overhead.value),
      rendezvous_block_overhead_(machine.mpi.rendezvous_block_overhead.value), poll_cost_(machine.mpi.poll_cost.value),
      eager_threshold_(machine.mpi.eager_threshold.value.count) {
  if (machine.mpi.buffer_copies == "memory") {
    copy_bandwidth_ = machine.node.memory_bandwidth.value;
    buffer_overhead_ = machine.network.buffer_overhead.value;
  }
  if (machine.mpi.local_copy_bandwidth.value > sim::BitRate())
    local_copy_bandwidth_ = machine.mpi.local_copy_bandwidth.value;
}

} // namespace maquette::mpi
