//===- runtime/shmem/setup/setup.cpp - a PE begins and ends ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "setup/setup.h"

#include "sync/ordering.h"

namespace maquette::shmem {

namespace {

/// Of a barrier in closed form.
SimDuration roundOf(World &world) {
  return world.machine().shmem.put_overhead.value + world.targetNetwork().model().minimumLatency();
}

void waitForAll(Shmem &shmem, Rank &rank, runtime::ClosedFormBarrier &barrier, const char *what) {
  rank.pe->waits_for = what;
  barrier.wait(rank, roundOf(shmem.world()));
  rank.pe->waits_for = nullptr;
}

} // namespace

int initialize(const Call &call, int thread_level) {
  if (thread_level < SHMEM_THREAD_SINGLE || thread_level > SHMEM_THREAD_MULTIPLE)
    call.fail("the thread level is " + std::to_string(thread_level) +
              " [maquette-shmem-argument]\n  fix: use one of SHMEM_THREAD_SINGLE to SHMEM_THREAD_MULTIPLE\n");
  Pe &pe = call.shmem().peOf(call.rank());
  if (pe.in_use || pe.finalized)
    call.fail("shmem_init was called twice [maquette-shmem-phase]\n  fix: call it once\n");
  if (const sim::Status prepared = call.shmem().memory().prepare(); !prepared)
    call.world().fail("input", toText(prepared.error()), call.rank().id);
  pe.in_use = true;
  pe.setThreadLevel(thread_level);
  waitForAll(call.shmem(), call.rank(), call.shmem().beginning(), "all other PEs to call shmem_init");
  return thread_level;
}

void startPes(const Call &call) {
  if (call.rank().pe == nullptr || (!call.pe().in_use && !call.pe().finalized))
    initialize(call, SHMEM_THREAD_SINGLE);
}

namespace {

void leave(Shmem &shmem, Rank &rank) {
  Pe &pe = *rank.pe;
  for (Context *context : contextsOf(pe))
    quiet(shmem, rank, *context);
  waitForAll(shmem, rank, shmem.ending(), "all other PEs to call shmem_finalize");
  pe.in_use = false;
  pe.finalized = true;
}

} // namespace

void finalize(const Call &call) {
  if (call.rank().pe != nullptr && call.pe().finalized)
    return; // MPI and OpenSHMEM may both end what they have in common.
  call.checkPhase();
  leave(call.shmem(), call.rank());
}

void finalizeAtEnd(Shmem &shmem, Rank &rank) {
  rank.call = static_cast<std::uint16_t>(CallId::shmem_finalize);
  leave(shmem, rank);
  rank.call = 0;
}

void exitAll(const Call &call, int status) {
  if (status != 0)
    call.world().fail("abort",
                      call.world().calls().sites().placeOf(call.rank()) + ": ended all PEs with status " +
                          std::to_string(status),
                      call.rank().id);
  runtime::endAllRanks(call.world());
}

} // namespace maquette::shmem
