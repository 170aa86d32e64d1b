//===- runtime/lib/tick_clock.h - a cheap clock for the profiler -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The processor's time-stamp counter, calibrated against CLOCK_MONOTONIC; elsewhere clock_gettime itself. It runs on
/// while the host gives the core to others: StolenTime finds out how long that was.
#ifndef MAQUETTE_RUNTIME_LIB_TICK_CLOCK_H
#define MAQUETTE_RUNTIME_LIB_TICK_CLOCK_H

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
  static TickClock calibrated() {
    TickClock clock;
#if defined(__x86_64__)
    const std::uint64_t start_ns = nanosecondsOf(CLOCK_MONOTONIC);
    const std::uint64_t start = now();
    std::uint64_t ns = start_ns;
    while (ns - start_ns < 20'000'000)
      ns = nanosecondsOf(CLOCK_MONOTONIC);
    clock.ticks_per_second_ = static_cast<double>(now() - start) * 1e9 / static_cast<double>(ns - start_ns);
#endif
    return clock;
  }

  double ticksPerSecond() const { return ticks_per_second_; }
  double toPs(double ticks) const { return ticks * (1e12 / ticks_per_second_); }
  double toTicks(double seconds) const { return seconds * ticks_per_second_; }

private:
  double ticks_per_second_ = 1e9;
};

/// Ticks that passed without this thread running, from its processor time. A reading costs up to a microsecond, so it
/// is taken when one has grown old and at the end of long regions only.
class StolenTime {
public:
  explicit StolenTime(const TickClock &clock) : clock_(clock), oldest_(clock.toTicks(100e-6)) { restart(); }

  void restart() {
    cpu_ns_ = nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
    ticks_ = TickClock::now();
  }
  bool isOld() const { return static_cast<double>(TickClock::now() - ticks_) > oldest_; }
  void refreshIfOld() {
    if (isOld())
      restart();
  }
  /// Ticks since the last call of restart() or take() that went elsewhere; 0 when they can not be told from rounding.
  double take() {
    const std::uint64_t cpu_before = cpu_ns_;
    const std::uint64_t ticks_before = ticks_;
    restart();
    const double passed = static_cast<double>(ticks_ - ticks_before);
    const double used = clock_.toTicks(static_cast<double>(cpu_ns_ - cpu_before) * 1e-9);
    const double stolen = passed - used;
    return stolen > 0.02 * passed && stolen > clock_.toTicks(2e-6) ? stolen : 0;
  }

private:
  const TickClock &clock_;
  double oldest_;
  std::uint64_t cpu_ns_ = 0;
  std::uint64_t ticks_ = 0;
};

} // namespace maquette::runtime

#endif
