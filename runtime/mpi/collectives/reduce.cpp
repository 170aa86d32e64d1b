//===- runtime/mpi/collectives/reduce.cpp - MPI_Reduce ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trees, whole or in segments, or halving (Rabenseifner) and a binomial gather. Operations that do not commute: the
/// binomial tree, or one after the other.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"
#include "collectives/fold.h"
#include "collectives/halving.h"
#include "collectives/tree.h"

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask binomial(Collective &c, char *data, std::int64_t bytes, int root) {
  const std::int64_t size = c.size();
  const bool commutative = c.reduction.commutative();
  // Rank order is kept when the tree's root is rank 0.
  const int tree_root = commutative ? root : 0;
  const std::int64_t place = (c.rank() - tree_root + size) % size;
  const auto rankAt = [&](std::int64_t other) { return static_cast<int>((other + tree_root) % size); };
  Block other(c, bytes, data == nullptr);
  for (std::int64_t mask = 1; mask < size; mask *= 2) {
    if ((place & mask) != 0) {
      co_await c.send(rankAt(place - mask), data, bytes);
      break;
    }
    if (place + mask >= size)
      continue;
    co_await c.receive(rankAt(place + mask), other.data(), bytes);
    if (commutative) {
      c.reduction.apply(other.data(), data, bytes);
    } else {
      c.reduction.apply(data, other.data(), bytes);
      copyBytes(data, other.data(), bytes);
    }
  }
  if (tree_root == root)
    co_return;
  if (c.rank() == tree_root)
    co_await c.send(root, data, bytes);
  if (c.rank() == root)
    co_await c.receive(tree_root, data, bytes);
}

/// Brings the shares of all places to place \p top: those at distance 1 first.
CollectiveTask gatherShares(Collective &c, char *data, const Shares &shares, const Fold &fold, int top) {
  for (int distance = 1; distance < fold.power; distance *= 2) {
    const int partner = fold.place ^ distance;
    const int mine = fold.place & ~(distance - 1);
    const int theirs = mine ^ distance;
    if (((fold.place ^ top) & distance) != 0) {
      co_await c.send(fold.rankAt(partner), at(data, shares.offset(mine)), shares.bytes(mine, mine + distance));
      co_return;
    }
    co_await c.receive(fold.rankAt(partner), at(data, shares.offset(theirs)), shares.bytes(theirs, theirs + distance));
  }
}

CollectiveTask rabenseifner(Collective &c, char *data, std::int64_t bytes, int root) {
  const int rank = c.rank();
  const Fold fold(rank, c.size());
  const Fold of_root(root, c.size());
  const Shares shares(bytes / c.reduction.elementSize(), c.reduction.elementSize(), fold.power);
  Block other(c, bytes, data == nullptr);
  if (fold.handsOver(rank))
    co_await c.send(rank + 1, data, bytes);
  if (fold.takesOver(rank)) {
    co_await c.receive(rank - 1, other.data(), bytes);
    c.reduction.apply(other.data(), data, bytes);
  }
  // A root that sits out gets the result from the rank that took its part over.
  const int top_rank = of_root.place >= 0 ? root : root + 1;
  const int top = Fold(top_rank, c.size()).place;
  if (fold.place >= 0) {
    co_await halve(c, data, other.data(), shares, fold);
    co_await gatherShares(c, data, shares, fold, top);
  }
  if (top_rank == root)
    co_return;
  if (rank == top_rank)
    co_await c.send(root, data, bytes);
  if (rank == root)
    co_await c.receive(top_rank, data, bytes);
}

/// The root receives from the last rank first, so that the order of ranks is kept.
CollectiveTask linear(Collective &c, char *data, std::int64_t bytes, int root) {
  if (c.rank() != root) {
    co_await c.send(root, data, bytes);
    co_return;
  }
  Block result(c, bytes, data == nullptr), other(c, bytes, data == nullptr);
  for (int from = c.size() - 1; from >= 0; --from) {
    char *const target = from + 1 == c.size() ? result.data() : other.data();
    if (from == root)
      copyBytes(target, data, bytes);
    else
      co_await c.receive(from, target, bytes);
    if (from + 1 == c.size())
      continue;
    c.reduction.apply(other.data(), result.data(), bytes);
  }
  copyBytes(data, result.data(), bytes);
}

} // namespace

CollectiveTask reduce(Collective &c, char *data, std::int64_t bytes, int root) {
  if (c.analytic())
    return together(c, Pattern::Reduce, {.out = data, .in = data, .bytes = bytes, .root = root});
  const models::CollectiveRule &rule = c.choose(CollectiveOperation::Reduce, bytes);
  const int size = c.size(), place = (c.rank() - root + size) % size;
  switch (rule.algorithm) {
  case CollectiveAlgorithm::Rabenseifner:
    return rabenseifner(c, data, bytes, root);
  case CollectiveAlgorithm::Linear:
    return linear(c, data, bytes, root);
  case CollectiveAlgorithm::Binary:
    return treeReduce(c, Tree::binary(place, size), data, bytes, root, rule.segment);
  case CollectiveAlgorithm::Chain:
    return treeReduce(c, Tree::chain(place, size), data, bytes, root, 0);
  case CollectiveAlgorithm::Pipeline:
    return treeReduce(c, Tree::chain(place, size), data, bytes, root, rule.segment);
  default:
    return binomial(c, data, bytes, root);
  }
}

} // namespace maquette::mpi
