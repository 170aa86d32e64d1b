//===- runtime/context/lib/rank_end.cpp - ranks end, or come from a foreign thread ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/rank_end.h"

#include "maquette/context/communication_layers.h"
#include "maquette/context/world.h"
#include "maquette/memory/private_data.h"

#include <csignal>
#include <string>

namespace maquette::runtime {
namespace {

void judgeStatus(World &world, const Rank &rank, int status) {
  world.outcome().noteStatus(status);
  const std::string message = "rank " + std::to_string(rank.id) + " ended with status " + std::to_string(status);
  if (rank.phase == RankPhase::InMpi)
    world.fail("exit", message + " before MPI_Finalize", rank.id);
  else if (world.layers().oneSided().isInUse(rank))
    world.fail("exit", message + " before shmem_finalize", rank.id);
  else if (std::vector<Failure> &failures = world.outcome().result().failures; failures.empty())
    failures.push_back({rank.phase == RankPhase::AfterFinalize ? std::string(kOtherStatus) : "exit", message, rank.id});
}

} // namespace

void rankReturns(World &world, Rank &rank, int status) {
  world.privateData().runExits(rank.id);
  if (world.meter().measures())
    world.meter().computingEnds(rank);
  if (status == 0)
    world.layers().oneSided().mainReturns(rank);
  if (ProfileHooks *const hooks = world.profileHooks())
    hooks->rankEnds(rank);
  if (world.dispatcher().end(rank) == 0)
    world.targetNetwork().traffic().stop();
  if (status != 0)
    judgeStatus(world, rank, status);
}

void endRank(World &world, int status) {
  MAQUETTE_ASSERT(world.dispatcher().running() != nullptr);
  rankReturns(world, *world.dispatcher().running(), status);
  world.dispatcher().suspend();
  __builtin_unreachable();
}

void endAllRanks(World &world) {
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    if (!world.rank(id).finished)
      world.dispatcher().end(world.rank(id));
  world.engine().stop();
  world.dispatcher().suspend();
  __builtin_unreachable();
}

void refuseForeignThread(World &world, const Rank &rank, const char *call) {
  // Not World::fail(): the engine runs in another thread of the host.
  world.outcome().record(
      {"mpi",
       "rank " + std::to_string(rank.id) + " in " + call +
           ": called by a thread that a library created (OpenMP, for example) and that is not simulated "
           "[maquette-mpi-host-thread]\n  fix: call MPI from the rank's main thread or from threads that the program "
           "creates, or run with one thread (OMP_NUM_THREADS=1)\n",
       rank.id});
  std::raise(SIGABRT); // Whoever watches for crashes writes the result.
  __builtin_unreachable();
}

} // namespace maquette::runtime
