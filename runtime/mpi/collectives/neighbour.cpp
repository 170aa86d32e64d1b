//===- runtime/mpi/collectives/neighbour.cpp - MPI_Neighbor_* ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// All receives are posted, then all messages sent, in the order of the neighbours: as libraries do it.
#include "collectives/algorithms.h"

#include <vector>

namespace maquette::mpi {

CollectiveTask neighbourExchange(Collective &c, std::shared_ptr<const Neighbours> neighbours, const char *out,
                                 const Layout &out_layout, char *in, const Layout &in_layout) {
  std::vector<Request *> requests;
  for (std::size_t i = 0; i < neighbours->sources.size(); ++i) {
    // Both neighbours along a dimension may be one rank: its first message, sent down, is the one from above.
    const int part = static_cast<int>(neighbours->grid ? i ^ 1 : i);
    const int source = neighbours->sources[static_cast<std::size_t>(part)];
    if (source != MPI_PROC_NULL)
      requests.push_back(c.startReceive(source, at(in, in_layout.offset(part)), in_layout.size(part)));
  }
  for (std::size_t i = 0; i < neighbours->destinations.size(); ++i) {
    const int part = static_cast<int>(i);
    if (neighbours->destinations[i] == MPI_PROC_NULL)
      continue;
    Request *const send =
        c.startSend(neighbours->destinations[i], at(out, out_layout.offset(part)), out_layout.size(part));
    if (send != nullptr)
      requests.push_back(send);
  }
  for (Request *request : requests)
    co_await c.wait(request);
}

} // namespace maquette::mpi
