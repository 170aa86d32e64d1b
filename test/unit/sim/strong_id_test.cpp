// test/unit/sim/strong_id_test.cpp - numbers of different things do not mix
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/strong_id.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace maquette::sim {
namespace {

using Apple = StrongId<struct AppleTag, std::int32_t>;
using Pear = StrongId<struct PearTag, std::int32_t>;

template <class A, class B>
concept Comparable = requires(A a, B b) { a == b; };
template <class A, class B>
concept Ordered = requires(A a, B b) { a < b; };
template <class A, class B>
concept Assignable = requires(A a, B b) { a = b; };
template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A>
concept IndexesAVector = requires(std::vector<int> values, A a) { values[a]; };

TEST(StrongId, DoesNotMixWithOthers) {
  EXPECT_TRUE((Comparable<Apple, Apple>));
  EXPECT_TRUE((Ordered<Apple, Apple>));
  EXPECT_TRUE((Assignable<Apple, Apple>));
  EXPECT_FALSE((Comparable<Apple, Pear>));
  EXPECT_FALSE((Ordered<Apple, Pear>));
  EXPECT_FALSE((Assignable<Apple &, Pear>));
  EXPECT_FALSE((std::is_constructible_v<Apple, Pear>));
}

TEST(StrongId, DoesNotMixWithIntegers) {
  EXPECT_TRUE((std::is_constructible_v<Apple, int>));
  EXPECT_FALSE((std::is_convertible_v<int, Apple>));
  EXPECT_FALSE((std::is_convertible_v<Apple, int>));
  EXPECT_FALSE((Comparable<Apple, int>));
  EXPECT_FALSE((Assignable<Apple &, int>));
  EXPECT_FALSE((Addable<Apple, int>));
  EXPECT_FALSE((Addable<Apple, Apple>));
  EXPECT_FALSE(IndexesAVector<Apple>);
}

TEST(StrongId, IsAsSmallAndAsPlainAsItsInteger) {
  EXPECT_EQ(sizeof(Apple), sizeof(std::int32_t));
  EXPECT_TRUE(std::is_trivially_copyable_v<Apple>);
  EXPECT_TRUE(std::is_standard_layout_v<Apple>);
}

TEST(StrongId, CountsThroughARange) {
  std::vector<std::int32_t> seen;
  for (Apple apple; apple < Apple{3}; ++apple)
    seen.push_back(apple.value());
  EXPECT_EQ(seen, (std::vector<std::int32_t>{0, 1, 2}));
}

TEST(StrongId, IsAKey) {
  const std::set<Apple> sorted{Apple{2}, Apple{1}, Apple{2}};
  const std::unordered_set<Apple> hashed(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted.begin()->value(), 1);
  EXPECT_EQ(hashed.size(), 2u);
  EXPECT_TRUE(hashed.contains(Apple{2}));
}

TEST(StrongId, IsKnownWhenCompiling) {
  static_assert(Apple{7}.value() == 7 && Apple{7}.index() == 7u && Apple{6} < Apple{7});
  static_assert(Apple{std::uint64_t{7}} == Apple{7});
}

} // namespace
} // namespace maquette::sim
