//===- runtime/mpi/objects/communicator.h - who talks within which context ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CommShared is the one object of a communicator that all its members share. Communicator is the handle of one rank.
/// MPI_COMM_WORLD and MPI_COMM_SELF need no Communicator.
#ifndef MAQUETTE_MPI_OBJECTS_COMMUNICATOR_H
#define MAQUETTE_MPI_OBJECTS_COMMUNICATOR_H

#include "objects/attributes.h"
#include "objects/group.h"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace maquette::mpi {

struct Cartesian {
  std::vector<int> sizes;
  std::vector<int> periods;

  /// \p coordinates of \p rank: the last dimension runs fastest.
  void coordinatesOf(int rank, int *coordinates) const;
  /// MPI_PROC_NULL when a coordinate is outside a dimension that is not periodic.
  int rankOf(const int *coordinates) const;
};

/// As MPI_Graph_create is given it: the neighbours of rank i are edges[index[i - 1]] to edges[index[i] - 1].
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;
};

/// Which ranks of a communicator share nodes; nodes are numbered by the order of the machine's.
struct NodeMap {
  std::vector<int> node_of;  ///< Of each rank.
  std::vector<int> place_of; ///< Of each rank, among those of its node.
  std::vector<int> leaders;  ///< The lowest rank of each node.
  std::vector<int> ranks;    ///< By node.
  std::vector<int> begins;   ///< Where each node's ranks begin, and the end.
};

/// The edges of one rank of a distributed graph.
struct Neighbours {
  std::vector<int> sources;
  std::vector<int> source_weights; ///< Empty when not weighted.
  std::vector<int> destinations;
  std::vector<int> destination_weights;
  bool weighted = false;
  bool grid = false; ///< In pairs, the rank below before the one above: what one sends down is received from above.
};

struct CommShared {
  GroupPointer group;  ///< nullptr: each rank by itself (MPI_COMM_SELF).
  GroupPointer remote; ///< Of an inter-communicator, whose two sides are two objects: the other group.
  std::unique_ptr<CommShared>
      local;                 ///< Of an inter-communicator: carries messages within the group in its collectives.
  std::uint32_t context = 0; ///< Even; the next number is that of its collectives.
  std::uint64_t id = 0;      ///< The same in every run of the same calls; depends on nothing else.
  std::shared_ptr<const Cartesian> cartesian;
  std::shared_ptr<const Graph> graph;
  std::unique_ptr<const NodeMap> nodes; ///< On first use, by collectives that go by node.
  std::int64_t handles = 0;             ///< Communicators and collectives under way that refer to it.
  std::uint8_t side = 0;                ///< Of an inter-communicator: which of the two groups is the local one.

  bool isInter() const { return remote != nullptr; }
  std::int32_t size() const { return group ? group->size() : 1; }
  std::int32_t worldRank(std::int32_t member, std::int32_t self) const { return group ? group->at(member) : self; }
  /// Ranks that a member can send to.
  std::int32_t peers() const { return isInter() ? remote->size() : size(); }
  std::int32_t peerWorldRank(std::int32_t peer, std::int32_t self) const {
    return isInter() ? remote->at(peer) : worldRank(peer, self);
  }
};

/// What a rank's handle has beyond the shared part.
struct CommExtras {
  std::string name;
  bool named = false;
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;
  std::vector<Attribute> attributes;
  std::shared_ptr<const Neighbours> neighbours; ///< Of a distributed graph.
};

struct Communicator {
  CommShared *shared = nullptr;
  std::int32_t rank = 0;
  std::uint32_t collectives = 0;      ///< Begun on it.
  std::uint32_t users = 1;            ///< The handle, and persistent requests made with it.
  std::unique_ptr<CommExtras> extras; ///< On first use.
  const void *call_site = nullptr;    ///< Where and by whom it was made, if by the program.
  std::int32_t owner = 0;             ///< Rank in the world.
  std::uint16_t call = 0;
};

/// A communicator as a call sees it.
struct CommView {
  CommShared *shared = nullptr; ///< nullptr: the handle is not valid.
  std::int32_t rank = 0;
  std::uint32_t *collectives = nullptr;

  explicit operator bool() const { return shared != nullptr; }
  std::int32_t size() const { return shared->size(); }
  bool isInter() const { return shared->isInter(); }
  std::int32_t peers() const { return shared->peers(); }
};

} // namespace maquette::mpi

#endif
