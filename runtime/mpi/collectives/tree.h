//===- runtime/mpi/collectives/tree.h - broadcasts and reductions over trees -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A tree gives each rank its parent and its children. Ranks are numbered from the root: place 0 is the root.
#ifndef MAQUETTE_MPI_COLLECTIVES_TREE_H
#define MAQUETTE_MPI_COLLECTIVES_TREE_H

#include "collectives/collective.h"

#include <vector>

namespace maquette::mpi {

struct Tree {
  int parent = -1;           ///< -1: this is the root.
  std::vector<int> children; ///< In the order they are served.

  static Tree linear(int place, int size);
  /// Each place serves the next one.
  static Tree chain(int place, int size);
  static Tree binary(int place, int size);
  /// The parent of a place is the place without its lowest digit that is not 0, in base \p radix; far children come
  /// first.
  static Tree kNomial(int place, int size, int radix);
};

constexpr int kRadix = 4; ///< Of k-nomial trees.

/// Brings \p data from the root to all, \p segment bytes at a time (0: all at once): while a segment goes on, the next
/// comes in.
CollectiveTask treeBroadcast(Collective &c, Tree tree, char *data, std::int64_t bytes, int root, std::int64_t segment);
/// Combines all ranks' \p data at the root. Only for commutative operations.
CollectiveTask treeReduce(Collective &c, Tree tree, char *data, std::int64_t bytes, int root, std::int64_t segment);

} // namespace maquette::mpi

#endif
