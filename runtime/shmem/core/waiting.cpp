//===- runtime/shmem/core/waiting.cpp - a PE waits, and its clock goes on -------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/waiting.h"

#include "core/pe.h"
#include "maquette/context/causality_recorder.h"

namespace maquette::shmem {

void suspend(World &world, Rank &rank, const char *what) {
  rank.pe->waits_for = what;
  world.scheduler().waitFor(rank, 1);
  rank.pe->waits_for = nullptr;
}

void advanceTo(World &world, Rank &rank, SimTime when) {
  if (when <= rank.clock)
    return;
  world.calls().counters().countWait({rank.call, rank.call_site}, when - rank.clock);
  if (runtime::CausalityRecorder *const causality = world.calls().causality())
    causality->waitedAlone(rank, when, runtime::WaitKind::OneSided);
  rank.clock = when;
}

} // namespace maquette::shmem
