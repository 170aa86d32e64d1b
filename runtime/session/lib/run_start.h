//===- runtime/session/lib/run_start.h - what the host had given before a run ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SESSION_RUN_START_H
#define MAQUETTE_SESSION_RUN_START_H

#include "maquette/host/process_memory.h"
#include "maquette/host/tick_clock.h"

#include <cstdint>

namespace maquette::session {

/// The host's clocks when a simulation was made, and the memory of this process before the first rank ran.
struct RunStart {
  std::uint64_t wall_ns = runtime::nanosecondsOf(CLOCK_MONOTONIC);
  std::uint64_t cpu_ns = runtime::nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID);
  std::uint64_t resident_bytes = 0;
  std::uint64_t heap_bytes = 0;

  void noteMemory() {
    resident_bytes = runtime::residentBytes();
    heap_bytes = runtime::heapBytes();
  }
};

} // namespace maquette::session

#endif
