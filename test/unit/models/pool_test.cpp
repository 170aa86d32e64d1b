// test/unit/models/pool_test.cpp - objects by number: each once, those that are reused in the order of memory
// SPDX-License-Identifier: Apache-2.0
#include "models/lib/network/id_allocator.h"
#include "models/lib/network/pool.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace maquette::models {
namespace {

/// Draws below a bound, one after the other.
class Draws {
public:
  std::size_t operator()(std::size_t below) { return random_.below(count_++, below); }

private:
  sim::Random random_{5, 0};
  std::uint64_t count_ = 0;
};

// Numbers of one, two, three and all six levels, against a set of the library.
TEST(IdAllocator, GivesTheLeastOfAllItHas) {
  for (const std::size_t most : {std::size_t{60}, std::size_t{4'000}, std::size_t{260'000}, std::size_t{1} << 27}) {
    IdAllocator numbers;
    std::set<std::uint32_t> expected;
    Draws draw;
    for (int step = 0; step < 20'000; ++step) {
      ASSERT_EQ(numbers.empty(), expected.empty());
      if (!expected.empty() && draw(100) < 45) {
        ASSERT_EQ(numbers.takeLeast(), *expected.begin());
        expected.erase(expected.begin());
      } else if (const auto number = static_cast<std::uint32_t>(draw(most)); expected.insert(number).second) {
        numbers.add(number);
      }
    }
  }
}

TEST(IdAllocator, HasTheLargestNumber) {
  IdAllocator numbers;
  numbers.add(~std::uint32_t{0});
  numbers.add(3);
  EXPECT_EQ(numbers.takeLeast(), 3u);
  EXPECT_EQ(numbers.takeLeast(), ~std::uint32_t{0});
  EXPECT_TRUE(numbers.empty());
}

TEST(Pool, ReusesInTheOrderOfMemory) {
  Pool<int> pool;
  for (std::uint32_t i = 0; i < 5'000; ++i)
    ASSERT_EQ(pool.allocate(), i);
  for (std::uint32_t i : {4'321u, 7u, 70u, 4'999u, 0u})
    pool.release(i);
  for (std::uint32_t i : {0u, 7u, 70u, 4'321u, 4'999u, 5'000u})
    EXPECT_EQ(pool.allocate(), i);
}

// Rows of all lengths, those longer than a chunk among them, hold what is written to them while others come and go.
TEST(RowPool, NoRowIsInAnother) {
  RowPool<std::uint32_t> pool;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> held; ///< First, length.
  Draws draw;
  const auto lastsAsWritten = [&](std::pair<std::uint32_t, std::uint32_t> row) {
    for (std::uint32_t i = 0; i < row.second; ++i)
      if (pool[row.first + i] != row.first + i)
        return false;
    return true;
  };
  for (int step = 0; step < 3'000; ++step)
    if (!held.empty() && draw(100) < 45) {
      const std::size_t place = draw(held.size());
      ASSERT_TRUE(lastsAsWritten(held[place]));
      pool.release(held[place].first, held[place].second);
      held[place] = held.back();
      held.pop_back();
    } else {
      const auto length = static_cast<std::uint32_t>(draw(20) == 0 ? 1 + draw(65'535) : 1 + draw(9));
      const std::uint32_t first = pool.allocate(length);
      ASSERT_NE(first, 0u);
      held.emplace_back(first, length);
      for (std::uint32_t i = 0; i < length; ++i)
        pool[first + i] = first + i;
    }
  for (const auto &row : held)
    EXPECT_TRUE(lastsAsWritten(row));
}

TEST(RowPool, ReusesRowsOfTheLengthInTheOrderOfMemory) {
  RowPool<int> pool;
  std::vector<std::uint32_t> rows;
  for (int i = 0; i < 3'000; ++i)
    rows.push_back(pool.allocate(3));
  const std::uint32_t other = pool.allocate(2);
  for (int i : {2'500, 1, 1'400})
    pool.release(rows[static_cast<std::size_t>(i)], 3);
  pool.release(other, 2);
  for (int i : {1, 1'400, 2'500})
    EXPECT_EQ(pool.allocate(3), rows[static_cast<std::size_t>(i)]);
  EXPECT_EQ(pool.allocate(2), other);
}

} // namespace
} // namespace maquette::models
