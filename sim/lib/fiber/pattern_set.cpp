//===- sim/lib/fiber/pattern_set.cpp ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/pattern_set.h"

#include <cstring>
#include <utility>

namespace maquette::sim::fiber {

namespace {
/// Frames fit a pattern well when no more than this part of them differs.
constexpr std::size_t kGoodPart = 4;
/// So many misfits in a row tell that frames of their size have little in common; then all patterns are looked at only
/// as often.
constexpr std::uint32_t kPatience = 16;
} // namespace

PatternSet::Written PatternSet::compare(const char *frames, const Pattern &pattern) {
  const std::size_t bytes = differences_.write(frames, patterns_[pattern.number], pattern.size, text_.data());
  return {pattern.number, static_cast<std::uint16_t>(bytes), text_.data()};
}

/// Makes \p frames the first pattern of \p list. False when there is no room.
bool PatternSet::add(const char *frames, std::size_t size, List &list) {
  if (list.patterns.size() >= kMostOfSize || bytes_ + size > kMostBytes)
    return false;
  auto *const copy = static_cast<char *>(arena_.take(size));
  if (copy == nullptr)
    return false;
  std::memcpy(copy, frames, size);
  bytes_ += size;
  list.patterns.insert(list.patterns.begin(),
                       {static_cast<Number>(patterns_.size()), static_cast<std::uint16_t>(size)});
  patterns_.push_back(copy);
  table_ = patterns_.data();
  return true;
}

PatternSet::Written PatternSet::write(const char *frames, std::size_t size) {
  if (size > kLargest || size % kWord != 0)
    return {};
  List &list = lists_[size / (2 * kWord) % kSizes];
  if (!list.patterns.empty() && list.patterns[0].size == size)
    if (const Written written = compare(frames, list.patterns[0]); written.bytes <= size / kGoodPart)
      return written;
  return writeUnlikeFirst(frames, size, list);
}

/// By the pattern that fits best, or a new one.
PatternSet::Written PatternSet::writeUnlikeFirst(const char *frames, std::size_t size, List &list) {
  const bool thorough = list.misfits < kPatience || list.misfits % kPatience == 0;
  std::size_t best = 0, least = size + 1;
  for (std::size_t i = 0; i < list.patterns.size(); ++i) {
    if (list.patterns[i].size != size)
      continue;
    if (const std::size_t bytes = compare(frames, list.patterns[i]).bytes; bytes < least) {
      best = i;
      least = bytes;
    }
    if (!thorough)
      break;
  }
  list.misfits = least <= size / kGoodPart ? 0 : list.misfits + 1;
  if (list.misfits > 0 && thorough && add(frames, size, list))
    return compare(frames, list.patterns[0]);
  if (least > size - size / kGoodPart)
    return {};
  std::swap(list.patterns[0], list.patterns[best]);
  return compare(frames, list.patterns[0]);
}

} // namespace maquette::sim::fiber
