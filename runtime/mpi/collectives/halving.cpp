//===- runtime/mpi/collectives/halving.cpp - reduce-scatter by halving ------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/halving.h"

#include "maquette/sim/assert.h"

namespace maquette::mpi {

CollectiveTask halve(Collective &c, char *data, char *other, const Shares &shares, const Fold &fold) {
  MAQUETTE_ASSERT(fold.place >= 0);
  int first = 0;
  for (int distance = fold.power / 2; distance > 0; distance /= 2) {
    const int partner = fold.rankAt(fold.place ^ distance);
    const bool upper = (fold.place & distance) != 0;
    const int kept = upper ? first + distance : first;
    const int given = upper ? first : first + distance;
    const std::int64_t kept_bytes = shares.bytes(kept, kept + distance);
    co_await c.exchange(partner, at(data, shares.offset(given)), shares.bytes(given, given + distance), partner,
                        at(other, shares.offset(kept)), kept_bytes);
    c.reduction.apply(at(other, shares.offset(kept)), at(data, shares.offset(kept)), kept_bytes);
    first = kept;
  }
}

} // namespace maquette::mpi
