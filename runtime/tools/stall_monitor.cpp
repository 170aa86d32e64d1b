//===- runtime/tools/stall_monitor.cpp - watches whether the host stands still -===//
// SPDX-License-Identifier: Apache-2.0
#include "stall_monitor.h"

#include "maquette/host/host_stops.h"

#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

StallMonitor::StallMonitor(const std::string &file) {
  cpu_set_t others;
  const int measuring = measuringCore();
  if (measuring < 0 || sched_getaffinity(0, sizeof others, &others) != 0)
    return;
  CPU_CLR(measuring, &others);
  if (CPU_COUNT(&others) == 0)
    return;
  const runtime::HostStopFile log(file, runtime::HostStopFile::Use::Write);
  if (log.log() == nullptr)
    return;
  process_ = ::fork();
  if (process_ != 0)
    return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (sched_setaffinity(0, sizeof others, &others) != 0 || ::setpriority(PRIO_PROCESS, 0, 19) != 0)
    ::_exit(0);
  runtime::monitorHostStops(*log.log());
}

StallMonitor::~StallMonitor() {
  if (process_ <= 0)
    return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

} // namespace maquette::tool
