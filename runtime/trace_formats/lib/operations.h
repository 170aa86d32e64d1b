//===- runtime/trace_formats/lib/operations.h - collective operations by name --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OPERATIONS_H
#define MAQUETTE_TRACE_FORMATS_LIB_OPERATIONS_H

#include <string>
#include <string_view>

namespace maquette::traces {

/// Operations that move data between all ranks of a communicator, or wait for all of them. Other calls of all ranks, as
/// MPI_Comm_free(), are calls like any.
constexpr std::string_view kOperations[] = {
    "MPI_Barrier",   "MPI_Bcast",     "MPI_Gather",     "MPI_Gatherv",        "MPI_Scatter",
    "MPI_Scatterv",  "MPI_Allgather", "MPI_Allgatherv", "MPI_Alltoall",       "MPI_Alltoallv",
    "MPI_Alltoallw", "MPI_Allreduce", "MPI_Reduce",     "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
    "MPI_Scan",      "MPI_Exscan"};

/// "MPI_Iallreduce" of "MPI_Allreduce".
std::string nonblockingName(std::string_view operation);

/// The operation that \p call does or starts; empty: none.
std::string_view operationOf(std::string_view call);

} // namespace maquette::traces

#endif
