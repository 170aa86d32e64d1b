//===- runtime/mpi/collectives/two_level.h - collectives by node ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collectives in two levels: within each node, and between the nodes among one rank of each.
#ifndef MAQUETTE_MPI_COLLECTIVES_TWO_LEVEL_H
#define MAQUETTE_MPI_COLLECTIVES_TWO_LEVEL_H

#include "collectives/collective.h"

namespace maquette::mpi {

CollectiveTask twoLevelBroadcast(Collective &c, char *data, std::int64_t bytes, int root);
/// Only for commutative operations.
CollectiveTask twoLevelAllreduce(Collective &c, char *data, std::int64_t bytes);

} // namespace maquette::mpi

#endif
