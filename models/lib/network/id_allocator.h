//===- models/lib/network/id_allocator.h - numbers that may be reused -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A set of numbers that gives out its least first: what many reuse at once lies in memory in the order they come,
/// however it was released. A tree of 64-bit words: a bit says whether the word below it has one.
#ifndef MAQUETTE_MODELS_LIB_NETWORK_ID_ALLOCATOR_H
#define MAQUETTE_MODELS_LIB_NETWORK_ID_ALLOCATOR_H

#include "maquette/sim/assert.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::models {

class IdAllocator {
public:
  bool empty() const { return levels_.back().empty() || levels_.back().front() == 0; }

  /// \pre it is not in the set.
  void add(std::uint32_t number) {
    MAQUETTE_ASSERT(!contains(number));
    reach(number);
    for (std::vector<std::uint64_t> &level : levels_) {
      const std::uint32_t word = number / 64;
      if (word >= level.size())
        level.resize(word + 1);
      const bool known_above = level[word] != 0;
      level[word] |= std::uint64_t{1} << number % 64;
      if (known_above)
        return;
      number = word;
    }
  }

  /// \pre not empty().
  std::uint32_t takeLeast() {
    MAQUETTE_ASSERT(!empty());
    std::uint32_t number = 0;
    for (std::size_t level = levels_.size(); level-- > 0;)
      number = number * 64 + static_cast<std::uint32_t>(std::countr_zero(levels_[level][number]));
    std::uint32_t gone = number;
    for (std::vector<std::uint64_t> &level : levels_) {
      std::uint64_t &word = level[gone / 64];
      word &= word - 1; // It was the least of its word.
      if (word != 0)
        break;
      gone /= 64;
    }
    return number;
  }

  std::size_t memoryBytes() const {
    std::size_t words = 0;
    for (const std::vector<std::uint64_t> &level : levels_)
      words += level.capacity();
    return words * sizeof(std::uint64_t);
  }

private:
  bool contains(std::uint32_t number) const {
    const std::vector<std::uint64_t> &words = levels_.front();
    return number / 64 < words.size() && (words[number / 64] >> number % 64 & 1) != 0;
  }
  /// Adds levels until the highest has one word for all.
  void reach(std::uint32_t number) {
    while (std::uint64_t{number} >> 6 * levels_.size() != 0) {
      const bool some = !empty();
      levels_.emplace_back();
      if (some)
        levels_.back().push_back(1);
    }
  }

  std::vector<std::vector<std::uint64_t>> levels_{1};
};

} // namespace maquette::models

#endif
