//===- runtime/shmem/sync/memory_waits.cpp - PEs that wait for their memory to change ---===//
// SPDX-License-Identifier: Apache-2.0
#include "sync/memory_waits.h"

#include <algorithm>

namespace maquette::shmem {

/// Those that it concerns go on \p when; not at once: who has written is not done yet.
template <class Concerns> void MemoryWaits::wake(Rank &rank, SimTime when, Concerns concerns) {
  if (rank.pe == nullptr)
    return;
  std::erase_if(rank.pe->memory_waits, [&](const MemoryWait &wait) {
    if (!concerns(wait))
      return false;
    world_.scheduler().completedOneAt(rank, wait.thread, when + world_.machine().shmem.wait_overhead.value);
    return true;
  });
}

void MemoryWaits::changed(Rank &rank, const char *begin, const char *end) {
  wake(rank, world_.engine().now(), [&](const MemoryWait &wait) { return wait.begin < end && begin < wait.end; });
}

void MemoryWaits::maybeChanged(Rank &rank, const Rank &writer) {
  wake(rank, std::max(writer.clock, world_.engine().now()), [](const MemoryWait &) { return true; });
}

} // namespace maquette::shmem
