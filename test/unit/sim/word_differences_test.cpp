// test/unit/sim/word_differences_test.cpp - what two pieces of memory differ in
// SPDX-License-Identifier: Apache-2.0
#include "sim/lib/fiber/word_differences.h"

#include "maquette/sim/random.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace maquette::sim::fiber {
namespace {

// Words 1 and 9 of ten differ: bits 2 and 2, two bytes of padding, then two words.
TEST(WordDifferences, AreWrittenAsBitsAndWords) {
  const std::vector<unsigned> pattern(10, 7);
  std::vector<unsigned> data = pattern;
  data[1] = 100;
  data[9] = 200;
  for (const WordDifferences &way : {portableDifferences(), fastDifferences()}) {
    std::vector<char> text(mostTextBytes(40));
    ASSERT_EQ(way.write(reinterpret_cast<char *>(data.data()), reinterpret_cast<const char *>(pattern.data()), 40,
                        text.data()),
              4u + 2 * 4);
    EXPECT_EQ(text[0], 2);
    EXPECT_EQ(text[1], 2);
    unsigned words[2];
    std::memcpy(words, &text[4], sizeof words);
    EXPECT_EQ(words[0], 100u);
    EXPECT_EQ(words[1], 200u);
  }
}

TEST(WordDifferences, ComeBackWhicheverWayIsTaken) {
  const Random random(5, 0);
  std::uint64_t draw = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::size_t size = kWord * (1 + random.below(draw++, 100));
    const std::uint64_t alike = random.below(draw++, 9); // Of eight words: none of them to all.
    std::vector<char> pattern(size), data(size);
    for (std::size_t i = 0; i < size; ++i)
      data[i] = pattern[i] = static_cast<char>(random.below(draw++, 256));
    for (std::size_t word = 0; word < size; word += kWord)
      if (random.below(draw++, 8) >= alike)
        data[word + random.below(draw++, kWord)] ^= 1;
    std::vector<char> text(mostTextBytes(size)), other(mostTextBytes(size));
    const std::size_t bytes = portableDifferences().write(data.data(), pattern.data(), size, text.data());
    ASSERT_EQ(fastDifferences().write(data.data(), pattern.data(), size, other.data()), bytes);
    ASSERT_EQ(std::memcmp(text.data() + headBytes(size), other.data() + headBytes(size), bytes - headBytes(size)), 0);
    ASSERT_EQ(std::memcmp(text.data(), other.data(), (size + kGroupBytes - 1) / kGroupBytes), 0);
    for (const WordDifferences &way : {portableDifferences(), fastDifferences()}) {
      std::vector<char> back(size);
      way.read(pattern.data(), text.data(), size, back.data());
      ASSERT_EQ(back, data);
    }
  }
}

} // namespace
} // namespace maquette::sim::fiber
