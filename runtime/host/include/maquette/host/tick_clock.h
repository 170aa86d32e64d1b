//===- maquette/host/tick_clock.h - a cheap clock for the profiler -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The processor's time-stamp counter, calibrated against CLOCK_MONOTONIC; elsewhere clock_gettime itself. It runs on
/// while the host gives the core to others (stolen_time.h).
#ifndef MAQUETTE_HOST_TICK_CLOCK_H
#define MAQUETTE_HOST_TICK_CLOCK_H

#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace maquette::runtime {

inline std::uint64_t nanosecondsOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

class TickClock {
public:
#if defined(__x86_64__)
  static constexpr const char *kSource = "tsc";
  static std::uint64_t now() {
    unsigned core = 0;
    return __rdtscp(&core);
  }
#else
  static constexpr const char *kSource = "clock_gettime";
  static std::uint64_t now() { return nanosecondsOf(CLOCK_MONOTONIC); }
#endif

  /// Takes 20 ms.
  static TickClock calibrated();

  double ticksPerSecond() const { return ticks_per_second_; }
  double toPs(double ticks) const { return ticks * (1e12 / ticks_per_second_); }
  double toTicks(double seconds) const { return seconds * ticks_per_second_; }

private:
  double ticks_per_second_ = 1e9;
};

/// Two clocks, read so close together that the host was not elsewhere between: a busy host likes to change programs at
/// the end of a system call, which reading the processor time is.
struct ClockPair {
  std::uint64_t ticks = 0;
  std::uint64_t ns = 0; ///< Of the other clock.

  static ClockPair read(clockid_t clock) {
    constexpr int kMostTries = 8;
    ClockPair best;
    std::uint64_t narrowest = ~std::uint64_t{0};
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
      const std::uint64_t before = TickClock::now();
      const std::uint64_t ns = nanosecondsOf(clock);
      const std::uint64_t width = TickClock::now() - before;
      if (width < narrowest) {
        narrowest = width;
        best = {before + width / 2, ns};
      }
      if (narrowest < kNarrow)
        break;
    }
    return best;
  }

private:
  static constexpr std::uint64_t kNarrow = 8000; ///< Ticks: some microseconds, more than a system call takes.
};

inline TickClock TickClock::calibrated() {
  TickClock clock;
#if defined(__x86_64__)
  const ClockPair start = ClockPair::read(CLOCK_MONOTONIC);
  while (nanosecondsOf(CLOCK_MONOTONIC) - start.ns < 20'000'000) {
  }
  const ClockPair end = ClockPair::read(CLOCK_MONOTONIC);
  clock.ticks_per_second_ = static_cast<double>(end.ticks - start.ticks) * 1e9 / static_cast<double>(end.ns - start.ns);
#endif
  return clock;
}

} // namespace maquette::runtime

#endif
