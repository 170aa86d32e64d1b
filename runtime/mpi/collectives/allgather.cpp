//===- runtime/mpi/collectives/allgather.cpp - MPI_Allgather(v) -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recursive doubling, Bruck's algorithm (1997), a ring, neighbour exchange (Chen, Gan, Zhang, Yuan 2005), or a gather
/// and a broadcast. The size is that of all parts together.
#include "collectives/algorithms.h"
#include "collectives/analytic.h"

#include <algorithm>

namespace maquette::mpi {

using models::CollectiveAlgorithm;
using models::CollectiveOperation;

namespace {

CollectiveTask recursiveDoubling(Collective &c, char *all, const Layout &layout) {
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

CollectiveTask bruck(Collective &c, char *all, const Layout &layout) {
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

CollectiveTask ring(Collective &c, char *all, const Layout &layout) {
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

/// First with one neighbour, then with both in turn, two parts at a time: p / 2 steps. \pre the number of ranks is
/// even.
CollectiveTask neighbourExchange(Collective &c, char *all, const Layout &layout) {
  const int size = c.size(), rank = c.rank();
  const bool even = rank % 2 == 0;
  const int neighbours[2] = {even ? (rank + 1) % size : rank - 1, even ? (rank - 1 + size) % size : (rank + 1) % size};
  const int steps[2] = {even ? 2 : size - 2, even ? size - 2 : 2};
  const auto twoParts = [&](int first) { return layout.size(first) + layout.size(first + 1); };
  co_await c.exchange(neighbours[0], at(all, layout.offset(rank)), layout.size(rank), neighbours[0],
                      at(all, layout.offset(neighbours[0])), layout.size(neighbours[0]));
  const int own = even ? rank : rank - 1;
  int coming[2] = {own, own}, going = own;
  for (int i = 1; i < size / 2; ++i) {
    int &from = coming[i % 2];
    from = (from + steps[i % 2]) % size;
    co_await c.exchange(neighbours[i % 2], at(all, layout.offset(going)), twoParts(going), neighbours[i % 2],
                        at(all, layout.offset(from)), twoParts(from));
    going = from;
  }
}

CollectiveTask gatherBroadcast(Collective &c, char *all, const Layout &layout) {
  co_await gather(c, at(all, layout.offset(c.rank())), layout.size(c.rank()), all, layout, 0);
  co_await broadcast(c, all, layout.total(), 0);
}

} // namespace

CollectiveTask allgather(Collective &c, char *all, const Layout &layout) {
  if (c.analytic())
    return together(
        c, Pattern::Allgather,
        {.out = at(all, layout.offset(c.rank())), .in = all, .bytes = layout.size(c.rank()), .in_layout = &layout});
  switch (c.choose(CollectiveOperation::Allgather, layout.total()).algorithm) {
  case CollectiveAlgorithm::RecursiveDoubling:
    return recursiveDoubling(c, all, layout);
  case CollectiveAlgorithm::Bruck:
    return bruck(c, all, layout);
  case CollectiveAlgorithm::NeighbourExchange:
    return neighbourExchange(c, all, layout);
  case CollectiveAlgorithm::GatherBroadcast:
    return gatherBroadcast(c, all, layout);
  default:
    return ring(c, all, layout);
  }
}

} // namespace maquette::mpi
