//===- runtime/tools/host_cores.cpp - cores of the host that this process may use ---===//
// SPDX-License-Identifier: Apache-2.0
#include "host_cores.h"

#include <sched.h>

namespace maquette::tool {

int measuringCore() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0)
    return -1;
  for (int core = CPU_SETSIZE - 1; core >= 0; --core)
    if (CPU_ISSET(core, &cores))
      return core;
  return -1;
}

std::int64_t usableCores() {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

} // namespace maquette::tool
