// test/unit/sim/id_vector_test.cpp - vectors indexed by ids
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/id_vector.h"
#include "maquette/sim/strong_id.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::sim {
namespace {

using Apple = StrongId<struct AppleTag, std::int32_t>;
using Pear = StrongId<struct PearTag, std::int32_t>;

template <class Id>
concept IndexesApples = requires(IdVector<Apple, int> apples, Id id) { apples[id]; };

TEST(IdVector, OnlyItsOwnIdsIndexIt) {
  EXPECT_TRUE(IndexesApples<Apple>);
  EXPECT_FALSE(IndexesApples<Pear>);
  EXPECT_FALSE(IndexesApples<int>);
}

TEST(IdVector, GivesEachItemTheNextId) {
  IdVector<Apple, std::string> names;
  EXPECT_EQ(names.nextId(), Apple{0});
  EXPECT_EQ(names.add("Boskoop"), Apple{0});
  EXPECT_EQ(names.add("Elstar"), Apple{1});
  EXPECT_EQ(names[Apple{1}], "Elstar");
}

TEST(IdVector, GoesThroughAllIds) {
  const IdVector<Apple, int> apples(3, 7);
  std::vector<std::int32_t> seen;
  for (Apple apple : apples.ids())
    seen.push_back(apple.value());
  EXPECT_EQ(seen, (std::vector<std::int32_t>{0, 1, 2}));
}

} // namespace
} // namespace maquette::sim
