//===- maquette/context/causality_recorder.h - why ranks are where they are ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CausalityRecorder follows each rank's chain of segments through its computing, its calls and its waits, for the
/// critical path and the wait states of a run (RunConfig::gather). Layers tell it three things: who acts now, that
/// something begins because of that (chainAt), and that a rank or a collective has waited for it (the functions that
/// take a chain).
///
/// Chains    what is under way - a message, a request, a collective - keeps one in a slot of its own; empty: its cause
///           is not followed.
/// Cost      a run that does not ask has none: Calls::causality() is nullptr, which each call and message looks at.
#ifndef MAQUETTE_CONTEXT_CAUSALITY_RECORDER_H
#define MAQUETTE_CONTEXT_CAUSALITY_RECORDER_H

#include "maquette/causality/chain_pool.h"
#include "maquette/causality/timeline.h"
#include "maquette/causality/wait_states.h"
#include "maquette/context/rank.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::runtime {

class CallSites;
struct CriticalPath;
struct RunResult;

using causality::Chain;
using causality::WaitKind;

class CausalityRecorder {
public:
  explicit CausalityRecorder(std::int64_t ranks);

  /// Whose code runs: a rank's, a collective operation's, or that of an event; or nobody's whom chains know.
  struct Actor {
    const Rank *rank = nullptr;  ///< Of a rank or a collective.
    Chain *chain = nullptr;      ///< Of a collective or an event: where its chain is.
    std::uint16_t call = 0;      ///< Of a collective.
    const void *place = nullptr; ///< The same.
  };
  /// While an object lives, \p actor acts. Does nothing without a recorder.
  class Acting {
  public:
    Acting(CausalityRecorder *recorder, const Actor &actor) : recorder_(recorder) {
      if (recorder != nullptr)
        before_ = std::exchange(recorder->actor_, actor);
    }
    ~Acting() {
      if (recorder_ != nullptr)
        recorder_->actor_ = before_;
    }
    Acting(const Acting &) = delete;
    Acting &operator=(const Acting &) = delete;

  private:
    CausalityRecorder *recorder_;
    Actor before_;
  };
  /// While an object lives, an event acts, because of \p chain, which it takes and releases.
  class Event {
  public:
    Event(CausalityRecorder &recorder, const Chain &chain)
        : recorder_(recorder), chain_(chain), acting_(&recorder, {nullptr, &chain_, 0, nullptr}) {}
    ~Event() { recorder_.chains_.release(chain_); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;

  private:
    CausalityRecorder &recorder_;
    Chain chain_;
    Acting acting_;
  };

  // A rank's own code.
  void callBegins(const Rank &rank);
  void callEnds(const Rank &rank, std::uint16_t call);
  void ends(const Rank &rank) { pass(rank, causality::RankState::Computing, rank.clock); }
  /// The rank has computed \p region, by name.
  void computed(const Rank &rank, const char *region);

  // Beginnings and ends.
  /// Why what begins at \p when can begin then: one more reference to the chain of who acts now.
  Chain chainAt(sim::SimTime when);
  /// The same, kept in \p slot instead of what is there.
  void keep(Chain &slot, sim::SimTime when) { replace(slot, chainAt(when)); }
  void drop(Chain &slot) { replace(slot, {}); }
  /// What was under way with the chain in \p slot arrives. Empties the slot.
  Chain arrived(Chain &slot, sim::SimTime when);
  /// The time until \p when passes for all that the chain of an operation in closed form leads to.
  Chain passed(Chain chain, sim::SimTime when) { return arrived(chain, when); }
  Chain share(const Chain &chain) { return chains_.share(chain); }

  /// Brings what arrived() will need into the cache.
  void prefetch(const Chain &slot) const { chains_.prefetch(slot); }

  // Waits that have ended; the clock is still that of their begin. Each empties the slot.
  /// \p rank waited until \p when.
  void waited(const Rank &rank, Chain &slot, sim::SimTime when, WaitKind kind);
  /// In a collective operation, which ends at \p when.
  void waitedForCollective(const Rank &rank, Chain &slot, sim::SimTime when, std::uint16_t call, const void *place);
  /// \p rank was in the call until \p when for nobody else.
  void waitedAlone(const Rank &rank, sim::SimTime when, WaitKind kind);
  /// \p collective, which acts now, waited until \p when.
  void collectiveWaited(Chain &collective, Chain &slot, sim::SimTime when);

  // A message that wakes a rank which probes for it.
  void wakes(const Rank &rank) { replace(wakes_[rank.id], chainAt(sim::SimTime())); }
  Chain takeWake(const Rank &rank);

  /// The kind of the wait in a collective or one-sided call.
  static WaitKind kindOf(std::uint16_t call);
  /// \p last: the rank that ends last.
  void fill(RunResult &result, const Rank &last, const CallSites &sites);
  std::size_t memoryBytes() const { return chains_.memoryBytes() + chains_of_ranks_.size() * sizeof(Chain); }

private:
  Chain &of(const Rank &rank) { return chains_of_ranks_[static_cast<std::size_t>(rank.id)]; }
  void extend(Chain &chain, sim::SimTime until, const causality::Activity &activity, std::int32_t rank) {
    if (until > chains_.end(chain))
      chains_.extend(chain, until, activities_.idOf(activity), rank);
  }
  /// The same, with a segment of the activity even if it took no time: what follows belongs to it.
  void act(Chain &chain, sim::SimTime until, const causality::Activity &activity, std::int32_t rank) {
    chains_.extendOrMark(chain, until, activities_.idOf(activity), rank);
  }
  void replace(Chain &slot, const Chain &by) {
    chains_.release(slot);
    slot = by;
  }
  void transfer(Chain &chain, sim::SimTime until);
  /// The rank has been in \p state until \p when.
  void pass(const Rank &rank, causality::RankState state, sim::SimTime when) {
    sim::SimTime &seen = seen_[static_cast<std::size_t>(rank.id)];
    timeline_.add(rank.id, state, seen, when);
    seen = std::max(seen, when);
  }
  void passWait(const Rank &rank, sim::SimTime when) {
    pass(rank, causality::RankState::InCall, rank.clock);
    pass(rank, causality::RankState::Waiting, when);
  }
  void fillTimeline(RunResult &result) const;
  void fillPath(CriticalPath &path, const Chain &chain, const CallSites &sites) const;
  void fillWaits(RunResult &result, const CallSites &sites) const;

  causality::ActivityTable activities_;
  causality::ChainPool chains_;
  causality::WaitStates waits_{activities_, chains_};
  causality::Timeline timeline_;
  std::vector<sim::SimTime> seen_; ///< By rank: until when the timeline has it.
  std::vector<Chain> chains_of_ranks_;
  std::unordered_map<std::int32_t, Chain> wakes_;
  Actor actor_;
};

} // namespace maquette::runtime

#endif
