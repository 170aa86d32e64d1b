//===- runtime/mpi/window_accesses.cpp - operations on windows that conflict -===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/window_accesses.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

bool compatible(const WindowAccess &a, const WindowAccess &b) {
  if (onlyReads(a.kind) && onlyReads(b.kind))
    return true;
  const auto atomic = [](const WindowAccess &one) { return one.kind == AccessKind::Fetch || one.kind == AccessKind::Accumulate; };
  if (!atomic(a) || !atomic(b))
    return false;
  return a.basic == b.basic && (a.origin == b.origin || a.op == b.op || a.op == 0 || b.op == 0);
}

/// MPI_Win_complete ends what reads, but what writes is at the target only after MPI_Win_wait there.
bool sameEpoch(const WindowAccess &earlier, const WindowAccess &later) {
  return (earlier.fence >= 0 && earlier.fence == later.fence) ||
         (earlier.exposure >= 0 && earlier.exposure == later.exposure && !onlyReads(earlier.kind));
}

} // namespace

const WindowAccess *WindowAccesses::conflictIn(const Ranges &ranges, std::int64_t from, std::int64_t to,
                                               const WindowAccess &access, const Ask &completed) const {
  for (auto place = ranges.by_begin.lower_bound(from - ranges.longest); place != ranges.by_begin.end() && place->first < to; ++place) {
    const WindowAccess &other = place->second.access;
    if (place->second.to <= from || compatible(other, access))
      continue;
    if (other.origin == access.origin ? access.completions.noneSince(other.completions, other.kind)
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
  for (AccessKind kind : {AccessKind::Read, AccessKind::Write, AccessKind::Fetch, AccessKind::Accumulate})
    if (found == nullptr && !(onlyReads(kind) && onlyReads(access.kind)))
      found = conflictIn(of(kind), from, to, access, completed);
  Ranges &ranges = of(access.kind);
  ranges.by_begin.insert({from, {to, access}});
  ranges.longest = std::max(ranges.longest, to - from);
  ++count_;
  return found;
}

} // namespace maquette::mpi
