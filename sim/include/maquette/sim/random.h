//===- maquette/sim/random.h - random numbers by counter --------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A number depends on (seed, stream, counter) only: no state, so any rank may draw in any order and get the same.
///
/// Source    the mixing function is the finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number
///           Generators, OOPSLA 2014), applied once per word of the key.
#ifndef MAQUETTE_SIM_RANDOM_H
#define MAQUETTE_SIM_RANDOM_H

#include "maquette/sim/assert.h"

#include <cstdint>

namespace maquette::sim {

constexpr std::uint64_t mixBits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Random {
public:
  constexpr Random(std::uint64_t seed, std::uint64_t stream) : key_(mixBits(mixBits(seed) ^ stream)) {}
  constexpr std::uint64_t bits(std::uint64_t counter) const { return mixBits(key_ ^ mixBits(counter)); }
  /// In [0, 1).
  constexpr double uniform(std::uint64_t counter) const { return static_cast<double>(bits(counter) >> 11) * 0x1p-53; }
  /// In [0, bound). \pre bound > 0.
  constexpr std::uint64_t below(std::uint64_t counter, std::uint64_t bound) const {
    MAQUETTE_ASSERT(bound > 0);
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{bits(counter)} * bound) >> 64);
  }

private:
  std::uint64_t key_;
};

/// A random bijection of [0, size) without a table: a Feistel network, walked until it lands inside. Halves of few
/// bits, whose round functions are poor, get more rounds.
class Permutation {
public:
  /// \pre size > 0.
  constexpr Permutation(std::uint64_t size, std::uint64_t seed) : size_(size), random_(seed, size) {
    MAQUETTE_ASSERT(size > 0);
    while ((std::uint64_t{1} << (2 * half_bits_)) < size)
      ++half_bits_;
    rounds_ = 6 + 24 / half_bits_;
  }
  constexpr std::uint64_t operator()(std::uint64_t x) const {
    do
      x = round(x);
    while (x >= size_);
    return x;
  }

private:
  constexpr std::uint64_t round(std::uint64_t x) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = x >> half_bits_, right = x & mask;
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      const std::uint64_t next = left ^ (random_.bits((i << 32) | right) & mask);
      left = right;
      right = next;
    }
    return (left << half_bits_) | right;
  }
  std::uint64_t size_;
  Random random_;
  unsigned half_bits_ = 1;
  unsigned rounds_ = 0;
};

} // namespace maquette::sim

#endif
