//===- runtime/mpi/collectives/allreduce.cpp - MPI_Allreduce ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling for short vectors; for long ones Rabenseifner's reduce-scatter and allgather, or both as rings.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"
#include "collectives/fold.h"
#include "collectives/halving.h"
#include "collectives/two_level.h"

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask recursiveDoubling(Collective &c, char *data, std::int64_t bytes) {
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

CollectiveTask rabenseifner(Collective &c, char *data, std::int64_t bytes) {
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

/// Part \p piece of a share, in pieces of at most \p segment bytes.
struct Piece {
  std::int64_t offset;
  std::int64_t bytes;

  Piece(const Shares &shares, int share, std::int64_t piece, std::int64_t segment) {
    const std::int64_t begin = std::min(piece * segment, shares.bytes(share, share + 1));
    offset = shares.offset(share) + begin;
    bytes = std::min(segment, shares.bytes(share, share + 1) - begin);
  }
};

/// Each share goes round once and is reduced on its way, then once more to be known to all: 2 (p - 1) steps. With
/// segments, the first round is done for a piece of every share at a time.
CollectiveTask ring(Collective &c, char *data, std::int64_t bytes, std::int64_t segment) {
  const int size = c.size(), rank = c.rank();
  const int right = (rank + 1) % size, left = (rank - 1 + size) % size;
  const std::int64_t element = c.reduction.elementSize();
  const Shares shares(bytes / element, element, size);
  const std::int64_t longest = std::max<std::int64_t>(shares.bytes(0, 1), 1);
  const std::int64_t most = segment == 0 ? longest : std::max<std::int64_t>(1, segment / element) * element;
  Block other(c, std::min(most, longest), data == nullptr);
  for (std::int64_t piece = 0; piece * most < longest; ++piece)
    for (int i = 0; i + 1 < size; ++i) {
      const Piece mine(shares, (rank - i + size) % size, piece, most);
      const Piece theirs(shares, (left - i + size) % size, piece, most);
      co_await c.exchange(right, at(data, mine.offset), mine.bytes, left, other.data(), theirs.bytes);
      c.reduction.apply(other.data(), at(data, theirs.offset), theirs.bytes);
    }
  for (int i = 0; i + 1 < size; ++i) {
    const int mine = (rank + 1 - i + size) % size, theirs = (rank - i + size) % size;
    co_await c.exchange(right, at(data, shares.offset(mine)), shares.bytes(mine, mine + 1), left,
                        at(data, shares.offset(theirs)), shares.bytes(theirs, theirs + 1));
  }
}

CollectiveTask reduceBroadcast(Collective &c, char *data, std::int64_t bytes) {
  co_await reduce(c, data, bytes, 0);
  co_await broadcast(c, data, bytes, 0);
}

} // namespace

CollectiveTask allreduce(Collective &c, char *data, std::int64_t bytes) {
  if (c.analytic())
    return together(c, Pattern::Allreduce, {.out = data, .in = data, .bytes = bytes});
  const models::CollectiveRule &rule = c.choose(CollectiveOperation::Allreduce, bytes);
  switch (rule.algorithm) {
  case CollectiveAlgorithm::Rabenseifner:
    return rabenseifner(c, data, bytes);
  case CollectiveAlgorithm::Ring:
    return ring(c, data, bytes, 0);
  case CollectiveAlgorithm::SegmentedRing:
    return ring(c, data, bytes, rule.segment);
  case CollectiveAlgorithm::ReduceBroadcast:
    return reduceBroadcast(c, data, bytes);
  case CollectiveAlgorithm::TwoLevel:
    return twoLevelAllreduce(c, data, bytes);
  default:
    return recursiveDoubling(c, data, bytes);
  }
}

} // namespace maquette::mpi
