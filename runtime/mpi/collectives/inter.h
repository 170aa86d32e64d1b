//===- runtime/mpi/collectives/inter.h - collectives between two groups -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collectives on inter-communicators (MPI 3.1, 5.2.2 and 5.2.3): data of one group goes to the other. Most run a
/// collective in the local group before or after an exchange between the two ranks 0. Buffers are packed; nullptr is
/// phantom.
///
/// Roots     MPI_ROOT at the root, MPI_PROC_NULL at the others of its group, the root's rank in the other group.
#ifndef MAQUETTE_MPI_COLLECTIVES_INTER_H
#define MAQUETTE_MPI_COLLECTIVES_INTER_H

#include "collectives/collective.h"

namespace maquette::mpi {

/// Nobody leaves before all of both groups have come.
CollectiveTask interBarrier(Collective &c);
CollectiveTask interBroadcast(Collective &c, char *data, std::int64_t bytes, int root);
/// \p all, \p layout: at the root, room for the parts of the other group.
CollectiveTask interGather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout,
                           int root);
CollectiveTask interScatter(Collective &c, const char *all, const Layout &layout, char *mine, std::int64_t my_bytes,
                            int root);
/// \p all: room for the parts of the other group.
CollectiveTask interAllgather(Collective &c, const char *mine, std::int64_t my_bytes, char *all, const Layout &layout);
CollectiveTask interAlltoall(Collective &c, const char *out, const Layout &out_layout, char *in,
                             const Layout &in_layout);
/// \p data: contribution, or at the root room for the result.
CollectiveTask interReduce(Collective &c, char *data, std::int64_t bytes, int root);
/// \p data: contribution, destroyed; \p result: room for what the other group gives together.
CollectiveTask interAllreduce(Collective &c, char *data, char *result, std::int64_t bytes);
/// \p data: contribution, destroyed; \p mine: room for this rank's part of what the other group gives together.
CollectiveTask interReduceScatter(Collective &c, char *data, const Layout &layout, char *mine);

} // namespace maquette::mpi

#endif
