//===- runtime/mpi/collectives/fold.h - p ranks as a power of two -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Algorithms that halve or double need a power of two. Of the first 2r ranks, r = p - 2^k, each even one gives its
/// part to the odd one above it and does not take part. Neighbours fold, so the order of the ranks is kept.
#ifndef MAQUETTE_MPI_COLLECTIVES_FOLD_H
#define MAQUETTE_MPI_COLLECTIVES_FOLD_H

#include "collectives/decision.h"

namespace maquette::mpi {

struct Fold {
  int power;   ///< Ranks that take part.
  int surplus; ///< r
  int place;   ///< Of this rank among them; -1: it sits out.

  Fold(int rank, int size) : power(powerOfTwoBelow(size)), surplus(size - power) {
    if (rank >= 2 * surplus)
      place = rank - surplus;
    else
      place = rank % 2 == 0 ? -1 : rank / 2;
  }
  int rankAt(int other) const { return other < surplus ? 2 * other + 1 : other + surplus; }
  bool handsOver(int rank) const { return rank < 2 * surplus && rank % 2 == 0; }
  bool takesOver(int rank) const { return rank < 2 * surplus && rank % 2 == 1; }
};

} // namespace maquette::mpi

#endif
