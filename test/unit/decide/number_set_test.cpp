// test/unit/decide/number_set_test.cpp - sets of numbers, against std::set
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/number_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

namespace maquette::skeletonizer {
namespace {

using Expected = std::set<unsigned>;

struct Pair {
  NumberSet tested;
  Expected expected;

  void insert(unsigned number) { EXPECT_EQ(tested.insert(number), expected.insert(number).second); }
};

std::vector<unsigned> numbersOf(const NumberSet &set) {
  std::vector<unsigned> numbers;
  for (const unsigned number : set)
    numbers.push_back(number);
  return numbers;
}

void expectSame(const NumberSet &tested, const Expected &expected) {
  EXPECT_EQ(numbersOf(tested), std::vector<unsigned>(expected.begin(), expected.end()));
  EXPECT_EQ(tested.empty(), expected.empty());
}

/// Some words full, some with one number, most without any.
Pair randomPair(std::mt19937 &random) {
  Pair made;
  const unsigned count = random() % 200;
  const unsigned range = 1U << (1 + random() % 12);
  for (unsigned i = 0; i < count; ++i)
    made.insert(random() % range);
  return made;
}

TEST(NumberSet, DoesWhatASetDoes) {
  std::mt19937 random(36);
  for (int round = 0; round < 500; ++round) {
    const Pair a = randomPair(random), b = randomPair(random);
    expectSame(a.tested, a.expected);
    for (unsigned number = 0; number < 130; ++number)
      EXPECT_EQ(a.tested.has(number), a.expected.count(number) != 0);

    Expected difference, common, all = a.expected;
    std::set_difference(a.expected.begin(), a.expected.end(), b.expected.begin(), b.expected.end(),
                        std::inserter(difference, difference.end()));
    std::set_intersection(a.expected.begin(), a.expected.end(), b.expected.begin(), b.expected.end(),
                          std::inserter(common, common.end()));
    all.insert(b.expected.begin(), b.expected.end());
    expectSame(a.tested - b.tested, difference);
    NumberSet both = a.tested, either = a.tested;
    both &= b.tested;
    either |= b.tested;
    expectSame(both, common);
    expectSame(either, all);

    NumberSet again = a.tested - b.tested;
    again |= both;
    EXPECT_EQ(again, a.tested);
    EXPECT_EQ(again.hash(), a.tested.hash());
    EXPECT_EQ(a.tested == b.tested, a.expected == b.expected);
    again.clear();
    expectSame(again, {});
  }
}

} // namespace
} // namespace maquette::skeletonizer
