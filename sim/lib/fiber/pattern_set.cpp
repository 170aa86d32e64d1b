//===- sim/lib/fiber/pattern_set.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/pattern_set.h"

#include <cstring>
#include <utility>

namespace maquette::sim::fiber {

/// Makes \p frames the first pattern of \p list. False when there is no room.
bool PatternSet::add(const char *frames, std::size_t size, std::vector<Pattern> &list) {
  if (list.size() >= kMostOfSize || bytes_ + size > kMostBytes)
    return false;
  auto *const copy = static_cast<char *>(arena_.take(size));
  if (copy == nullptr)
    return false;
  std::memcpy(copy, frames, size);
  bytes_ += size;
  list.insert(list.begin(), {static_cast<Number>(patterns_.size()), static_cast<std::uint16_t>(size)});
  patterns_.push_back(copy);
  table_ = patterns_.data();
  return true;
}

PatternSet::Written PatternSet::write(const char *frames, std::size_t size) {
  if (size > kLargest || size % kWord != 0)
    return {};
  std::vector<Pattern> &list = lists_[size / (2 * kWord) % kSizes];
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size != size)
      continue;
    const std::size_t bytes = differences_.write(frames, patterns_[list[i].number], size, text_.data());
    if (bytes > size / 2)
      continue;
    if (i > 0)
      std::swap(list[0], list[i]);
    return {list[0].number, static_cast<std::uint16_t>(bytes), text_.data()};
  }
  if (!add(frames, size, list))
    return {};
  return {list[0].number, static_cast<std::uint16_t>(differences_.write(frames, frames, size, text_.data())), text_.data()};
}

} // namespace maquette::sim::fiber
