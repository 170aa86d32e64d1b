//===- runtime/causality/lib/wait_states.cpp - what ranks wait for, and because of whom ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/wait_states.h"

#include <algorithm>

namespace maquette::causality {
namespace {

/// The part of \p segment after \p from; a summed one is spread evenly.
sim::SimDuration partAfter(const Segment &segment, sim::SimTime from) {
  if (segment.begin >= from)
    return segment.duration;
  const sim::SimDuration part = segment.end - from;
  if (!segment.summed)
    return part;
  return segment.duration.scaled(part.seconds() / (segment.end - segment.begin).seconds());
}

/// The message or the collective operation that a rank waits for, from its end backwards. What came before it is the
/// lateness of a rank.
class Operation {
public:
  Operation(const ActivityTable &activities, const Wait &wait) : activities_(activities), wait_(wait) {}

  /// \p segment belongs to it, and so did all those after it.
  bool takes(const Segment &segment) {
    const Activity &activity = activities_[segment.activity];
    if (activity.kind != ActivityKind::Transfer && activity.kind != ActivityKind::Call)
      return false;
    if (wait_.collective ? activity.call != wait_.call : last_rank_ != kNoRank)
      return false;
    if (activity.kind == ActivityKind::Call)
      last_rank_ = segment.rank; // Of a message, the call that sent it.
    return true;
  }
  /// Who came late, if it did \p before until it came.
  std::int32_t lateRank(const Segment &before) const {
    return last_rank_ != kNoRank && activities_[before.activity].kind == ActivityKind::Transfer ? last_rank_
                                                                                                : before.rank;
  }

private:
  const ActivityTable &activities_;
  const Wait &wait_;
  std::int32_t last_rank_ = kNoRank; ///< Of the earliest call in it so far.
};

} // namespace

const char *nameOf(WaitKind kind) {
  switch (kind) {
  case WaitKind::LateSender:
    return "late_sender";
  case WaitKind::LateReceiver:
    return "late_receiver";
  case WaitKind::WaitAtBarrier:
    return "wait_at_barrier";
  case WaitKind::WaitAtNxN:
    return "wait_at_nxn";
  case WaitKind::LateBroadcast:
    return "late_broadcast";
  case WaitKind::EarlyReduce:
    return "early_reduce";
  case WaitKind::EarlyScan:
    return "early_scan";
  case WaitKind::WaitAtFence:
    return "wait_at_fence";
  case WaitKind::LatePost:
    return "late_post";
  case WaitKind::EarlyWait:
    return "early_wait";
  case WaitKind::LockContention:
    return "lock_contention";
  case WaitKind::OneSided:
    return "one_sided";
  case WaitKind::Storage:
    return "storage";
  }
  return "";
}

WaitStates::Entry &WaitStates::entryOf(const Wait &wait) {
  const auto [place, is_new] = numbers_.try_emplace({wait.kind, wait.call, wait.place}, entries_.size());
  if (is_new)
    entries_.emplace_back();
  return entries_[place->second];
}

void WaitStates::count(Entry &entry, const Wait &wait, sim::SimTime until, std::int32_t late_rank) {
  ++entry.count;
  entry.time_ps += (until - wait.begin).ps();
  if (entry.count > 1 && until - wait.begin <= entry.longest.end - entry.longest.begin)
    return;
  entry.longest = wait;
  entry.longest.end = until;
  entry.late_rank = late_rank;
}

void WaitStates::addWhole(const Wait &wait) {
  if (wait.end > wait.begin)
    count(entryOf(wait), wait, wait.end, kNoRank);
}

void WaitStates::add(const Wait &wait, const Chain &chain) {
  Operation operation(activities_, wait);
  Entry *entry = nullptr;
  chains_.backwards(chain, [&](const Segment &segment) {
    if (segment.end <= wait.begin)
      return false;
    if (entry == nullptr) {
      if (operation.takes(segment))
        return true;
      const std::int32_t late_rank = operation.lateRank(segment);
      if (late_rank == wait.rank)
        return false;
      entry = &entryOf(wait);
      count(*entry, wait, std::min(segment.end, wait.end), late_rank);
    }
    if (const sim::SimDuration part = partAfter(segment, wait.begin); part > sim::SimDuration())
      entry->causes[segment.activity] += part.ps();
    return true;
  });
}

} // namespace maquette::causality
