// test/unit/runtime/fold_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "collectives/fold.h"

#include <gtest/gtest.h>

#include <set>

namespace maquette::mpi {
namespace {

// 2^k ranks take part, each once; who sits out has a neighbour above it that takes over.
TEST(Fold, KeepsAPowerOfTwo) {
  for (int size = 1; size <= 33; ++size) {
    std::set<int> places;
    for (int rank = 0; rank < size; ++rank) {
      const Fold fold(rank, size);
      if (fold.handsOver(rank)) {
        EXPECT_TRUE(Fold(rank + 1, size).takesOver(rank + 1));
        continue;
      }
      places.insert(fold.place);
      EXPECT_EQ(fold.rankAt(fold.place), rank);
    }
    EXPECT_EQ(static_cast<int>(places.size()), powerOfTwoBelow(size));
    EXPECT_EQ(*places.rbegin(), powerOfTwoBelow(size) - 1);
  }
}

} // namespace
} // namespace maquette::mpi
