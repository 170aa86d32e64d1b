//===- maquette/sim/time.h - points and spans of simulated time -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// SimTime is a point on the simulated clock, SimDuration a span of it. A point plus a point does not compile.
///
/// Unit      1 tick = 1 ps. Fixed; there is no run-time resolution.
/// Range     int64: +-106 days. Sums beyond it are our bugs, not the user's.
/// Rounding  fromSeconds() and scaled() round to the nearest tick.
/// Errors    none.
/// Source    why integer ps: docs/adr/0002-integer-picoseconds.md
/// Example
///   SimTime end = start + SimDuration::us(3);
#ifndef MAQUETTE_SIM_TIME_H
#define MAQUETTE_SIM_TIME_H

#include "maquette/sim/assert.h"

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace maquette::sim {

class SimDuration {
public:
  constexpr SimDuration() = default;
  static constexpr SimDuration ps(std::int64_t count) { return SimDuration(count); }
  static constexpr SimDuration ns(std::int64_t count) { return SimDuration(count * 1'000); }
  static constexpr SimDuration us(std::int64_t count) { return SimDuration(count * 1'000'000); }
  static constexpr SimDuration ms(std::int64_t count) { return SimDuration(count * 1'000'000'000); }
  static constexpr SimDuration s(std::int64_t count) { return SimDuration(count * 1'000'000'000'000); }
  static constexpr SimDuration max() { return SimDuration(std::numeric_limits<std::int64_t>::max()); }
  /// For measured times of the host. \pre |seconds| is below 106 days.
  static SimDuration fromSeconds(double seconds) {
    MAQUETTE_ASSERT(std::abs(seconds) < 106.0 * 24 * 3600);
    return SimDuration(std::llround(seconds * 1e12));
  }

  constexpr std::int64_t ps() const { return ticks_; }
  /// For results that people read.
  constexpr double seconds() const { return static_cast<double>(ticks_) * 1e-12; }
  /// This span times a factor that is not a whole number, such as the speed of a core.
  SimDuration scaled(double factor) const { return SimDuration(std::llround(static_cast<double>(ticks_) * factor)); }

  constexpr auto operator<=>(const SimDuration &) const = default;
  constexpr SimDuration operator-() const { return SimDuration(-ticks_); }
  constexpr SimDuration &operator+=(SimDuration other) {
    ticks_ += other.ticks_;
    return *this;
  }
  constexpr SimDuration &operator-=(SimDuration other) {
    ticks_ -= other.ticks_;
    return *this;
  }
  friend constexpr SimDuration operator+(SimDuration a, SimDuration b) { return SimDuration(a.ticks_ + b.ticks_); }
  friend constexpr SimDuration operator-(SimDuration a, SimDuration b) { return SimDuration(a.ticks_ - b.ticks_); }
  friend constexpr SimDuration operator*(SimDuration a, std::int64_t n) { return SimDuration(a.ticks_ * n); }
  friend constexpr SimDuration operator*(std::int64_t n, SimDuration a) { return SimDuration(a.ticks_ * n); }

private:
  explicit constexpr SimDuration(std::int64_t ticks) : ticks_(ticks) {}
  std::int64_t ticks_ = 0;
};

class SimTime {
public:
  /// The start of the simulation.
  constexpr SimTime() = default;
  static constexpr SimTime fromPs(std::int64_t count) { return SimTime(count); }
  static constexpr SimTime max() { return SimTime(std::numeric_limits<std::int64_t>::max()); }

  constexpr std::int64_t ps() const { return ticks_; }
  /// For results that people read.
  constexpr double seconds() const { return static_cast<double>(ticks_) * 1e-12; }

  constexpr auto operator<=>(const SimTime &) const = default;
  constexpr SimTime &operator+=(SimDuration span) {
    ticks_ += span.ps();
    return *this;
  }
  friend constexpr SimTime operator+(SimTime t, SimDuration span) { return SimTime(t.ticks_ + span.ps()); }
  friend constexpr SimTime operator-(SimTime t, SimDuration span) { return SimTime(t.ticks_ - span.ps()); }
  friend constexpr SimDuration operator-(SimTime a, SimTime b) { return SimDuration::ps(a.ticks_ - b.ticks_); }

private:
  explicit constexpr SimTime(std::int64_t ticks) : ticks_(ticks) {}
  std::int64_t ticks_ = 0;
};

} // namespace maquette::sim

#endif
