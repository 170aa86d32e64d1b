//===- maquette/context/rank_prefetcher.h - what a rank will need, into the cache ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_RANK_PREFETCHER_H
#define MAQUETTE_CONTEXT_RANK_PREFETCHER_H

#include "maquette/context/rank.h"
#include "maquette/sim/engine.h"

#include <cstdint>

namespace maquette::runtime {

class MessageLayer;
class ProfileHooks;
class RankDispatcher;

/// Hides the memory accesses of a rank that goes on soon behind the work before it.
class RankPrefetcher {
public:
  RankPrefetcher(RankDispatcher &dispatcher, const Rank *ranks) : dispatcher_(dispatcher), ranks_(ranks) {}
  void connect(const MessageLayer &messages, const ProfileHooks &hooks) {
    messages_ = &messages;
    hooks_ = &hooks;
  }
  /// One stage of what rank \p id will need. \pre connected.
  void prefetch(std::int64_t id, sim::PrefetchStage stage) const;
  /// One stage of what \p event of the message layer needs, and of the rank that it lets go on.
  void prefetch(const sim::Event &event, sim::PrefetchStage stage) const;

private:
  RankDispatcher &dispatcher_;
  const Rank *ranks_;
  const MessageLayer *messages_ = nullptr;
  const ProfileHooks *hooks_ = nullptr;
};

} // namespace maquette::runtime

#endif
