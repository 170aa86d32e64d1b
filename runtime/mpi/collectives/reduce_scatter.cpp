//===- runtime/mpi/collectives/reduce_scatter.cpp - MPI_Reduce_scatter(_block) -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive halving, pairwise exchange or a ring; reduce and scatter for operations that do not commute. The size is
/// that of the whole vector.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"

#include <algorithm>

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask halving(Collective &c, char *data, const Layout &layout, char *mine) {
  const int size = c.size();
  const auto offset = [&](int part) { return part < size ? layout.offset(part) : layout.total(); };
  Block other(c, layout.total(), data == nullptr);
  int first = 0;
  for (int distance = size / 2; distance > 0; distance /= 2) {
    const bool upper = (c.rank() & distance) != 0;
    const int kept = upper ? first + distance : first;
    const int given = upper ? first : first + distance;
    const int partner = c.rank() ^ distance;
    const std::int64_t kept_bytes = offset(kept + distance) - offset(kept);
    co_await c.exchange(partner, at(data, offset(given)), offset(given + distance) - offset(given), partner,
                        other.at(offset(kept)), kept_bytes);
    c.reduction.apply(other.at(offset(kept)), at(data, offset(kept)), kept_bytes);
    first = kept;
  }
  copyBytes(mine, at(data, layout.offset(c.rank())), layout.size(c.rank()));
}

CollectiveTask pairwise(Collective &c, char *data, const Layout &layout, char *mine) {
  const int size = c.size();
  const int rank = c.rank();
  const std::int64_t bytes = layout.size(rank);
  Block other(c, bytes, data == nullptr);
  copyBytes(mine, at(data, layout.offset(rank)), bytes);
  for (int i = 1; i < size; ++i) {
    const int to = (rank + i) % size;
    const int from = (rank - i + size) % size;
    co_await c.exchange(to, at(data, layout.offset(to)), layout.size(to), from, other.data(), bytes);
    c.reduction.apply(other.data(), mine, bytes);
  }
}

/// Part i goes round from rank i + 1 on, reduced on its way, and ends at rank i.
CollectiveTask ring(Collective &c, char *data, const Layout &layout, char *mine) {
  const int size = c.size(), rank = c.rank();
  const int right = (rank + 1) % size, left = (rank - 1 + size) % size;
  std::int64_t longest = 0;
  for (int part = 0; part < size; ++part)
    longest = std::max(longest, layout.size(part));
  Block other(c, longest, data == nullptr);
  for (int i = 0; i + 1 < size; ++i) {
    const int out = (rank - 1 - i + size) % size, in = (rank - 2 - i + 2 * size) % size;
    co_await c.exchange(right, at(data, layout.offset(out)), layout.size(out), left, other.data(), layout.size(in));
    c.reduction.apply(other.data(), at(data, layout.offset(in)), layout.size(in));
  }
  copyBytes(mine, at(data, layout.offset(rank)), layout.size(rank));
}

CollectiveTask reduceThenScatter(Collective &c, char *data, const Layout &layout, char *mine) {
  co_await reduce(c, data, layout.total(), 0);
  co_await scatter(c, data, layout, mine, layout.size(c.rank()), 0);
}

} // namespace

CollectiveTask reduceScatter(Collective &c, char *data, const Layout &layout, char *mine) {
  if (c.analytic())
    return together(c, Pattern::ReduceScatter,
                    {.out = data, .in = mine, .bytes = layout.total(), .out_layout = &layout});
  switch (c.choose(CollectiveOperation::ReduceScatter, layout.total()).algorithm) {
  case CollectiveAlgorithm::RecursiveHalving:
    return halving(c, data, layout, mine);
  case CollectiveAlgorithm::Pairwise:
    return pairwise(c, data, layout, mine);
  case CollectiveAlgorithm::Ring:
    return ring(c, data, layout, mine);
  default:
    return reduceThenScatter(c, data, layout, mine);
  }
}

} // namespace maquette::mpi
