//===- maquette/host/counters.h - what the host can count -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Events that the host counts for a thread, and how many passes of a program it takes to count all that are asked for:
/// a processor has few counters. Nothing is multiplexed, so every number is a count and none an estimate.
///
/// Source    PAPI (https://icl.utk.edu/papi), loaded when it is first needed. Events are its presets ("PAPI_TOT_CYC"),
/// those of
///           the processor and software events ("perf::PAGE-FAULTS"); papi_avail and papi_native_avail list them.
/// Errors    maquette-counters.
#ifndef MAQUETTE_HOST_COUNTERS_H
#define MAQUETTE_HOST_COUNTERS_H

#include "maquette/sim/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace maquette::runtime {

constexpr std::size_t kMostCounters = 8; ///< At once, however many the processor has.

/// A set of counters of the calling thread.
class CounterSource {
public:
  enum class Added {
    Yes,
    Full,   ///< Not beside those that are in the set.
    Unknown ///< Nor alone.
  };
  virtual ~CounterSource() = default;
  virtual Added add(const std::string &event) = 0;
  virtual void clear() = 0;
  virtual bool start() = 0;
  virtual void stop() = 0;
  /// The counts since start(), in the order the events were added. False: they can no longer be read.
  virtual bool read(std::span<long long> counts) = 0;
};

struct OpenedCounters {
  std::unique_ptr<CounterSource> source; ///< nullptr: there are none.
  std::string note;                      ///< Then, why.
};
OpenedCounters openPapi();

/// Events by the pass of the program that counts them.
struct CounterPlan {
  std::vector<std::vector<std::string>> passes;
  std::vector<std::string> unknown; ///< Can not be counted at all.
};
/// Each event goes into the first pass that has a counter for it. \p source is empty afterwards.
CounterPlan planCounters(CounterSource &source, const std::vector<std::string> &events);

/// What `maquette profile` counts in each of its passes: what the user asks for, or what there is of cycles,
/// instructions, cache misses and floating-point operations in one pass. \p note is set when nothing is counted.
sim::Result<CounterPlan> chooseCounters(CounterSource *source, const std::vector<std::string> &asked,
                                        std::string &note);

} // namespace maquette::runtime

#endif
