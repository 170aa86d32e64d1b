//===- maquette/models/os_noise.h - interruptions by the operating system ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interruptions of fixed length at random times while a rank computes: a Poisson process, so intervals are
/// exponentially distributed. The random numbers of a rank depend only on the seed and the rank.
///
/// Source    the model of Ferreira, Bridges, Brightwell: Characterizing Application Sensitivity to OS Interference
///           Using Kernel-Level Noise Injection, SC08, with random phases.
///
#ifndef MAQUETTE_MODELS_OS_NOISE_H
#define MAQUETTE_MODELS_OS_NOISE_H

#include "maquette/sim/assert.h"
#include "maquette/sim/random.h"
#include "maquette/sim/time.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace maquette::models {

class OsNoise {
public:
  /// On average, every \p interval of computing loses \p length. \pre interval > 0, length >= 0.
  OsNoise(sim::SimDuration interval, sim::SimDuration length, std::uint64_t seed, std::int64_t ranks)
      : interval_(interval), length_(length), seed_(sim::mixBits(seed)), ranks_(static_cast<std::size_t>(ranks)) {
    MAQUETTE_ASSERT(interval > sim::SimDuration() && length >= sim::SimDuration());
  }

  /// The time that interruptions add to \p span of computing of \p rank.
  sim::SimDuration during(std::int64_t rank, sim::SimDuration span) {
    State &state = ranks_[static_cast<std::size_t>(rank)];
    if (state.interruptions == 0)
      draw(state, rank);
    std::int64_t lost = 0;
    for (state.until_next_ps -= span.ps(); state.until_next_ps <= 0; draw(state, rank))
      lost += length_.ps();
    return sim::SimDuration::ps(lost);
  }

private:
  struct State {
    std::int64_t until_next_ps = 0; ///< Of computing.
    std::uint64_t interruptions = 0;
  };

  void draw(State &state, std::int64_t rank) {
    const double uniform = sim::Random(seed_, static_cast<std::uint64_t>(rank)).uniform(state.interruptions++);
    state.until_next_ps += 1 + static_cast<std::int64_t>(-std::log1p(-uniform) * static_cast<double>(interval_.ps()));
  }

  sim::SimDuration interval_;
  sim::SimDuration length_;
  std::uint64_t seed_;
  std::vector<State> ranks_;
};

} // namespace maquette::models

#endif
