//===- runtime/mpi/communicator.h - who talks within which context ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CommShared is what all members of a communicator have in common: one object for all of them. Communicator is one rank's
/// handle of it. MPI_COMM_WORLD and MPI_COMM_SELF need no Communicator.
#ifndef MAQUETTE_MPI_COMMUNICATOR_H
#define MAQUETTE_MPI_COMMUNICATOR_H

#include "mpi/group.h"

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

struct CommShared {
  GroupPointer group;            ///< nullptr: each rank by itself (MPI_COMM_SELF).
  std::uint32_t context = 0;     ///< Even; the next number is that of its collectives.
  std::uint64_t id = 0;          ///< The same in every run of the same calls; depends on nothing else.
  std::shared_ptr<const Cartesian> cartesian;
  std::int64_t handles = 0;      ///< Communicators that refer to it.

  std::int32_t size() const { return group ? group->size() : 1; }
  std::int32_t worldRank(std::int32_t member, std::int32_t self) const { return group ? group->at(member) : self; }
};

struct Attribute {
  int keyval;
  void *value;
};

/// What a rank's handle has beyond the shared part.
struct CommExtras {
  std::string name;
  bool named = false;
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;
  std::vector<Attribute> attributes;
};

struct Communicator {
  CommShared *shared = nullptr;
  std::int32_t rank = 0;
  std::uint32_t collectives = 0;        ///< Begun on it.
  std::unique_ptr<CommExtras> extras;   ///< On first use.
};

/// A communicator as a call sees it.
struct CommView {
  CommShared *shared = nullptr; ///< nullptr: the handle is not valid.
  std::int32_t rank = 0;
  std::uint32_t *collectives = nullptr;

  explicit operator bool() const { return shared != nullptr; }
  std::int32_t size() const { return shared->size(); }
};

} // namespace maquette::mpi

#endif
