//===- maquette/memory/process_sharing.h - memory of forked processes in common -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What processes that are forked off one another tell each other by (turn_scheduler.h, host_processes.h). It is not
/// given back: it goes with the last of them.
#ifndef MAQUETTE_MEMORY_PROCESS_SHARING_H
#define MAQUETTE_MEMORY_PROCESS_SHARING_H

#include "maquette/sim/result.h"

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace maquette::runtime {

/// \p count new elements in memory that this process and those that it forks off have in common, for as long as they
/// run. Errors: maquette-run-memory.
template <class Element> sim::Result<Element *> sharedBetweenProcesses(std::size_t count) {
  void *const memory =
      mmap(nullptr, sizeof(Element) * count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return sim::Diagnostic{"", "not enough address space for the processes of the ranks", "maquette-run-memory", "",
                           "raise the limit of the address space (ulimit -v)"};
  Element *const elements = static_cast<Element *>(memory);
  for (std::size_t i = 0; i < count; ++i)
    new (elements + i) Element;
  return elements;
}

} // namespace maquette::runtime

#endif
