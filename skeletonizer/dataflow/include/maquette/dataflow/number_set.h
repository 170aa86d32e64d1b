//===- maquette/dataflow/number_set.h - sets of small numbers that are united often -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of a set of bits, but those that are zero, one behind the other. Points-to analysis does little else than
/// to ask what one set has and another has not.
#ifndef MAQUETTE_DATAFLOW_NUMBER_SET_H
#define MAQUETTE_DATAFLOW_NUMBER_SET_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::skeletonizer {

class NumberSet {
  static constexpr unsigned kBits = 64;
  struct Word {
    std::uint64_t bits;  ///< Not zero.
    std::uint32_t index; ///< Of numbers from kBits * index.
    bool operator==(const Word &) const = default;
  };

public:
  class Iterator {
  public:
    Iterator(const Word *at, const Word *end) : at_(at), end_(end), left_(at == end ? 0 : at->bits) {}
    unsigned operator*() const { return at_->index * kBits + static_cast<unsigned>(std::countr_zero(left_)); }
    Iterator &operator++() {
      left_ &= left_ - 1;
      if (left_ == 0 && ++at_ != end_)
        left_ = at_->bits;
      return *this;
    }
    bool operator==(const Iterator &other) const { return at_ == other.at_ && left_ == other.left_; }

  private:
    const Word *at_, *end_;
    std::uint64_t left_; ///< Of the word's bits.
  };

  /// In increasing order.
  Iterator begin() const { return {words_.data(), words_.data() + words_.size()}; }
  Iterator end() const { return {words_.data() + words_.size(), words_.data() + words_.size()}; }
  bool empty() const { return words_.empty(); }
  bool operator==(const NumberSet &) const = default;
  bool has(unsigned number) const;
  /// True when it is new.
  bool insert(unsigned number);
  void clear() { std::vector<Word>().swap(words_); }
  void operator|=(const NumberSet &other);
  void operator&=(const NumberSet &other);
  NumberSet operator-(const NumberSet &other) const;
  std::size_t hash() const;

private:
  std::size_t findWord(std::uint32_t index) const;
  std::vector<Word> words_; ///< By increasing index.
};

} // namespace maquette::skeletonizer

#endif
