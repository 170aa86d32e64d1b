//===- runtime/mpi/collectives/halving.h - reduce-scatter by halving --------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_HALVING_H
#define MAQUETTE_MPI_COLLECTIVES_HALVING_H

#include "collectives/collective.h"
#include "collectives/fold.h"

#include <algorithm>

namespace maquette::mpi {

/// A vector of elements in `parts` shares that differ by at most one element.
class Shares {
public:
  Shares(std::int64_t elements, std::int64_t element_size, int parts)
      : least_(elements / parts), larger_(elements % parts), element_size_(element_size) {}
  std::int64_t offset(int part) const {
    return (least_ * part + std::min<std::int64_t>(part, larger_)) * element_size_;
  }
  std::int64_t bytes(int first, int last) const { return offset(last) - offset(first); }

private:
  std::int64_t least_;
  std::int64_t larger_;
  std::int64_t element_size_;
};

/// Recursive halving among the ranks of \p fold: afterwards the rank at place i holds the reduced share i of \p data.
/// \p other is room of the same size. Only for commutative operations. \pre fold.place >= 0.
CollectiveTask halve(Collective &c, char *data, char *other, const Shares &shares, const Fold &fold);

} // namespace maquette::mpi

#endif
