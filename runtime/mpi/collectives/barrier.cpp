//===- runtime/mpi/collectives/barrier.cpp - MPI_Barrier --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dissemination (Hensgen, Finkel, Manber 1988): in round k each rank tells the one 2^k further; ceil(log2 p) rounds.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"
#include "collectives/fold.h"
#include "collectives/tree.h"

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask dissemination(Collective &c) {
  const std::int64_t size = c.size();
  for (std::int64_t distance = 1; distance < size; distance *= 2) {
    const int to = static_cast<int>((c.rank() + distance) % size);
    const int from = static_cast<int>((c.rank() - distance + size) % size);
    co_await c.exchange(to, nullptr, 0, from, nullptr, 0);
  }
}

CollectiveTask recursiveDoubling(Collective &c) {
  const int rank = c.rank();
  const Fold fold(rank, c.size());
  if (fold.handsOver(rank))
    co_await c.send(rank + 1, nullptr, 0);
  if (fold.takesOver(rank))
    co_await c.receive(rank - 1, nullptr, 0);
  for (int distance = 1; fold.place >= 0 && distance < fold.power; distance *= 2) {
    const int partner = fold.rankAt(fold.place ^ distance);
    co_await c.exchange(partner, nullptr, 0, partner, nullptr, 0);
  }
  if (fold.takesOver(rank))
    co_await c.send(rank - 1, nullptr, 0);
  if (fold.handsOver(rank))
    co_await c.receive(rank + 1, nullptr, 0);
}

/// All tell rank 0, then rank 0 tells all.
CollectiveTask overTree(Collective &c, Tree tree) {
  co_await treeReduce(c, tree, nullptr, 0, 0, 0);
  co_await treeBroadcast(c, std::move(tree), nullptr, 0, 0, 0);
}

} // namespace

CollectiveTask barrier(Collective &c) {
  if (c.analytic())
    return together(c, Pattern::Barrier, {});
  switch (c.choose(CollectiveOperation::Barrier, 0).algorithm) {
  case CollectiveAlgorithm::RecursiveDoubling:
    return recursiveDoubling(c);
  case CollectiveAlgorithm::Linear:
    return overTree(c, Tree::linear(c.rank(), c.size()));
  case CollectiveAlgorithm::Binomial:
    return overTree(c, Tree::kNomial(c.rank(), c.size(), 2));
  default:
    return dissemination(c);
  }
}

} // namespace maquette::mpi
