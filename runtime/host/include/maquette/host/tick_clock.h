//===- maquette/host/tick_clock.h - a cheap clock for the profiler -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The processor's time-stamp counter, calibrated against CLOCK_MONOTONIC; elsewhere clock_gettime itself. It runs on
/// while the host gives the core to others (stolen_time.h).
#ifndef MAQUETTE_HOST_TICK_CLOCK_H
#define MAQUETTE_HOST_TICK_CLOCK_H

#include <cmath>
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

/// Time that passes only when it is told to: what is measured with it does not depend on the host.
class ManualTime {
public:
  /// The thread computes.
  void compute(double seconds) {
    waste(seconds);
    processor_ns_ += nanoseconds(seconds);
  }
  /// The host runs something else, or the thread sleeps.
  void waste(double seconds) { elapsed_ns_ += nanoseconds(seconds); }
  std::uint64_t elapsedNs() const { return elapsed_ns_; }
  std::uint64_t processorNs() const { return processor_ns_; }

private:
  static std::uint64_t nanoseconds(double seconds) { return static_cast<std::uint64_t>(std::llround(seconds * 1e9)); }

  std::uint64_t elapsed_ns_ = 1'000'000'000; ///< A host's clock is not at its start either.
  std::uint64_t processor_ns_ = 0;
};

class TickClock {
public:
#if defined(__x86_64__)
  static constexpr const char *kSource = "tsc";
#else
  static constexpr const char *kSource = "clock_gettime";
#endif

  /// Takes 20 ms.
  static TickClock calibrated();
  /// Ticks are the nanoseconds of \p time, which must outlive the clock.
  static TickClock of(const ManualTime &time) {
    TickClock clock;
    clock.manual_ = &time;
    return clock;
  }

  std::uint64_t now() const { return manual_ != nullptr ? manual_->elapsedNs() : ofHost(); }
  /// Nanoseconds.
  std::uint64_t processorTime() const {
    return manual_ != nullptr ? manual_->processorNs() : nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
  }
  static std::uint64_t ofHost() {
#if defined(__x86_64__)
    unsigned core = 0;
    return __rdtscp(&core);
#else
    return nanosecondsOf(CLOCK_MONOTONIC);
#endif
  }

  double ticksPerSecond() const { return ticks_per_second_; }
  double toPs(double ticks) const { return ticks * (1e12 / ticks_per_second_); }
  double toTicks(double seconds) const { return seconds * ticks_per_second_; }

private:
  const ManualTime *manual_ = nullptr; ///< Null: the host's time.
  double ticks_per_second_ = 1e9;
};

/// Two clocks, read so close together that the host was not elsewhere between: a busy host likes to change programs at
/// the end of a system call, which reading the processor time is.
struct ClockPair {
  std::uint64_t ticks = 0;
  std::uint64_t ns = 0; ///< Of the other clock.

  /// \p other returns nanoseconds.
  template <class Other> static ClockPair read(const TickClock &clock, Other other) {
    constexpr int kMostTries = 8;
    ClockPair best;
    std::uint64_t narrowest = ~std::uint64_t{0};
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
      const std::uint64_t before = clock.now();
      const std::uint64_t ns = other();
      const std::uint64_t width = clock.now() - before;
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
  const auto elapsed = [] { return nanosecondsOf(CLOCK_MONOTONIC); };
  const ClockPair start = ClockPair::read(clock, elapsed);
  while (elapsed() - start.ns < 20'000'000) {
  }
  const ClockPair end = ClockPair::read(clock, elapsed);
  clock.ticks_per_second_ = static_cast<double>(end.ticks - start.ticks) * 1e9 / static_cast<double>(end.ns - start.ns);
#endif
  return clock;
}

} // namespace maquette::runtime

#endif
