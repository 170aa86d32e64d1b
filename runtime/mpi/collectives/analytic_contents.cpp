//===- runtime/mpi/collectives/analytic_contents.cpp - what collectives move -===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/analytic_contents.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

using Participants = std::span<const AnalyticCollectives::Participant *const>;

const Contribution &partOf(Participants participants, std::size_t rank) { return participants[rank]->part; }
const Contribution &root(Participants participants) {
  return partOf(participants, static_cast<std::size_t>(partOf(participants, 0).root));
}

void broadcast(Participants participants) {
  const char *const from = root(participants).out;
  for (const auto *participant : participants)
    copyBytes(participant->part.in, from, participant->part.bytes);
}

/// Each rank's `in` becomes the result of all ranks up to it. Phantom ranks add nothing.
void scan(Participants participants) {
  for (std::size_t rank = 1; rank < participants.size(); ++rank) {
    const Contribution &before = partOf(participants, rank - 1);
    participants[rank]->collective.reduction.apply(before.in, partOf(participants, rank).in, before.bytes);
  }
}

void exclusiveScan(Participants participants) {
  if (participants.size() < 2)
    return;
  // The last one's own contribution goes into nobody's result; the first one's buffer stays as it is.
  for (std::size_t rank = 1; rank + 1 < participants.size(); ++rank)
    participants[rank]->collective.reduction.apply(partOf(participants, rank - 1).in, partOf(participants, rank).in,
                                                   partOf(participants, rank).bytes);
  for (std::size_t rank = participants.size() - 1; rank > 0; --rank)
    copyBytes(partOf(participants, rank).in, partOf(participants, rank - 1).in, partOf(participants, rank).bytes);
}

void reduce(Participants participants) {
  scan(participants);
  const Contribution &last = partOf(participants, participants.size() - 1);
  copyBytes(root(participants).in, last.in, last.bytes);
}

void allreduce(Participants participants) {
  scan(participants);
  const Contribution &last = partOf(participants, participants.size() - 1);
  for (const auto *participant : participants)
    copyBytes(participant->part.in, last.in, last.bytes);
}

void gather(Participants participants) {
  const Contribution &to = root(participants);
  for (std::size_t rank = 0; rank < participants.size(); ++rank)
    copyBytes(at(to.in, to.in_layout->offset(static_cast<int>(rank))), partOf(participants, rank).out,
              partOf(participants, rank).bytes);
}

void scatter(Participants participants) {
  const Contribution &from = root(participants);
  for (std::size_t rank = 0; rank < participants.size(); ++rank) {
    const int part = static_cast<int>(rank);
    copyBytes(partOf(participants, rank).in, at(from.out, from.out_layout->offset(part)), from.out_layout->size(part));
  }
}

void allgather(Participants participants) {
  for (const auto *to : participants)
    for (std::size_t rank = 0; to->part.in != nullptr && rank < participants.size(); ++rank) {
      const int part = static_cast<int>(rank);
      copyBytes(at(to->part.in, to->part.in_layout->offset(part)), partOf(participants, rank).out,
                partOf(participants, rank).bytes);
    }
}

void alltoall(Participants participants) {
  for (std::size_t to = 0; to < participants.size(); ++to)
    for (std::size_t from = 0; partOf(participants, to).in != nullptr && from < participants.size(); ++from) {
      const Contribution &source = partOf(participants, from), &target = partOf(participants, to);
      const int out = static_cast<int>(to), in = static_cast<int>(from);
      copyBytes(at(target.in, target.in_layout->offset(in)), at(source.out, source.out_layout->offset(out)),
                std::min(source.out_layout->size(out), target.in_layout->size(in)));
    }
}

/// The contributions are reduced into the last rank's buffer, of which each takes its part.
void reduceScatter(Participants participants) {
  for (std::size_t rank = 1; rank < participants.size(); ++rank) {
    const Contribution &before = partOf(participants, rank - 1);
    participants[rank]->collective.reduction.apply(before.out, const_cast<char *>(partOf(participants, rank).out),
                                                   before.bytes);
  }
  const Contribution &last = partOf(participants, participants.size() - 1);
  for (std::size_t rank = 0; rank < participants.size(); ++rank) {
    const int part = static_cast<int>(rank);
    copyBytes(partOf(participants, rank).in, at(last.out, last.out_layout->offset(part)), last.out_layout->size(part));
  }
}

} // namespace

void moveContents(Pattern pattern, Participants participants) {
  switch (pattern) {
  case Pattern::Barrier:
    return;
  case Pattern::Broadcast:
    return broadcast(participants);
  case Pattern::Reduce:
    return reduce(participants);
  case Pattern::Allreduce:
    return allreduce(participants);
  case Pattern::Gather:
    return gather(participants);
  case Pattern::Scatter:
    return scatter(participants);
  case Pattern::Allgather:
    return allgather(participants);
  case Pattern::Alltoall:
    return alltoall(participants);
  case Pattern::ReduceScatter:
    return reduceScatter(participants);
  case Pattern::Scan:
    return scan(participants);
  case Pattern::ExclusiveScan:
    return exclusiveScan(participants);
  }
}

} // namespace maquette::mpi
