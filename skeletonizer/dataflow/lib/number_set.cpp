//===- skeletonizer/dataflow/lib/number_set.cpp - sets of small numbers that are united often -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/dataflow/number_set.h"

#include <algorithm>

namespace maquette::skeletonizer {

/// Where it is, or would be.
std::size_t NumberSet::findWord(std::uint32_t index) const {
  const auto found = std::lower_bound(words_.begin(), words_.end(), index,
                                      [](const Word &word, std::uint32_t at) { return word.index < at; });
  return static_cast<std::size_t>(found - words_.begin());
}

bool NumberSet::has(unsigned number) const {
  const std::size_t at = findWord(number / kBits);
  return at < words_.size() && words_[at].index == number / kBits && (words_[at].bits >> (number % kBits) & 1) != 0;
}

bool NumberSet::insert(unsigned number) {
  const std::uint64_t bit = std::uint64_t{1} << (number % kBits);
  const std::size_t at = findWord(number / kBits);
  if (at == words_.size() || words_[at].index != number / kBits) {
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at), Word{bit, number / kBits});
    return true;
  }
  const bool is_new = (words_[at].bits & bit) == 0;
  words_[at].bits |= bit;
  return is_new;
}

/// First in place, for most often the words are there.
void NumberSet::operator|=(const NumberSet &other) {
  std::vector<Word> missing;
  std::size_t at = 0;
  for (const Word &word : other.words_) {
    while (at < words_.size() && words_[at].index < word.index)
      ++at;
    if (at < words_.size() && words_[at].index == word.index)
      words_[at].bits |= word.bits;
    else
      missing.push_back(word);
  }
  if (missing.empty())
    return;
  const auto middle = static_cast<std::ptrdiff_t>(words_.size());
  words_.insert(words_.end(), missing.begin(), missing.end());
  std::inplace_merge(words_.begin(), words_.begin() + middle, words_.end(),
                     [](const Word &a, const Word &b) { return a.index < b.index; });
}

void NumberSet::operator&=(const NumberSet &other) {
  std::size_t at = 0;
  std::erase_if(words_, [&](Word &word) {
    while (at < other.words_.size() && other.words_[at].index < word.index)
      ++at;
    word.bits &= at < other.words_.size() && other.words_[at].index == word.index ? other.words_[at].bits : 0;
    return word.bits == 0;
  });
}

NumberSet NumberSet::operator-(const NumberSet &other) const {
  NumberSet left;
  std::size_t at = 0;
  for (const Word &word : words_) {
    while (at < other.words_.size() && other.words_[at].index < word.index)
      ++at;
    const bool shared = at < other.words_.size() && other.words_[at].index == word.index;
    if (const std::uint64_t bits = shared ? word.bits & ~other.words_[at].bits : word.bits; bits != 0)
      left.words_.push_back({bits, word.index});
  }
  return left;
}

std::size_t NumberSet::hash() const {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio (D. Knuth, TAOCP 3, 6.4).
  std::uint64_t hash = 0;
  for (const Word &word : words_)
    hash = (hash ^ word.bits ^ word.index) * kFactor;
  return hash;
}

} // namespace maquette::skeletonizer
