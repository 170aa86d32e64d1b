//===- runtime/lib/hardware_counters.h - cycles and instructions, where there are -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// PAPI's preset events PAPI_TOT_CYC and PAPI_TOT_INS of the calling thread. The library is loaded when a profiling run
/// begins, so that nothing else depends on it. Virtual machines often have no counters: then names() is empty and
/// note() says why.
#ifndef MAQUETTE_RUNTIME_LIB_HARDWARE_COUNTERS_H
#define MAQUETTE_RUNTIME_LIB_HARDWARE_COUNTERS_H

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace maquette::runtime {

constexpr std::size_t kMostCounters = 2;
using CounterReadings = std::array<long long, kMostCounters>;

class HardwareCounters {
public:
  HardwareCounters();
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters &) = delete;
  HardwareCounters &operator=(const HardwareCounters &) = delete;

  const std::vector<std::string> &names() const { return names_; }
  const std::string &note() const { return note_; }
  /// Leaves \p readings alone when there are no counters.
  void read(CounterReadings &readings) const {
    if (!names_.empty())
      read_(event_set_, readings.data());
  }

private:
  bool open(void *library);

  std::vector<std::string> names_;
  std::string note_;
  int event_set_ = -1;
  int (*read_)(int, long long *) = nullptr;
  int (*stop_)(int, long long *) = nullptr;
};

} // namespace maquette::runtime

#endif
