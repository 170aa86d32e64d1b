//===- runtime/mpi/bindings/inter_communicator_api.cpp - MPI_Intercomm_* ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  MPI 3.1, 6.6
#include "collectives/launch.h"
#include "objects/communicator_calls.h"
#include "objects/handles.h"

#include "maquette/sim/random.h"

#include <algorithm>

using namespace maquette::mpi;

namespace maquette::mpi {
namespace {

constexpr std::int64_t kGroupBytes = 256; ///< What is told of a group, whatever its size.

void runPhantomBroadcast(const Call &call, const CommView &comm, std::int64_t bytes, int root) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), root, bytes, 0});
  c->begin(broadcast(*c, nullptr, bytes, root));
  c->finishBlocking();
  c->release();
}

/// The two leaders tell each other their groups, by messages within the communicator that both are in.
CommShared *meetOtherLeader(const Call &call, const CommView &local, const CommView &peers, int other, int tag) {
  Mpi &mpi = call.mpi();
  const std::int32_t mine = call.rank().id, theirs = peers.shared->peerWorldRank(other, mine);
  const std::int32_t low = std::min(mine, theirs), high = std::max(mine, theirs);
  const std::int32_t place = mine == low ? 0 : 1;
  const std::uint64_t pair = static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
  const std::uint64_t which = sim::mixBits(sim::mixBits(pair) ^ static_cast<std::uint32_t>(tag));
  std::uint32_t &number = objectsOf(call.rank()).group_calls[which ^ peers.shared->context];
  const CommunicatorConstruction::Name name{peers.shared->context, 0x80000000u | number++, which};
  const GroupPointer group = local.shared->group ? local.shared->group : Group::evenly(mine, 1, 1);
  mpi.communicators().construction().leave(name, place, 2, {0, 0, group, {}});
  CommShared pair_of_leaders;
  pair_of_leaders.group = Group::of({low, high});
  pair_of_leaders.context = peers.shared->context;
  std::uint32_t sequence = static_cast<std::uint32_t>(which) & 0x1fffffffu;
  const CommView leaders{mpi.communicators().construction().place(name, pair_of_leaders), place, &sequence};
  runPhantomAllreduce(call, leaders, kGroupBytes);
  return mpi.communicators().construction().join(name, place).comm;
}

int checkInter(const Call &call, MPI_Comm comm, const CommView &view) {
  if (int code = call.checkComm(comm, view))
    return code;
  if (view.isInter())
    return MPI_SUCCESS;
  return call.raise(comm, MPI_ERR_COMM, "the communicator is not an inter-communicator [maquette-mpi-argument]");
}

} // namespace
} // namespace maquette::mpi

extern "C" {

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                          MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Intercomm_create);
  const CommView local = call.view(local_comm);
  traceMaking(call, local);
  if (int code = call.checkComm(local_comm, local))
    return code;
  if (local.isInter())
    return call.raise(local_comm, MPI_ERR_COMM,
                      "the local communicator is an inter-communicator [maquette-mpi-argument]");
  if (int code = call.checkRoot(local_comm, local, local_leader))
    return code;
  const CommunicatorConstruction::Name name = constructionName(call, local);
  if (local.rank == local_leader) {
    const CommView peers = call.view(peer_comm);
    if (int code = call.checkComm(peer_comm, peers))
      return code;
    if (int code = call.checkPeer(peer_comm, peers, remote_leader))
      return code;
    if (peers.shared->peerWorldRank(remote_leader, call.rank().id) == call.rank().id)
      return call.raise(peer_comm, MPI_ERR_RANK, "the remote leader is this rank itself [maquette-mpi-argument]");
    CommShared *const comm = meetOtherLeader(call, local, peers, remote_leader, tag);
    call.mpi().communicators().construction().announce(name, local.size(), comm);
  }
  runPhantomBroadcast(call, local, kGroupBytes, local_leader);
  const Share share = call.mpi().communicators().construction().receive(name, local.rank);
  *newcomm = inherit(call, local_comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Intercomm_merge);
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = checkInter(call, comm, view))
    return code;
  const CommunicatorConstruction::Name name = constructionName(call, view);
  call.mpi().communicators().construction().leave(name, interPlace(view), view.size() + view.peers(),
                                                  {0, high != 0 ? 1 : 0, nullptr, {}});
  runPhantomAllreduce(call, view, kGroupBytes);
  const Share share = call.mpi().communicators().construction().merge(name, interPlace(view), *view.shared);
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag) {
  MAQUETTE_MPI_BEGIN(Comm_test_inter);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  *flag = view.isInter() ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Comm_remote_size(MPI_Comm comm, int *size) {
  MAQUETTE_MPI_BEGIN(Comm_remote_size);
  const CommView view = call.view(comm);
  if (int code = checkInter(call, comm, view))
    return code;
  *size = view.peers();
  return MPI_SUCCESS;
}

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(Comm_remote_group);
  const CommView view = call.view(comm);
  if (int code = checkInter(call, comm, view))
    return code;
  *group = call.mpi().handles().newGroup(view.shared->remote);
  return MPI_SUCCESS;
}

} // extern "C"
