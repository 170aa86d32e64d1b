//===- runtime/mpi/collectives/decision.h - which algorithm for which size --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A decision table is an array of Rules; the first that applies wins, and the last one always applies.
#ifndef MAQUETTE_MPI_COLLECTIVES_DECISION_H
#define MAQUETTE_MPI_COLLECTIVES_DECISION_H

#include <cstddef>
#include <cstdint>
#include <limits>

namespace maquette::mpi {

constexpr std::int64_t kAnySize = std::numeric_limits<std::int64_t>::max();

constexpr bool isPowerOfTwo(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/// The largest power of two that is not above \p n. \pre n > 0.
constexpr int powerOfTwoBelow(int n) {
  int power = 1;
  while (power <= n / 2)
    power *= 2;
  return power;
}

struct Situation {
  std::int64_t bytes = 0; ///< What the table's file says.
  int ranks = 1;
  bool commutative = true;
};

template <class Algorithm> struct Rule {
  std::int64_t most_bytes = kAnySize;
  int least_ranks = 0;
  bool power_of_two = false;        ///< Only where the number of ranks is.
  bool commutative = false;         ///< Only for commutative operations.
  std::int64_t bytes_per_rank = 0;  ///< Only where there are so many bytes for each rank.
  Algorithm algorithm{};
};

template <class Algorithm, std::size_t kSize>
constexpr Algorithm decide(const Rule<Algorithm> (&table)[kSize], const Situation &situation) {
  for (const Rule<Algorithm> &rule : table)
    if (situation.bytes <= rule.most_bytes && situation.ranks >= rule.least_ranks &&
        (!rule.power_of_two || isPowerOfTwo(situation.ranks)) && (!rule.commutative || situation.commutative) &&
        situation.bytes / situation.ranks >= rule.bytes_per_rank)
      return rule.algorithm;
  return table[kSize - 1].algorithm;
}

} // namespace maquette::mpi

#endif
