//===- runtime/mpi/objects/large_count.cpp - counts of more than an int -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/large_count.h"

#include "objects/handles.h"

#include "maquette/sim/assert.h"

#include <algorithm>
#include <limits>

namespace maquette::mpi {

namespace {
constexpr MPI_Count kMost = std::numeric_limits<int>::max();
} // namespace

int neighbourCount(MPI_Comm comm, Extent extent) {
  MAQUETTE_ASSERT(extent != Extent::Ranks);
  int kind = MPI_UNDEFINED, sources = 0, destinations = 0, weighted = 0, rank = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    PMPI_Cartdim_get(comm, &sources);
    return 2 * sources;
  }
  if (kind == MPI_GRAPH) {
    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &sources);
    return sources;
  }
  if (kind == MPI_DIST_GRAPH)
    PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted);
  return extent == Extent::Sources ? sources : destinations;
}

namespace {

int lengthOf(const Call &call, MPI_Comm comm, Extent extent, int root) {
  const CommView view = call.view(comm);
  if (!view || (root != kEveryRank && root != MPI_ROOT && (view.isInter() || root != view.rank)))
    return 0;
  return extent == Extent::Ranks ? view.peers() : neighbourCount(comm, extent);
}

} // namespace

MPI_Datatype largeContiguous(const Call &call, MPI_Count count, MPI_Datatype type) {
  // The addresses tell apart what the integers cannot hold.
  return call.mpi().types().make({MPI_COMBINER_CONTIGUOUS, {static_cast<int>(std::min(count, kMost))}, {count}, {type}},
                                 {{count}, {0}, {type}});
}

LargeCount::LargeCount(const Call &call, MPI_Count count, MPI_Datatype type)
    : count_(static_cast<int>(count)), type_(type) {
  if (count < 0)
    count_ = -1;
  if (count <= kMost)
    return;
  count_ = 1;
  if (faultOfType(call.mpi().usage().checks(), type))
    return; // The call that is given this says so.
  type_ = largeContiguous(call, count, type);
  if (TypeTable::isCommitted(type))
    TypeTable::commit(type_);
}

NarrowArray::NarrowArray(const Call &call, MPI_Comm comm, const std::int64_t *values, Extent extent, int root) {
  const int length = lengthOf(call, comm, extent, root);
  if (length == 0 || values == nullptr)
    return;
  std::vector<int> narrow(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) {
    fits_ = fits_ && values[i] <= kMost && values[i] >= std::numeric_limits<int>::min();
    narrow[static_cast<std::size_t>(i)] = static_cast<int>(values[i]);
  }
  data_ = call.mpi().handles().narrowed_counts.keep(std::move(narrow));
}

int refuseLarge(const Call &call, MPI_Comm comm) {
  return call.raise(comm, MPI_ERR_COUNT,
                    "a count or displacement in an array is above 2147483647 [maquette-mpi-unsupported]\n"
                    "  fix: use a datatype of several elements and a smaller count\n");
}

} // namespace maquette::mpi
