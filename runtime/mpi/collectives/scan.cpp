//===- runtime/mpi/collectives/scan.cpp - MPI_Scan, MPI_Exscan --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling: in round k partners that differ in bit k exchange what their groups of 2^k ranks give together.
#include "mpi/collectives/algorithms.h"

namespace maquette::mpi {

namespace {

/// partial = what both groups give together, lower ranks first.
void join(Collective &c, char *partial, char *other, std::int64_t bytes, bool other_is_lower) {
  if (other_is_lower || c.reduction.commutative()) {
    c.reduction.apply(other, partial, bytes);
    return;
  }
  c.reduction.apply(partial, other, bytes);
  copyBytes(partial, other, bytes);
}

} // namespace

Steps scan(Collective &c, char *data, std::int64_t bytes) {
  Block partial(c, bytes, data == nullptr);
  Block other(c, bytes, data == nullptr);
  copyBytes(partial.data(), data, bytes);
  for (std::int64_t distance = 1; distance < c.size(); distance *= 2) {
    const int partner = static_cast<int>(c.rank() ^ distance);
    if (partner >= c.size())
      continue;
    co_await c.exchange(partner, partial.data(), bytes, partner, other.data(), bytes);
    if (partner < c.rank())
      c.reduction.apply(other.data(), data, bytes);
    join(c, partial.data(), other.data(), bytes, partner < c.rank());
  }
}

Steps exclusiveScan(Collective &c, char *data, std::int64_t bytes) {
  Block partial(c, bytes, data == nullptr);
  Block other(c, bytes, data == nullptr);
  copyBytes(partial.data(), data, bytes);
  bool begun = false;
  for (std::int64_t distance = 1; distance < c.size(); distance *= 2) {
    const int partner = static_cast<int>(c.rank() ^ distance);
    if (partner >= c.size())
      continue;
    co_await c.exchange(partner, partial.data(), bytes, partner, other.data(), bytes);
    if (partner < c.rank()) {
      if (begun)
        c.reduction.apply(other.data(), data, bytes);
      else
        copyBytes(data, other.data(), bytes);
      begun = true;
    }
    join(c, partial.data(), other.data(), bytes, partner < c.rank());
  }
}

} // namespace maquette::mpi
