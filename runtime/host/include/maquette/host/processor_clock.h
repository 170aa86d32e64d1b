//===- maquette/host/processor_clock.h - the program's own computing ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Measures the processor time of the host between MPI calls. The cost of measuring is taken off, and so is the time in
/// which the host ran something else; that is looked for in spans of over 100 us, where it matters.
#ifndef MAQUETTE_HOST_PROCESSOR_CLOCK_H
#define MAQUETTE_HOST_PROCESSOR_CLOCK_H

#include "maquette/host/stolen_time.h"

#include "maquette/sim/time.h"

#include <algorithm>
#include <cstdint>

namespace maquette::runtime {

class ProcessorClock {
public:
  /// Calibrates for about 20 ms, unless it is given a clock.
  explicit ProcessorClock(Corrections corrections = {}, const TickClock &clock = TickClock::calibrated())
      : clock_(clock), stolen_(clock_, corrections), long_span_(static_cast<std::uint64_t>(clock_.toTicks(100e-6))) {
    own_cost_ = ~std::uint64_t{0};
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t before = clock_.now();
      own_cost_ = std::min(own_cost_, clock_.now() - before);
    }
  }

  void start() {
    stolen_.refreshIfOld();
    stolen_before_ = 0;
    started_ = clock_.now();
    running_ = true;
  }
  /// Time since start(); nothing if it is not running.
  sim::SimDuration stop() {
    if (!running_)
      return {};
    running_ = false;
    const std::uint64_t now = clock_.now();
    const std::uint64_t span = now - started_;
    double ticks = span > own_cost_ ? static_cast<double>(span - own_cost_) : 0;
    ++spans_;
    if (span > long_span_) {
      const double stolen = stolen_before_ + stolen_.take(now).before;
      ticks = std::max(0.0, ticks - stolen);
      disturbed_spans_ += stolen > 0 ? 1 : 0;
      stolen_ticks_ += stolen;
    }
    return sim::SimDuration::ps(static_cast<std::int64_t>(clock_.toPs(ticks)));
  }

  double toPs(double ticks) const { return clock_.toPs(ticks); }

  /// What passes between the two counts as \p ticks.
  void pause() {
    if (stolen_.isOld())
      stolen_before_ += stolen_.take(clock_.now()).all();
    paused_ = clock_.now();
  }
  void resume(std::int64_t ticks) {
    const std::uint64_t now = clock_.now();
    if (stolen_.isOld())
      stolen_before_ += stolen_.take(now).after;
    started_ += now - paused_ - static_cast<std::uint64_t>(ticks);
  }

  /// In spans that were measured.
  double stolenSeconds() const { return stolen_ticks_ / clock_.ticksPerSecond(); }
  /// Share of the spans in which the host ran something else.
  double disturbedShare() const {
    return spans_ > 0 ? static_cast<double>(disturbed_spans_) / static_cast<double>(spans_) : 0;
  }

private:
  TickClock clock_;
  StolenTime stolen_;
  std::uint64_t long_span_;
  std::uint64_t own_cost_ = 0;
  std::uint64_t started_ = 0;
  std::uint64_t paused_ = 0;
  bool running_ = false;
  double stolen_before_ = 0; ///< Since start(), up to the last pause().
  std::uint64_t spans_ = 0;
  std::uint64_t disturbed_spans_ = 0;
  double stolen_ticks_ = 0;
};

} // namespace maquette::runtime

#endif
