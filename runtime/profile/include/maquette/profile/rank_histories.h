//===- maquette/profile/rank_histories.h - what each rank has asked a predictor ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_PROFILE_RANK_HISTORIES_H
#define MAQUETTE_PROFILE_RANK_HISTORIES_H

#include "maquette/sim/random.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::runtime {

/// What each rank has asked a Predictor so far, and the random numbers that it draws.
class RankHistories {
public:
  /// Of SplitMix64, whose mixing function sim::mixBits() is.
  static constexpr std::uint64_t kRandomStep = 0x9E3779B97F4A7C15u;

  RankHistories(std::int64_t ranks, std::uint64_t seed);
  /// Makes room for regions with numbers below \p regions. Of them, \p stepped have groups in step.
  void prepare(std::size_t regions, std::uint32_t stepped);

  /// Brings what is kept of \p rank into the cache.
  void prefetch(std::int64_t rank) const { __builtin_prefetch(&records_[static_cast<std::size_t>(rank)], 1); }
  /// The rank's next random number in [0, 1).
  double uniform(std::int64_t rank) {
    std::uint64_t &state = records_[static_cast<std::size_t>(rank)].random;
    const std::uint64_t bits = sim::mixBits(state);
    state += kRandomStep;
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }
  /// True once for each rank and region.
  bool isFirst(std::int64_t rank, std::uint32_t region);
  /// How many executions of a region in step, the \p stepped-th of them, the rank had before this one.
  std::uint32_t nextStep(std::int64_t rank, std::uint32_t stepped) {
    return steps_[static_cast<std::size_t>(rank) * stepped_regions_ + stepped]++;
  }
  /// How often the rank has asked for a value of \p group before.
  std::uint32_t nextOccurrence(std::int64_t rank, std::uint32_t group);

private:
  static constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};
  static constexpr std::uint32_t kRegionsInWord = 64;

  struct Occurrence {
    std::uint32_t group;
    std::uint32_t count;
  };
  /// Half a line of the cache, as a million ranks ask for a few things each.
  struct alignas(32) Record {
    std::uint64_t random = 0;                        ///< Of its own, so that a rank's draws depend on nothing else.
    std::uint64_t executed = 0;                      ///< A bit for each of the first regions.
    Occurrence first = {kNoGroup, 0};                ///< The group of values that it asked for first,
    std::unique_ptr<std::vector<Occurrence>> others; ///< and all others, sorted by group.
  };

  std::vector<Record> records_;         ///< By rank.
  std::size_t region_words_ = 0;        ///< Of regions beyond those in a Record.
  std::vector<std::uint64_t> executed_; ///< Those, by rank and region, a bit each.
  std::uint32_t stepped_regions_ = 0;
  std::vector<std::uint32_t> steps_; ///< By rank and stepped region: executions so far.
};

} // namespace maquette::runtime

#endif
