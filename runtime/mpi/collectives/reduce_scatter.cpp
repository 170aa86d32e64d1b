//===- runtime/mpi/collectives/reduce_scatter.cpp - MPI_Reduce_scatter(_block) -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive halving for short vectors on a power of two, pairwise exchange else; reduce and scatter for operations that do not
/// commute. The size is that of the whole vector.
#include "mpi/collectives/algorithms.h"
#include "mpi/collectives/decision.h"

namespace maquette::mpi {

namespace {

enum class Algorithm { Halving, Pairwise, ReduceScatter };

constexpr Rule<Algorithm> kTable[] = {
    {.most_bytes = 524287, .power_of_two = true, .commutative = true, .algorithm = Algorithm::Halving},
    {.commutative = true, .algorithm = Algorithm::Pairwise},
    {.algorithm = Algorithm::ReduceScatter},
};

Steps halving(Collective &c, char *data, const Layout &layout, char *mine) {
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

Steps pairwise(Collective &c, char *data, const Layout &layout, char *mine) {
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

Steps reduceThenScatter(Collective &c, char *data, const Layout &layout, char *mine) {
  co_await reduce(c, data, layout.total(), 0);
  co_await scatter(c, data, layout, mine, layout.size(c.rank()), 0);
}

} // namespace

Steps reduceScatter(Collective &c, char *data, const Layout &layout, char *mine) {
  switch (decide(kTable, {.bytes = layout.total(), .ranks = c.size(), .commutative = c.reduction.commutative()})) {
  case Algorithm::Halving: return halving(c, data, layout, mine);
  case Algorithm::Pairwise: return pairwise(c, data, layout, mine);
  case Algorithm::ReduceScatter: return reduceThenScatter(c, data, layout, mine);
  }
  return reduceThenScatter(c, data, layout, mine);
}

} // namespace maquette::mpi
