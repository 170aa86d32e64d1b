//===- runtime/trace_formats/lib/otf2/collectives.h - OTF2's numbers of MPI's collectives ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_COLLECTIVES_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_COLLECTIVES_H

#include <otf2/otf2.h>

#include <string_view>

namespace maquette::traces::otf2 {

struct CollectiveName {
  std::string_view name; ///< Of the blocking MPI function.
  OTF2_CollectiveOp operation;
};

constexpr CollectiveName kCollectives[] = {{"MPI_Barrier", OTF2_COLLECTIVE_OP_BARRIER},
                                           {"MPI_Bcast", OTF2_COLLECTIVE_OP_BCAST},
                                           {"MPI_Gather", OTF2_COLLECTIVE_OP_GATHER},
                                           {"MPI_Gatherv", OTF2_COLLECTIVE_OP_GATHERV},
                                           {"MPI_Scatter", OTF2_COLLECTIVE_OP_SCATTER},
                                           {"MPI_Scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
                                           {"MPI_Allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
                                           {"MPI_Allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
                                           {"MPI_Alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
                                           {"MPI_Alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
                                           {"MPI_Alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
                                           {"MPI_Allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
                                           {"MPI_Reduce", OTF2_COLLECTIVE_OP_REDUCE},
                                           {"MPI_Reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
                                           {"MPI_Reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
                                           {"MPI_Scan", OTF2_COLLECTIVE_OP_SCAN},
                                           {"MPI_Exscan", OTF2_COLLECTIVE_OP_EXSCAN}};

} // namespace maquette::traces::otf2

#endif
