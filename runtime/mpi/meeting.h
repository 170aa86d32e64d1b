//===- runtime/mpi/meeting.h - where ranks make communicators together ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Making a communicator, every rank needs what all others said. Each leaves its part here before it takes part in the simulated
/// collective that makes it known; who comes out of that collective finds the result, computed once for all.
#ifndef MAQUETTE_MPI_MEETING_H
#define MAQUETTE_MPI_MEETING_H

#include "mpi/communicator.h"

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace maquette::mpi {

class Mpi;

struct Part {
  int color = MPI_UNDEFINED;
  int key = 0;
  GroupPointer group; ///< Of MPI_Comm_create.
};

/// What one rank gets.
struct Share {
  CommShared *comm = nullptr; ///< nullptr: MPI_COMM_NULL.
  std::int32_t rank = 0;
};

class Meetings {
public:
  /// Names a meeting: parent communicator, number of the call on it, and what tells apart calls of disjoint groups.
  using Name = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;

  void leave(const Name &name, std::int32_t rank, std::int32_t size, Part part);
  /// A communicator for the messages of a meeting among a group only; lasts as long as the meeting.
  CommShared *place(const Name &name, const CommShared &like);
  /// The result for \p rank, once all have left their parts. The last one to ask closes the meeting.
  Share split(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent);
  /// Communicators by the groups left.
  Share create(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent);
  /// The same group as the parent's, or \p group if it is given.
  Share copy(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent, GroupPointer group);

private:
  struct Meeting {
    std::vector<Part> parts;
    std::vector<Share> shares; ///< Empty until the first asks.
    std::int32_t asked = 0;
    std::unique_ptr<CommShared> place;
  };
  Share take(const Name &name, std::int32_t rank);

  std::map<Name, Meeting> meetings_;
};

} // namespace maquette::mpi

#endif
