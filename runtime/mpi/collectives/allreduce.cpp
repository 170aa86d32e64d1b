//===- runtime/mpi/collectives/allreduce.cpp - MPI_Allreduce ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling for short vectors, Rabenseifner's reduce-scatter and allgather for long ones.
#include "mpi/collectives/algorithms.h"
#include "mpi/collectives/fold.h"
#include "mpi/collectives/halving.h"

namespace maquette::mpi {

namespace {

enum class Algorithm { RecursiveDoubling, Rabenseifner };

constexpr Rule<Algorithm> kTable[] = {
    {.most_bytes = 2048, .algorithm = Algorithm::RecursiveDoubling},
    {.commutative = true, .bytes_per_rank = 8, .algorithm = Algorithm::Rabenseifner},
    {.algorithm = Algorithm::RecursiveDoubling},
};

Steps recursiveDoubling(Collective &c, char *data, std::int64_t bytes) {
  const Reduction &reduction = c.reduction;
  const int rank = c.rank();
  const Fold fold(rank, c.size());
  Block other(c, bytes, data == nullptr);
  if (fold.handsOver(rank))
    co_await c.send(rank + 1, data, bytes);
  if (fold.takesOver(rank)) {
    co_await c.receive(rank - 1, other.data(), bytes);
    reduction.apply(other.data(), data, bytes);
  }
  if (fold.place >= 0)
    for (int distance = 1; distance < fold.power; distance *= 2) {
      const int partner = fold.rankAt(fold.place ^ distance);
      co_await c.exchange(partner, data, bytes, partner, other.data(), bytes);
      if (partner < rank || reduction.commutative()) {
        reduction.apply(other.data(), data, bytes);
      } else {
        reduction.apply(data, other.data(), bytes);
        copyBytes(data, other.data(), bytes);
      }
    }
  if (fold.takesOver(rank))
    co_await c.send(rank - 1, data, bytes);
  if (fold.handsOver(rank))
    co_await c.receive(rank + 1, data, bytes);
}

Steps rabenseifner(Collective &c, char *data, std::int64_t bytes) {
  const int rank = c.rank();
  const Fold fold(rank, c.size());
  const Shares shares(bytes / c.reduction.elementSize(), c.reduction.elementSize(), fold.power);
  Block other(c, bytes, data == nullptr);
  if (fold.handsOver(rank))
    co_await c.send(rank + 1, data, bytes);
  if (fold.takesOver(rank)) {
    co_await c.receive(rank - 1, other.data(), bytes);
    c.reduction.apply(other.data(), data, bytes);
  }
  if (fold.place >= 0) {
    co_await halve(c, data, other.data(), shares, fold);
    for (int distance = 1; distance < fold.power; distance *= 2) {
      const int partner = fold.rankAt(fold.place ^ distance);
      const int mine = fold.place & ~(distance - 1);
      const int theirs = mine ^ distance;
      co_await c.exchange(partner, at(data, shares.offset(mine)), shares.bytes(mine, mine + distance), partner,
                          at(data, shares.offset(theirs)), shares.bytes(theirs, theirs + distance));
    }
  }
  if (fold.takesOver(rank))
    co_await c.send(rank - 1, data, bytes);
  if (fold.handsOver(rank))
    co_await c.receive(rank + 1, data, bytes);
}

} // namespace

Steps allreduce(Collective &c, char *data, std::int64_t bytes) {
  switch (decide(kTable, {.bytes = bytes, .ranks = c.size(), .commutative = c.reduction.commutative()})) {
  case Algorithm::RecursiveDoubling: return recursiveDoubling(c, data, bytes);
  case Algorithm::Rabenseifner: return rabenseifner(c, data, bytes);
  }
  return recursiveDoubling(c, data, bytes);
}

} // namespace maquette::mpi
