//===- runtime/mpi/objects/communicator_construction.h - where ranks make communicators together ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// To create a communicator, every rank needs the arguments of all others. Each stores its part here before it joins
/// the simulated collective that distributes them. After that collective it finds the result, computed once for all
/// ranks.
#ifndef MAQUETTE_MPI_OBJECTS_COMMUNICATOR_CONSTRUCTION_H
#define MAQUETTE_MPI_OBJECTS_COMMUNICATOR_CONSTRUCTION_H

#include "objects/communicator.h"

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace maquette::mpi {

class Communicators;

struct Edge {
  int source;
  int destination;
  int weight;
};

struct Part {
  int color = MPI_UNDEFINED;
  int key = 0;
  GroupPointer group;      ///< Of MPI_Comm_create.
  std::vector<Edge> edges; ///< Of MPI_Dist_graph_create.
};

/// What one rank gets.
struct Share {
  CommShared *comm = nullptr; ///< nullptr: MPI_COMM_NULL.
  std::int32_t rank = 0;
};

class CommunicatorConstruction {
public:
  /// New communicators are of \p communicators.
  explicit CommunicatorConstruction(Communicators &communicators) : communicators_(communicators) {}

  /// Names a construction: parent communicator, number of the call on it, and what tells apart calls of disjoint
  /// groups.
  using Name = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;

  void leave(const Name &name, std::int32_t rank, std::int32_t size, Part part);
  /// A communicator for the messages of a construction among a group only; lasts as long as the construction.
  CommShared *place(const Name &name, const CommShared &like);
  /// The result for \p rank, once all have left their parts. The last one to ask closes the construction.
  Share split(const Name &name, std::int32_t rank, const CommShared &parent);
  /// Communicators by the groups left.
  Share create(const Name &name, std::int32_t rank, const CommShared &parent);
  /// The sides of an inter-communicator \p parent, at whose communicatorConstruction the members of its second group
  /// follow those of the first: members of both groups that left the same color make a new inter-communicator.
  /// MPI_COMM_NULL where only one group has any.
  Share splitInter(const Name &name, std::int32_t place, const CommShared &parent);
  /// One communicator of all members; the group whose members left the lower key comes first.
  Share merge(const Name &name, std::int32_t place, const CommShared &parent);
  /// MPI_Intercomm_create: the two leaders left their groups. The sides go to places 0 and 1.
  Share join(const Name &name, std::int32_t place);
  /// \p comm for all \p size members of a group, who ask by receive(); they count as handles already.
  void announce(const Name &name, std::int32_t size, CommShared *comm);
  Share receive(const Name &name, std::int32_t rank) { return take(name, rank); }
  /// MPI_Dist_graph_create: the edges that all have left, by the rank that they concern. The last one to ask closes the
  /// construction.
  std::shared_ptr<const Neighbours> neighbours(const Name &name, std::int32_t rank);
  /// The same group as the parent's, or \p group if it is given.
  Share copy(const Name &name, std::int32_t rank, const CommShared &parent, GroupPointer group);

private:
  struct Construction {
    std::vector<Part> parts;
    std::vector<Share> shares; ///< Empty until the first asks.
    std::vector<std::shared_ptr<const Neighbours>> neighbours;
    std::int32_t asked = 0;
    std::unique_ptr<CommShared> place;
  };
  Share take(const Name &name, std::int32_t rank);

  Communicators &communicators_;
  std::map<Name, Construction> constructions_;
};

} // namespace maquette::mpi

#endif
