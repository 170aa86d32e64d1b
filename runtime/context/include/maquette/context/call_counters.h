//===- maquette/context/call_counters.h - how often, how much, how long -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CallCounters counts calls, messages and waiting for the run result, by function and, on request, by more
/// (CallObservations). It also holds the trace of calls, for `maquette verify`.
#ifndef MAQUETTE_CONTEXT_CALL_COUNTERS_H
#define MAQUETTE_CONTEXT_CALL_COUNTERS_H

#include "maquette/context/call_ids.h"
#include "maquette/context/call_observations.h"
#include "maquette/formats/call_trace.h"
#include "maquette/sim/time.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace maquette::runtime {

class CallSites;
class World;

/// Sums over all ranks. 128 bits: a million ranks for a day are 9e22 ps.
struct CallSums {
  __extension__ typedef __int128 Wide;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  Wide time_ps = 0;
  Wide wait_ps = 0;
};

class CallCounters {
public:
  explicit CallCounters(const RunConfig &config);

  CallSums &sums(std::uint16_t call) { return sums_[call]; }
  std::uint64_t messageCount() const { return messages_; }
  void countMessage(const CallObservations::Place &place, std::int32_t source, std::int32_t destination,
                    std::int64_t bytes) {
    ++messages_;
    sums_[place.call].bytes += static_cast<std::uint64_t>(bytes);
    if (observed_)
      observed_->message(place, source, destination, bytes);
  }
  void countWait(const CallObservations::Place &place, sim::SimDuration time) {
    sums_[place.call].wait_ps += time.ps();
    if (observed_)
      observed_->waited(place, time.ps());
  }
  /// A call of the program has ended.
  void countCall(const CallObservations::Place &place, sim::SimDuration time) {
    CallSums &sums = sums_[place.call];
    ++sums.count;
    sums.time_ps += time.ps();
    if (observed_)
      observed_->called(place, time.ps());
  }
  /// nullptr: calls are not recorded.
  CallTraceWriter *trace() { return trace_.get(); }
  void setTrace(std::unique_ptr<CallTraceWriter> trace) { trace_ = std::move(trace); }
  void fill(RunResult &result, World &world, const CallSites &sites) const;

private:
  std::array<CallSums, kCallCount> sums_{};
  std::uint64_t messages_ = 0;
  std::unique_ptr<CallObservations> observed_; ///< nullptr: nobody asked.
  std::unique_ptr<CallTraceWriter> trace_;
};

} // namespace maquette::runtime

#endif
