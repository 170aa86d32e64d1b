//===- runtime/mpi/collectives/allgather.cpp - MPI_Allgather(v) -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling for short and medium sizes on a power of two, Bruck's algorithm (1997) for short ones else, a ring for long
/// ones. The size is that of all parts together.
#include "mpi/collectives/algorithms.h"
#include "mpi/collectives/decision.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

enum class Algorithm { RecursiveDoubling, Bruck, Ring };

constexpr Rule<Algorithm> kTable[] = {
    {.most_bytes = 524287, .power_of_two = true, .algorithm = Algorithm::RecursiveDoubling},
    {.most_bytes = 81919, .algorithm = Algorithm::Bruck},
    // With very many ranks the p - 1 steps of a ring cost more than the parts.
    {.least_ranks = 8192, .power_of_two = true, .algorithm = Algorithm::RecursiveDoubling},
    {.least_ranks = 8192, .algorithm = Algorithm::Bruck},
    {.algorithm = Algorithm::Ring},
};

Steps recursiveDoubling(Collective &c, char *all, const Layout &layout) {
  for (int distance = 1; distance < c.size(); distance *= 2) {
    const int mine = c.rank() & ~(distance - 1);
    const int theirs = mine ^ distance;
    const std::int64_t my_end = mine + distance < c.size() ? layout.offset(mine + distance) : layout.total();
    const std::int64_t their_end = theirs + distance < c.size() ? layout.offset(theirs + distance) : layout.total();
    const int partner = c.rank() ^ distance;
    co_await c.exchange(partner, at(all, layout.offset(mine)), my_end - layout.offset(mine), partner,
                        at(all, layout.offset(theirs)), their_end - layout.offset(theirs));
  }
}

/// Bytes of \p count parts from \p first on, going round.
std::int64_t cyclicBytes(const Layout &layout, int first, int count, int size) {
  const auto offset = [&](int part) { return part < size ? layout.offset(part) : layout.total(); };
  if (first + count <= size)
    return offset(first + count) - offset(first);
  return layout.total() - offset(first) + offset(first + count - size);
}

Steps bruck(Collective &c, char *all, const Layout &layout) {
  const int size = c.size();
  const int rank = c.rank();
  // Parts of rank, rank + 1, ... one after the other.
  Block turned(c, layout.total(), all == nullptr);
  copyBytes(turned.data(), at(all, layout.offset(rank)), layout.size(rank));
  for (int have = 1; have < size; have *= 2) {
    const int count = std::min(have, size - have);
    const int to = (rank - have + size) % size;
    const int from = static_cast<int>((std::int64_t{rank} + have) % size);
    co_await c.exchange(to, turned.data(), cyclicBytes(layout, rank, count, size), from,
                        turned.at(cyclicBytes(layout, rank, have, size)), cyclicBytes(layout, from, count, size));
  }
  const std::int64_t tail = layout.total() - layout.offset(rank);
  copyBytes(at(all, layout.offset(rank)), turned.data(), tail);
  copyBytes(all, turned.at(tail), layout.offset(rank));
}

Steps ring(Collective &c, char *all, const Layout &layout) {
  const int size = c.size();
  const int right = (c.rank() + 1) % size;
  const int left = (c.rank() - 1 + size) % size;
  for (int i = 0; i + 1 < size; ++i) {
    const int mine = (c.rank() - i + size) % size;
    const int theirs = (left - i + size) % size;
    co_await c.exchange(right, at(all, layout.offset(mine)), layout.size(mine), left, at(all, layout.offset(theirs)),
                        layout.size(theirs));
  }
}

} // namespace

Steps allgather(Collective &c, char *all, const Layout &layout) {
  switch (decide(kTable, {.bytes = layout.total(), .ranks = c.size()})) {
  case Algorithm::RecursiveDoubling: return recursiveDoubling(c, all, layout);
  case Algorithm::Bruck: return bruck(c, all, layout);
  case Algorithm::Ring: return ring(c, all, layout);
  }
  return ring(c, all, layout);
}

} // namespace maquette::mpi
