//===- models/lib/storage/cached_ranges.cpp ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/cached_ranges.h"

#include <algorithm>

namespace maquette::models {

CachedRanges::Ranges::iterator CachedRanges::firstAfter(FileKey file, std::int64_t begin) {
  auto range = ranges_.upper_bound({file, begin});
  if (range != ranges_.begin())
    if (const auto before = std::prev(range); before->first.file == file && before->second.end > begin)
      return before;
  return range;
}

void CachedRanges::touch(Ranges::iterator range) {
  by_use_.erase(range->second.used);
  range->second.used = ++uses_;
  by_use_.emplace(uses_, range->first);
}

CachedRanges::Ranges::iterator CachedRanges::erase(Ranges::iterator range) {
  bytes_ -= range->second.end - range->first.begin;
  by_use_.erase(range->second.used);
  return ranges_.erase(range);
}

std::vector<CachedRanges::Gap> CachedRanges::gaps(FileKey file, std::int64_t begin, std::int64_t end) {
  std::vector<Gap> found;
  for (auto range = firstAfter(file, begin); begin < end; ++range) {
    const bool ends = range == ranges_.end() || range->first.file != file || range->first.begin >= end;
    const std::int64_t next = ends ? end : range->first.begin;
    if (next > begin)
      found.push_back({begin, next});
    if (ends)
      break;
    touch(range);
    begin = std::max(begin, range->second.end);
  }
  return found;
}

void CachedRanges::add(FileKey file, std::int64_t begin, std::int64_t end) {
  for (const Gap &gap : gaps(file, begin, end))
    for (std::int64_t at = gap.begin; at < gap.end;) {
      // What follows a short range makes it longer.
      auto after = ranges_.lower_bound({file, at});
      if (after != ranges_.begin()) {
        const auto before = std::prev(after);
        const std::int64_t length = before->second.end - before->first.begin;
        if (before->first.file == file && before->second.end == at && length < kLongest) {
          const std::int64_t more = std::min(gap.end - at, kLongest - length);
          before->second.end += more;
          bytes_ += more;
          touch(before);
          at += more;
          continue;
        }
      }
      const std::int64_t here = std::min(gap.end - at, kLongest);
      const auto range = ranges_.emplace_hint(after, Key{file, at}, Range{at + here, ++uses_});
      by_use_.emplace(uses_, range->first);
      bytes_ += here;
      at += here;
    }
}

void CachedRanges::remove(FileKey file, std::int64_t begin, std::int64_t end) {
  for (auto range = firstAfter(file, begin);
       range != ranges_.end() && range->first.file == file && range->first.begin < end;) {
    const std::int64_t from = range->first.begin, to = range->second.end;
    range = erase(range);
    add(file, from, std::min(begin, to));
    add(file, std::max(from, end), to);
  }
}

void CachedRanges::shrinkTo(std::int64_t bytes) {
  while (bytes_ > bytes)
    erase(ranges_.find(by_use_.begin()->second));
}

} // namespace maquette::models
