//===- runtime/mpi/collectives/analytic_contents.cpp - what collectives move -===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/collectives/analytic_contents.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

using Guests = std::span<const Gatherings::Guest *const>;

const Contribution &partOf(Guests guests, std::size_t rank) { return guests[rank]->part; }
const Contribution &root(Guests guests) { return partOf(guests, static_cast<std::size_t>(partOf(guests, 0).root)); }

void broadcast(Guests guests) {
  const char *const from = root(guests).out;
  for (const auto *guest : guests)
    copyBytes(guest->part.in, from, guest->part.bytes);
}

/// Each rank's `in` becomes the result of all ranks up to it. Phantom ranks add nothing.
void scan(Guests guests) {
  for (std::size_t rank = 1; rank < guests.size(); ++rank) {
    const Contribution &before = partOf(guests, rank - 1);
    guests[rank]->collective.reduction.apply(before.in, partOf(guests, rank).in, before.bytes);
  }
}

void exclusiveScan(Guests guests) {
  if (guests.size() < 2)
    return;
  // The last one's own contribution goes into nobody's result; the first one's buffer stays as it is.
  for (std::size_t rank = 1; rank + 1 < guests.size(); ++rank)
    guests[rank]->collective.reduction.apply(partOf(guests, rank - 1).in, partOf(guests, rank).in,
                                             partOf(guests, rank).bytes);
  for (std::size_t rank = guests.size() - 1; rank > 0; --rank)
    copyBytes(partOf(guests, rank).in, partOf(guests, rank - 1).in, partOf(guests, rank).bytes);
}

void reduce(Guests guests) {
  scan(guests);
  const Contribution &last = partOf(guests, guests.size() - 1);
  copyBytes(root(guests).in, last.in, last.bytes);
}

void allreduce(Guests guests) {
  scan(guests);
  const Contribution &last = partOf(guests, guests.size() - 1);
  for (const auto *guest : guests)
    copyBytes(guest->part.in, last.in, last.bytes);
}

void gather(Guests guests) {
  const Contribution &to = root(guests);
  for (std::size_t rank = 0; rank < guests.size(); ++rank)
    copyBytes(at(to.in, to.in_layout->offset(static_cast<int>(rank))), partOf(guests, rank).out,
              partOf(guests, rank).bytes);
}

void scatter(Guests guests) {
  const Contribution &from = root(guests);
  for (std::size_t rank = 0; rank < guests.size(); ++rank) {
    const int part = static_cast<int>(rank);
    copyBytes(partOf(guests, rank).in, at(from.out, from.out_layout->offset(part)), from.out_layout->size(part));
  }
}

void allgather(Guests guests) {
  for (const auto *to : guests)
    for (std::size_t rank = 0; to->part.in != nullptr && rank < guests.size(); ++rank) {
      const int part = static_cast<int>(rank);
      copyBytes(at(to->part.in, to->part.in_layout->offset(part)), partOf(guests, rank).out,
                partOf(guests, rank).bytes);
    }
}

void alltoall(Guests guests) {
  for (std::size_t to = 0; to < guests.size(); ++to)
    for (std::size_t from = 0; partOf(guests, to).in != nullptr && from < guests.size(); ++from) {
      const Contribution &source = partOf(guests, from), &target = partOf(guests, to);
      const int out = static_cast<int>(to), in = static_cast<int>(from);
      copyBytes(at(target.in, target.in_layout->offset(in)), at(source.out, source.out_layout->offset(out)),
                std::min(source.out_layout->size(out), target.in_layout->size(in)));
    }
}

/// The contributions are reduced into the last rank's buffer, of which each takes its part.
void reduceScatter(Guests guests) {
  for (std::size_t rank = 1; rank < guests.size(); ++rank) {
    const Contribution &before = partOf(guests, rank - 1);
    guests[rank]->collective.reduction.apply(before.out, const_cast<char *>(partOf(guests, rank).out), before.bytes);
  }
  const Contribution &last = partOf(guests, guests.size() - 1);
  for (std::size_t rank = 0; rank < guests.size(); ++rank) {
    const int part = static_cast<int>(rank);
    copyBytes(partOf(guests, rank).in, at(last.out, last.out_layout->offset(part)), last.out_layout->size(part));
  }
}

} // namespace

void moveContents(Pattern pattern, Guests guests) {
  switch (pattern) {
  case Pattern::Barrier:
    return;
  case Pattern::Broadcast:
    return broadcast(guests);
  case Pattern::Reduce:
    return reduce(guests);
  case Pattern::Allreduce:
    return allreduce(guests);
  case Pattern::Gather:
    return gather(guests);
  case Pattern::Scatter:
    return scatter(guests);
  case Pattern::Allgather:
    return allgather(guests);
  case Pattern::Alltoall:
    return alltoall(guests);
  case Pattern::ReduceScatter:
    return reduceScatter(guests);
  case Pattern::Scan:
    return scan(guests);
  case Pattern::ExclusiveScan:
    return exclusiveScan(guests);
  }
}

} // namespace maquette::mpi
