//===- runtime/mpi/window_accesses.cpp - operations on windows that conflict -===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/window_accesses.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

bool compatible(const WindowAccess &a, const WindowAccess &b) {
  if (a.kind == AccessKind::Read && b.kind == AccessKind::Read)
    return true;
  if (a.kind != AccessKind::Accumulate || b.kind != AccessKind::Accumulate)
    return false;
  return a.basic == b.basic && (a.op == b.op || a.op == 0 || b.op == 0);
}

bool sameEpoch(const WindowAccess &a, const WindowAccess &b) {
  return (a.fence >= 0 && a.fence == b.fence) || (a.exposure >= 0 && a.exposure == b.exposure);
}

} // namespace

const WindowAccess *WindowAccesses::conflictIn(const Ranges &ranges, std::int64_t from, std::int64_t to,
                                               const WindowAccess &access, const Ask &completed) const {
  for (auto place = ranges.by_begin.lower_bound(from - ranges.longest); place != ranges.by_begin.end() && place->first < to; ++place) {
    const WindowAccess &other = place->second.access;
    if (place->second.to <= from || compatible(other, access))
      continue;
    if (other.origin == access.origin ? other.completions == access.completions
                                      : sameEpoch(other, access) || !completed(other))
      return &other;
  }
  return nullptr;
}

void WindowAccesses::forget(const Ask &over) {
  count_ = 0;
  for (Ranges &ranges : ranges_) {
    std::erase_if(ranges.by_begin, [&](const auto &entry) { return over(entry.second.access); });
    ranges.longest = 0;
    for (const auto &[from, range] : ranges.by_begin)
      ranges.longest = std::max(ranges.longest, range.to - from);
    count_ += ranges.by_begin.size();
  }
  forget_at_ = std::max<std::size_t>(64, 2 * count_);
}

const WindowAccess *WindowAccesses::add(std::int64_t from, std::int64_t to, const WindowAccess &access, const Ask &completed,
                                        const Ask &over) {
  if (count_ >= forget_at_)
    forget(over);
  const WindowAccess *found = nullptr;
  for (AccessKind kind : {AccessKind::Read, AccessKind::Write, AccessKind::Accumulate})
    if (found == nullptr && !(kind == AccessKind::Read && access.kind == AccessKind::Read))
      found = conflictIn(of(kind), from, to, access, completed);
  Ranges &ranges = of(access.kind);
  ranges.by_begin.insert({from, {to, access}});
  ranges.longest = std::max(ranges.longest, to - from);
  ++count_;
  return found;
}

} // namespace maquette::mpi
