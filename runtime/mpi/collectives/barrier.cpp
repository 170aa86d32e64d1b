//===- runtime/mpi/collectives/barrier.cpp - MPI_Barrier --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dissemination (Hensgen, Finkel, Manber 1988): in round k each rank tells the one 2^k further; ceil(log2 p) rounds.
#include "mpi/collectives/algorithms.h"

namespace maquette::mpi {

Steps barrier(Collective &c) {
  const std::int64_t size = c.size();
  for (std::int64_t distance = 1; distance < size; distance *= 2) {
    const int to = static_cast<int>((c.rank() + distance) % size);
    const int from = static_cast<int>((c.rank() - distance + size) % size);
    co_await c.exchange(to, nullptr, 0, from, nullptr, 0);
  }
}

} // namespace maquette::mpi
