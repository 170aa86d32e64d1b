//===- runtime/tools/stall_monitor.h - watches whether the host stands still ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_STALL_MONITOR_H
#define MAQUETTE_TOOLS_STALL_MONITOR_H

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace maquette::tool {

/// The core that programs which are measured are pinned to: the last one this process may use; -1 if that is not known.
int measuringCore();

/// How many cores this process may use; 1 if that is not known.
std::int64_t usableCores();

/// A process that notes in a file when the host stood still (maquette/host/host_stops.h), on the other cores and
/// only while nothing else wants them. Where there is but one core there is none.
class StallMonitor {
public:
  explicit StallMonitor(const std::string &file);
  ~StallMonitor();
  StallMonitor(const StallMonitor &) = delete;
  StallMonitor &operator=(const StallMonitor &) = delete;

private:
  pid_t process_ = -1;
};

} // namespace maquette::tool

#endif
