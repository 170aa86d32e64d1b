//===- runtime/mpi/collectives/decision.h - powers of two -------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_DECISION_H
#define MAQUETTE_MPI_COLLECTIVES_DECISION_H

#include "maquette/sim/assert.h"

#include <cstdint>

namespace maquette::mpi {

constexpr bool isPowerOfTwo(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/// The largest power of two that is not above \p n. \pre n > 0.
constexpr int powerOfTwoBelow(int n) {
  MAQUETTE_ASSERT(n > 0);
  int power = 1;
  while (power <= n / 2)
    power *= 2;
  return power;
}

} // namespace maquette::mpi

#endif
