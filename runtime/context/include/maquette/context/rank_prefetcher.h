//===- maquette/context/rank_prefetcher.h - what a rank will need, into the cache ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_RANK_PREFETCHER_H
#define MAQUETTE_CONTEXT_RANK_PREFETCHER_H

#include "maquette/context/rank.h"
#include "maquette/sim/engine.h"

#include <cstdint>

namespace maquette::runtime {

class CommunicationLayers;
class ProfileHooks;
class RankDispatcher;

/// Overlaps the memory accesses of a rank that continues soon with earlier work.
class RankPrefetcher {
public:
  RankPrefetcher(RankDispatcher &dispatcher, const Rank *ranks) : dispatcher_(dispatcher), ranks_(ranks) {}
  void connect(const CommunicationLayers &layers, const ProfileHooks &hooks) {
    layers_ = &layers;
    hooks_ = &hooks;
  }
  /// One stage of the data that rank \p id will need. \pre connected.
  void prefetch(std::int64_t id, sim::PrefetchStage stage) const;
  /// One stage of the data of \p event of a communication layer, and of the rank that it resumes.
  void prefetch(const sim::Event &event, sim::PrefetchStage stage) const;

private:
  RankDispatcher &dispatcher_;
  const Rank *ranks_;
  const CommunicationLayers *layers_ = nullptr;
  const ProfileHooks *hooks_ = nullptr;
};

} // namespace maquette::runtime

#endif
