//===- runtime/mpi/objects/communicators.cpp - the communicators of one simulation -------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicators.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"

#include <memory>

namespace maquette::mpi {

namespace {
bool isPredefined(MPI_Comm comm) { return comm == MPI_COMM_NULL || comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF; }
} // namespace

Communicators::Communicators(World &world, PageSource &pages, const UsageChecks &usage)
    : usage_(usage), handles_(pages), worlds_(world.placement().jobs().size()),
      universe_size_(static_cast<int>(world.machine().coreCount())) {
  for (std::size_t job = 0; job < worlds_.size(); ++job) {
    const runtime::JobPlace &place = world.placement().jobs()[job];
    worlds_[job].first_rank = static_cast<std::int32_t>(place.first_rank);
    CommShared &comm = worlds_[job].comm;
    comm.group = Group::evenly(worlds_[job].first_rank, 1, static_cast<std::int32_t>(place.ranks));
    comm.id = job == 0 ? 1 : sim::mixBits(job) | 4;
    comm.handles = 1;
    if (job == 0)
      continue;
    comm.context = next_context_;
    next_context_ += 2;
  }
  self_.handles = 1;
  self_.context = 2;
  self_.id = 2;
}

CommView Communicators::viewOther(Rank &rank, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL)
    return {};
  if (comm == MPI_COMM_SELF)
    return {&self_, 0, &objectsOf(rank).self_collectives};
  if (usage_.isFreed(comm))
    return {};
  auto *const object = reinterpret_cast<Communicator *>(comm);
  rank.recent_comm = object;
  return {object->shared, object->rank, &object->collectives};
}

CommShared *Communicators::newShared(GroupPointer group, std::uint64_t id) {
  auto *const shared = new CommShared;
  shared->group = std::move(group);
  shared->context = next_context_;
  shared->id = id;
  next_context_ += 2;
  return shared;
}

MPI_Comm Communicators::newHandle(CommShared *shared, std::int32_t rank) {
  Communicator *const comm = handles_.make();
  comm->shared = shared;
  comm->rank = rank;
  return reinterpret_cast<MPI_Comm>(comm);
}

std::pair<CommShared *, CommShared *> Communicators::newInter(GroupPointer first, GroupPointer second,
                                                              std::uint64_t id) {
  CommShared *sides[2] = {newShared(first, id), nullptr};
  sides[1] = new CommShared;
  sides[1]->group = second;
  sides[1]->context = sides[0]->context;
  sides[1]->id = id;
  sides[0]->remote = second;
  sides[1]->remote = first;
  for (std::uint8_t side = 0; side < 2; ++side) {
    sides[side]->side = side;
    sides[side]->handles = sides[side]->group->size();
    sides[side]->local.reset(newShared(sides[side]->group, id));
  }
  return {sides[0], sides[1]};
}

void Communicators::releaseHandle(MPI_Comm comm) {
  if (isPredefined(comm))
    return;
  auto *const object = reinterpret_cast<Communicator *>(comm);
  if (--object->users > 0)
    return;
  if (object->shared != nullptr)
    release(object->shared);
  handles_.release(object);
}

RankObjects &objectsOf(Rank &rank) {
  if (rank.objects == nullptr)
    rank.objects = new RankObjects;
  return *rank.objects;
}

CommExtras &extrasOf(Rank &rank, MPI_Comm comm) {
  MAQUETTE_ASSERT(comm != MPI_COMM_NULL);
  if (comm == MPI_COMM_WORLD)
    return objectsOf(rank).world;
  if (comm == MPI_COMM_SELF)
    return objectsOf(rank).self;
  auto *const object = reinterpret_cast<Communicator *>(comm);
  if (!object->extras)
    object->extras = std::make_unique<CommExtras>();
  return *object->extras;
}

void addUser(MPI_Comm comm) {
  if (!isPredefined(comm))
    ++reinterpret_cast<Communicator *>(comm)->users;
}

void release(CommShared *shared) {
  if (--shared->handles == 0)
    delete shared;
}

} // namespace maquette::mpi
