//===- runtime/mpi/objects/communicators.h - the communicators of one simulation ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_OBJECTS_COMMUNICATORS_H
#define MAQUETTE_MPI_OBJECTS_COMMUNICATORS_H

#include "core/names.h"
#include "core/usage_checks.h"
#include "objects/communicator.h"
#include "objects/communicator_construction.h"
#include "objects/port_names.h"
#include "objects/rank_objects.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace maquette::mpi {

class Communicators {
public:
  Communicators(World &world, PageSource &pages, const UsageChecks &usage);
  Communicators(const Communicators &) = delete;
  Communicators &operator=(const Communicators &) = delete;

  CommView view(Rank &rank, MPI_Comm comm) {
    if (comm != MPI_COMM_WORLD)
      return viewOther(rank, comm);
    JobWorld &job = worlds_[rank.job];
    return {&job.comm, rank.id - job.first_rank, &rank.world_collectives};
  }
  CommShared *newShared(GroupPointer group, std::uint64_t id);
  MPI_Comm newHandle(CommShared *shared, std::int32_t rank);
  /// Two communicators that are the sides of one inter-communicator; each counts one handle for each member.
  std::pair<CommShared *, CommShared *> newInter(GroupPointer first, GroupPointer second, std::uint64_t id);
  /// One user less; the last one removes it. MPI_COMM_WORLD and MPI_COMM_SELF stay.
  void releaseHandle(MPI_Comm comm);
  CommunicatorConstruction &construction() { return construction_; }
  PortNames &ports() { return ports_; }
  /// What MPI_UNIVERSE_SIZE points to.
  const int *universeSize() const { return &universe_size_; }
  /// Calls \p visit with each communicator, of inter-communicators with each side.
  template <class Visit> void forEach(Visit visit) const {
    for (const JobWorld &job : worlds_)
      visit(job.comm);
    visit(self_);
    handles_.forEach([&visit](const Communicator &comm) {
      if (comm.shared != nullptr)
        visit(*comm.shared);
    });
  }
  /// Calls \p visit with what each rank has made and not freed.
  template <class Visit> void forEachHandle(Visit visit) const { handles_.forEach(visit); }

private:
  CommView viewOther(Rank &rank, MPI_Comm comm);

  /// MPI_COMM_WORLD of a job.
  struct JobWorld {
    CommShared comm;
    std::int32_t first_rank = 0;
  };
  const UsageChecks &usage_;
  Pool<Communicator> handles_;
  std::vector<JobWorld> worlds_;
  CommShared self_;
  std::uint32_t next_context_ = 4;
  int universe_size_;
  CommunicatorConstruction construction_{*this};
  PortNames ports_;
};

/// What \p rank has beyond its Rank. Made at the first use.
RankObjects &objectsOf(Rank &rank);
/// Name, attributes, error handler. \pre the handle is valid.
CommExtras &extrasOf(Rank &rank, MPI_Comm comm);
/// A request or a file keeps the handle too.
void addUser(MPI_Comm comm);
/// One handle or collective less that refers to it.
void release(CommShared *shared);

} // namespace maquette::mpi

#endif
