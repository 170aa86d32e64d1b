//===- maquette/host/hardware_counters.h - the counters of a profiling run -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The events of one pass, counted from construction on. When they can not be counted, or no longer, names() is empty
/// and note() says why: what was counted before is then of no use, since it is not known since when.
#ifndef MAQUETTE_HOST_HARDWARE_COUNTERS_H
#define MAQUETTE_HOST_HARDWARE_COUNTERS_H

#include "maquette/host/counters.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace maquette::runtime {

using CounterReadings = std::array<long long, kMostCounters>;

class HardwareCounters {
public:
  HardwareCounters() = default;
  /// \p events are those of one pass of a CounterPlan.
  HardwareCounters(OpenedCounters opened, const std::vector<std::string> &events);
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters &) = delete;
  HardwareCounters &operator=(const HardwareCounters &) = delete;

  const std::vector<std::string> &names() const { return names_; }
  const std::string &note() const { return note_; }
  /// Leaves \p readings alone when there are no counters.
  void read(CounterReadings &readings) {
    if (!names_.empty() && !source_->read(readings))
      giveUp("the hardware counters vanished while the program ran");
  }

private:
  void giveUp(const std::string &why);

  std::unique_ptr<CounterSource> source_;
  std::vector<std::string> names_;
  std::string note_;
};

} // namespace maquette::runtime

#endif
