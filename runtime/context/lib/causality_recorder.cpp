//===- runtime/context/lib/causality_recorder.cpp - why ranks are where they are ------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/causality_recorder.h"

#include "maquette/context/call_ids.h"

#include <algorithm>

namespace maquette::runtime {

using causality::Activity;
using causality::ActivityKind;

CausalityRecorder::CausalityRecorder(std::int64_t ranks)
    : timeline_(ranks), seen_(static_cast<std::size_t>(ranks)), chains_of_ranks_(static_cast<std::size_t>(ranks)) {}

void CausalityRecorder::callBegins(const Rank &rank) {
  pass(rank, causality::RankState::Computing, rank.clock);
  extend(of(rank), rank.clock, {ActivityKind::Computing, rank.call, rank.call_site}, rank.id);
}

void CausalityRecorder::callEnds(const Rank &rank, std::uint16_t call) {
  pass(rank, causality::RankState::InCall, rank.clock);
  extend(of(rank), rank.clock, {ActivityKind::Call, call, rank.call_site}, rank.id);
}

void CausalityRecorder::computed(const Rank &rank, const char *region) {
  extend(of(rank), rank.clock, {ActivityKind::Region, 0, nullptr, region}, rank.id);
}

Chain CausalityRecorder::chainAt(sim::SimTime when) {
  if (actor_.rank == nullptr && actor_.chain == nullptr)
    return {};
  if (actor_.rank == nullptr) { // An event: what it leads to may take time, as a copy does.
    Chain chain = chains_.share(*actor_.chain);
    transfer(chain, when);
    return chain;
  }
  const bool is_collective = actor_.chain != nullptr;
  const Rank &rank = *actor_.rank;
  Chain &own = is_collective ? *actor_.chain : of(rank);
  const Activity activity{ActivityKind::Call, is_collective ? actor_.call : rank.call,
                          is_collective ? actor_.place : rank.call_site};
  if (is_collective || when <= rank.clock) {
    act(own, when, activity, rank.id);
    return chains_.share(own);
  }
  Chain ahead = chains_.share(own);
  act(ahead, when, activity, rank.id);
  return ahead;
}

/// A message that goes because of \p chain: of the call that sends it.
void CausalityRecorder::transfer(Chain &chain, sim::SimTime until) {
  if (until <= chains_.end(chain))
    return;
  const std::optional<causality::ActivityId> last = chains_.lastActivity(chain);
  const Activity before = last ? activities_[*last] : Activity{ActivityKind::Transfer, 0, nullptr};
  const causality::ActivityId activity = last && before.kind == ActivityKind::Transfer
                                             ? *last
                                             : activities_.idOf({ActivityKind::Transfer, before.call, before.place});
  chains_.extend(chain, until, activity, causality::kNoRank);
}

Chain CausalityRecorder::arrived(Chain &slot, sim::SimTime when) {
  Chain chain = std::exchange(slot, {});
  if (!chain.isEmpty())
    transfer(chain, when);
  return chain;
}

void CausalityRecorder::waited(const Rank &rank, Chain &slot, sim::SimTime when, WaitKind kind) {
  Chain chain = std::exchange(slot, {});
  if (chain.isEmpty())
    return waitedAlone(rank, when, kind);
  passWait(rank, when);
  waits_.add({kind, rank.call, rank.call_site, rank.id, rank.clock, when}, chain);
  extend(chain, when, {ActivityKind::Waiting, rank.call, rank.call_site}, rank.id);
  replace(of(rank), chain);
}

void CausalityRecorder::waitedForCollective(const Rank &rank, Chain &slot, sim::SimTime when, std::uint16_t call,
                                            const void *place) {
  passWait(rank, when);
  Chain chain = std::exchange(slot, {});
  extend(chain, when, {ActivityKind::Call, call, place}, rank.id);
  waits_.add({kindOf(call), call, place, rank.id, rank.clock, when, true}, chain);
  replace(of(rank), chain);
}

void CausalityRecorder::waitedAlone(const Rank &rank, sim::SimTime when, WaitKind kind) {
  passWait(rank, when);
  extend(of(rank), rank.clock, {ActivityKind::Call, rank.call, rank.call_site}, rank.id);
  extend(of(rank), when, {ActivityKind::Waiting, rank.call, rank.call_site}, rank.id);
  if (kind == WaitKind::Storage)
    waits_.addWhole({kind, rank.call, rank.call_site, rank.id, rank.clock, when});
}

void CausalityRecorder::collectiveWaited(Chain &collective, Chain &slot, sim::SimTime when) {
  if (!slot.isEmpty())
    replace(collective, std::exchange(slot, {}));
  extend(collective, when, {ActivityKind::Waiting, actor_.call, actor_.place}, actor_.rank->id);
}

Chain CausalityRecorder::takeWake(const Rank &rank) {
  const auto found = wakes_.extract(rank.id);
  return found ? found.mapped() : Chain{};
}

WaitKind CausalityRecorder::kindOf(std::uint16_t call) {
  switch (static_cast<CallId>(call)) {
  case CallId::MPI_Barrier:
  case CallId::MPI_Ibarrier:
    return WaitKind::WaitAtBarrier;
  case CallId::MPI_Bcast:
  case CallId::MPI_Ibcast:
  case CallId::MPI_Scatter:
  case CallId::MPI_Iscatter:
  case CallId::MPI_Scatterv:
  case CallId::MPI_Iscatterv:
    return WaitKind::LateBroadcast;
  case CallId::MPI_Reduce:
  case CallId::MPI_Ireduce:
  case CallId::MPI_Gather:
  case CallId::MPI_Igather:
  case CallId::MPI_Gatherv:
  case CallId::MPI_Igatherv:
    return WaitKind::EarlyReduce;
  case CallId::MPI_Scan:
  case CallId::MPI_Iscan:
  case CallId::MPI_Exscan:
  case CallId::MPI_Iexscan:
    return WaitKind::EarlyScan;
  case CallId::MPI_Win_fence:
    return WaitKind::WaitAtFence;
  case CallId::MPI_Win_start:
  case CallId::MPI_Win_complete:
    return WaitKind::LatePost;
  case CallId::MPI_Win_wait:
    return WaitKind::EarlyWait;
  case CallId::MPI_Win_lock:
  case CallId::MPI_Win_lock_all:
  case CallId::MPI_Win_unlock:
  case CallId::MPI_Win_unlock_all:
  case CallId::MPI_Win_flush:
  case CallId::MPI_Win_flush_all:
  case CallId::MPI_Win_flush_local:
  case CallId::MPI_Win_flush_local_all:
    return WaitKind::LockContention;
  default:
    break;
  }
  const CallClass of_call = classOf(static_cast<CallId>(call));
  return of_call == CallClass::Collective || of_call == CallClass::StartCollective ? WaitKind::WaitAtNxN
                                                                                   : WaitKind::OneSided;
}

} // namespace maquette::runtime
