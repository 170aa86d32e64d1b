//===- maquette/sim/units.h - sizes, rates, and their text ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bytes, BitRate and Flops, and how people write them: "64 KiB", "25 GB/s", "200 Gb/s", "1.2 us", "3.2 Tflop/s".
///
/// Unit      a byte; a bit per second; a floating-point operation per second. k, M, G, T are powers of 1000,
///           Ki, Mi, Gi, Ti of 1024. "b" is a bit and "B" a byte.
/// Rounding  transferTime() rounds up, so that every byte takes time; parsing rounds to the nearest whole unit.
/// Errors    the parsers say what is wrong and how to fix it; they leave Diagnostic::where and excerpt to the caller.
/// Example
///   t = t + transferTime(Bytes{4096}, BitRate::gbps(200));  // 163.84 ns
#ifndef MAQUETTE_SIM_UNITS_H
#define MAQUETTE_SIM_UNITS_H

#include "maquette/sim/assert.h"
#include "maquette/sim/result.h"
#include "maquette/sim/time.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace maquette::sim {

struct Bytes {
  std::int64_t count = 0;
  constexpr auto operator<=>(const Bytes &) const = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes{a.count + b.count}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes{a.count - b.count}; }
  friend constexpr Bytes operator*(Bytes a, std::int64_t n) { return Bytes{a.count * n}; }
};

/// Kept as bits per second, never as time per byte: 7 Tb/s is not a whole number of ps per byte.
class BitRate {
public:
  constexpr BitRate() = default;
  static constexpr BitRate bps(std::int64_t count) { return BitRate(count); }
  static constexpr BitRate gbps(std::int64_t count) { return BitRate(count * 1'000'000'000); }
  static constexpr BitRate bytesPerSecond(std::int64_t count) { return BitRate(count * 8); }
  constexpr std::int64_t bitsPerSecond() const { return bits_; }
  constexpr auto operator<=>(const BitRate &) const = default;
  /// To the nearest bit per second, at least one. \pre factor > 0, and the result below 2^63.
  BitRate scaled(double factor) const {
    MAQUETTE_ASSERT(factor > 0 && static_cast<double>(bits_) * factor < 0x1p63);
    return BitRate(std::max<std::int64_t>(1, std::llround(static_cast<double>(bits_) * factor)));
  }

private:
  explicit constexpr BitRate(std::int64_t bits) : bits_(bits) {}
  std::int64_t bits_ = 0;
};

/// Floating-point operations per second.
struct Flops {
  std::int64_t per_second = 0;
  constexpr auto operator<=>(const Flops &) const = default;
};

/// Time that \p size needs at \p rate, rounded up to the next picosecond.
/// \pre rate > 0 and size >= 0.
constexpr SimDuration transferTime(Bytes size, BitRate rate) {
  MAQUETTE_ASSERT(rate.bitsPerSecond() > 0 && size.count >= 0);
  // 128 bits: 1.2 MB * 8 bit/B * 1e12 ps/s already leaves int64.
  __extension__ using Wide = __int128;
  const Wide ps_per_s = 1'000'000'000'000;
  const Wide rate_bits = rate.bitsPerSecond();
  const Wide ticks = (Wide{size.count} * 8 * ps_per_s + rate_bits - 1) / rate_bits;
  return SimDuration::ps(static_cast<std::int64_t>(ticks));
}

Result<SimDuration> parseDuration(std::string_view text);
Result<Bytes> parseBytes(std::string_view text);
Result<BitRate> parseBitRate(std::string_view text);
Result<Flops> parseFlops(std::string_view text);

/// Shortest text with at most three decimals, for people: "1.2 us", "163.84 ns".
std::string toText(SimDuration span);
std::string toText(Bytes size);
std::string toText(BitRate rate);

/// The candidate nearest to \p word by edit distance, or empty if none is near; for "did you mean".
std::string_view nearestWord(std::string_view word, const std::string_view *candidates, std::size_t count);

} // namespace maquette::sim

#endif
