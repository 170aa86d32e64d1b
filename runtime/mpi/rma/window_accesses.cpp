//===- runtime/mpi/rma/window_accesses.cpp - operations on windows that conflict -===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/window_accesses.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

bool atomic(AccessKind kind) { return kind == AccessKind::Fetch || kind == AccessKind::Accumulate; }

/// True when \p a and \p b, WindowAccess or what is alike, go together whoever issues them.
template <class A, class B> bool compatible(const A &a, const B &b) {
  if (onlyReads(a.kind) && onlyReads(b.kind))
    return true;
  return atomic(a.kind) && atomic(b.kind) && a.basic == b.basic && (a.op == b.op || a.op == 0 || b.op == 0);
}

/// Accumulations of one origin keep their order.
bool ordered(const WindowAccess &a, const WindowAccess &b) {
  return a.origin == b.origin && a.basic == b.basic && atomic(a.kind) && atomic(b.kind);
}

/// MPI_Win_complete ends what reads, but what writes is at the target only after MPI_Win_wait there.
bool sameEpoch(const WindowAccess &earlier, const WindowAccess &later) {
  return (earlier.fence >= 0 && earlier.fence == later.fence) ||
         (earlier.exposure >= 0 && earlier.exposure == later.exposure && !onlyReads(earlier.kind));
}

} // namespace

const WindowAccess *WindowAccesses::conflictIn(const Alike &alike, std::int64_t from, std::int64_t to,
                                               const WindowAccess &access, const Ask &completed) const {
  const Place first{from - alike.longest, 0, 0};
  for (auto entry = alike.by_place.lower_bound(first); entry != alike.by_place.end() && entry->first.from < to;
       ++entry) {
    const WindowAccess &other = entry->second;
    if (entry->first.to <= from || ordered(other, access))
      continue;
    if (other.origin == access.origin ? access.completions.noneSince(other.completions, other.kind)
                                      : sameEpoch(other, access) || !completed(other))
      return &other;
  }
  return nullptr;
}

void WindowAccesses::forget(const Ask &over) {
  count_ = 0;
  for (Alike &alike : all_) {
    std::erase_if(alike.by_place, [&](const auto &entry) { return over(entry.second); });
    alike.longest = 0;
    for (const auto &[place, access] : alike.by_place)
      alike.longest = std::max(alike.longest, place.to - place.from);
    count_ += alike.by_place.size();
  }
  forget_at_ = std::max<std::size_t>(64, 2 * count_);
}

WindowAccesses::Alike &WindowAccesses::like(const WindowAccess &access) {
  const std::uint16_t op = atomic(access.kind) ? access.op : std::uint16_t{0};
  const std::uint16_t basic = atomic(access.kind) ? access.basic : std::uint16_t{0};
  for (Alike &alike : all_)
    if (alike.kind == access.kind && alike.op == op && alike.basic == basic)
      return alike;
  return all_.emplace_back(access.kind, op, basic);
}

const WindowAccess *WindowAccesses::add(std::int64_t from, std::int64_t to, const WindowAccess &access,
                                        const Ask &completed, const Ask &over) {
  if (count_ >= forget_at_)
    forget(over);
  const WindowAccess *found = nullptr;
  Alike &own = like(access);
  for (const Alike &alike : all_)
    if (found == nullptr && !compatible(alike, access))
      found = conflictIn(alike, from, to, access, completed);
  if (found != nullptr)
    conflict_ = *found; // It may be the one that is replaced now.
  const auto [entry, is_new] = own.by_place.insert_or_assign({from, to, access.origin}, access);
  own.longest = std::max(own.longest, to - from);
  count_ += is_new ? 1 : 0;
  return found == nullptr ? nullptr : &conflict_;
}

} // namespace maquette::mpi
