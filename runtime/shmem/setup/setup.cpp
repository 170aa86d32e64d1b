//===- runtime/shmem/setup/setup.cpp - a PE begins and ends ----------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "setup/setup.h"

#include "sync/ordering.h"

#include <algorithm>
#include <bit>

namespace maquette::shmem {

namespace {

/// The last PE to come sets the time, to which a barrier's is added in closed form: messages here would only cost.
void meet(World &world, Rank &rank, Job::Meeting &meeting, const Job &job) {
  static constexpr auto wakeAll = [](void *target, std::uint64_t job_index) {
    World &all = *static_cast<World *>(target);
    all.scheduler().completedAll(all.placement().jobs()[job_index]);
  };
  meeting.time = std::max(meeting.time, rank.clock);
  if (++meeting.come == job.size()) {
    const SimDuration round = world.machine().shmem.put_overhead.value + world.network().minimumLatency();
    meeting.time += round * std::bit_width(static_cast<unsigned>(job.size() - 1));
    world.engine().schedule(std::max(meeting.time, world.engine().now()), wakeAll, &world, rank.job);
  }
  world.scheduler().waitFor(rank, 1);
  world.calls().counters().countWait({rank.call, rank.call_site}, meeting.time - rank.clock);
  rank.clock = meeting.time;
}

void meet(World &world, Rank &rank, Job::Meeting &meeting, const char *what) {
  Pe &pe = *rank.pe;
  pe.waits_for = what;
  meet(world, rank, meeting, pe.job());
  pe.waits_for = nullptr;
}

} // namespace

int initialize(const Call &call, int thread_level) {
  if (thread_level < SHMEM_THREAD_SINGLE || thread_level > SHMEM_THREAD_MULTIPLE)
    call.fail("the thread level is " + std::to_string(thread_level) +
              " [maquette-shmem-argument]\n  fix: use one of SHMEM_THREAD_SINGLE to SHMEM_THREAD_MULTIPLE\n");
  Pe &pe = call.shmem().peOf(call.rank());
  if (pe.in_use || pe.finalized)
    call.fail("shmem_init was called twice [maquette-shmem-phase]\n  fix: call it once\n");
  if (const sim::Status reserved = call.shmem().memory().reserve(); !reserved)
    call.world().fail("input", toText(reserved.error()), call.rank().id);
  pe.in_use = true;
  pe.setThreadLevel(thread_level);
  meet(call.world(), call.rank(), pe.job().begin, "all other PEs to call shmem_init");
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
  meet(shmem.world(), rank, pe.job().end, "all other PEs to call shmem_finalize");
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
