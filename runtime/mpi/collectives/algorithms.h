//===- runtime/mpi/collectives/algorithms.h - collectives as messages -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function runs one collective for one rank. The table in its file selects the algorithm for the size. Buffers
/// are packed; nullptr is phantom. The tables follow MPICH's choices (Thakur, Rabenseifner, Gropp: Optimization
/// of Collective Communication Operations in MPICH, IJHPCA 19(1), 2005).
#ifndef MAQUETTE_MPI_COLLECTIVES_ALGORITHMS_H
#define MAQUETTE_MPI_COLLECTIVES_ALGORITHMS_H

#include "collectives/collective.h"

namespace maquette::mpi {

CollectiveTask barrier(Collective &c);
/// \p data: contents at the root, room elsewhere.
CollectiveTask broadcast(Collective &c, char *data, std::int64_t bytes, int root);
/// \p data: the rank's contribution; at the root, the result afterwards. Elsewhere it is destroyed.
CollectiveTask reduce(Collective &c, char *data, std::int64_t bytes, int root);
/// \p data: contribution, then result.
CollectiveTask allreduce(Collective &c, char *data, std::int64_t bytes);
/// \p all: room for all parts at the root; \p mine: the rank's part.
CollectiveTask gather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout,
                      int root);
CollectiveTask scatter(Collective &c, const char *all, const Layout &layout, char *mine, std::int64_t my_bytes,
                       int root);
/// \p all holds the rank's own part already.
CollectiveTask allgather(Collective &c, char *all, const Layout &layout);
CollectiveTask alltoall(Collective &c, const char *out, const Layout &out_layout, char *in, const Layout &in_layout);
/// \p data: contributions for all parts, destroyed; \p mine: room for the rank's part of the result.
CollectiveTask reduceScatter(Collective &c, char *data, const Layout &layout, char *mine);
/// Part i of \p out goes to the i-th destination, part i of \p in is for what the i-th source sends.
CollectiveTask neighbourExchange(Collective &c, std::shared_ptr<const Neighbours> neighbours, const char *out,
                                 const Layout &out_layout, char *in, const Layout &in_layout);
/// \p data: contribution, then result.
CollectiveTask scan(Collective &c, char *data, std::int64_t bytes);
/// \p data: contribution, then result; rank 0's stays.
CollectiveTask exclusiveScan(Collective &c, char *data, std::int64_t bytes);

} // namespace maquette::mpi

#endif
