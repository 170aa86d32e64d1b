//===- runtime/mpi/collectives/scan.cpp - MPI_Scan, MPI_Exscan --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling: in round k partners that differ in bit k exchange what their groups of 2^k ranks give together.
/// Or one rank after the other.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"

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

enum class Kind : std::uint8_t { Inclusive, Exclusive };

/// What all ranks below give together comes from the one below; exclusive, that is the result.
CollectiveTask linear(Collective &c, char *data, std::int64_t bytes, Kind kind) {
  Block sum(c, bytes, data == nullptr), below(c, bytes, data == nullptr);
  copyBytes(sum.data(), data, bytes);
  if (c.rank() > 0) {
    co_await c.receive(c.rank() - 1, below.data(), bytes);
    c.reduction.apply(below.data(), sum.data(), bytes);
    copyBytes(data, kind == Kind::Exclusive ? below.data() : sum.data(), bytes);
  }
  if (c.rank() + 1 < c.size())
    co_await c.send(c.rank() + 1, sum.data(), bytes);
}

bool isLinear(Collective &c, std::int64_t bytes) {
  return c.choose(models::CollectiveOperation::Scan, bytes).algorithm == models::CollectiveAlgorithm::Linear;
}

CollectiveTask doubling(Collective &c, char *data, std::int64_t bytes) {
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

CollectiveTask exclusiveDoubling(Collective &c, char *data, std::int64_t bytes) {
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

} // namespace

CollectiveTask scan(Collective &c, char *data, std::int64_t bytes) {
  if (c.analytic())
    return together(c, Pattern::Scan, {.out = data, .in = data, .bytes = bytes});
  return isLinear(c, bytes) ? linear(c, data, bytes, Kind::Inclusive) : doubling(c, data, bytes);
}

CollectiveTask exclusiveScan(Collective &c, char *data, std::int64_t bytes) {
  if (c.analytic())
    return together(c, Pattern::ExclusiveScan, {.out = data, .in = data, .bytes = bytes});
  return isLinear(c, bytes) ? linear(c, data, bytes, Kind::Exclusive) : exclusiveDoubling(c, data, bytes);
}

} // namespace maquette::mpi
