//===- maquette/host/stolen_time.h - time in which the host ran something else -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stage     steal
/// Equation  charged = ticks passed - max(0, ticks passed - processor time of this thread),
///           if the difference is over 1 us and 0.3 % of what passed: less is rounding
/// Worth     list of small blocks beside a busy program: error 61 % with it, 161 % without
/// Cost      a reading of the processor time takes up to a microsecond. So it is taken when the last one has grown old,
///           and at the end of long regions.
#ifndef MAQUETTE_HOST_STOLEN_TIME_H
#define MAQUETTE_HOST_STOLEN_TIME_H

#include "maquette/host/corrections.h"
#include "maquette/host/tick_clock.h"

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace maquette::runtime {

class StolenTime {
public:
  /// What went elsewhere since the last reading, before and after the moment that was asked for.
  struct Ticks {
    double before = 0;
    double after = 0;
    double all() const { return before + after; }
  };

  explicit StolenTime(const TickClock &clock, Corrections corrections = {})
      : clock_(clock), corrections_(corrections), oldest_(clock.toTicks(100e-6)) {
    restart();
  }

  void restart() {
    last_ = ClockPair::read(clock_, [this] { return clock_.processorTime(); });
  }
  bool isOld() const { return static_cast<double>(clock_.now() - last_.ticks) > oldest_; }
  void refreshIfOld() {
    if (isOld())
      restart();
  }
  /// Since the last call of restart() or take(); nothing when it can not be told from rounding. \p moment is a time of
  /// the clock between then and now: the host may have been elsewhere while this was being called.
  Ticks take(std::uint64_t moment) {
    const ClockPair before = last_;
    restart();
    const double passed = static_cast<double>(last_.ticks - before.ticks);
    const double used = clock_.toTicks(static_cast<double>(last_.ns - before.ns) * 1e-9);
    const double stolen = passed - used;
    if (stolen < 0.003 * passed || stolen < clock_.toTicks(1e-6) || !corrections_[Correction::Steal])
      return {};
    const double since = last_.ticks > moment ? static_cast<double>(last_.ticks - moment) : 0;
    const double reading = clock_.toTicks(2e-6); // What a reading takes when nobody comes between.
    const double after = std::clamp(since - reading, 0.0, stolen);
    return {stolen - after, after};
  }

private:
  const TickClock &clock_;
  Corrections corrections_;
  double oldest_;
  ClockPair last_;
};

} // namespace maquette::runtime

#endif
