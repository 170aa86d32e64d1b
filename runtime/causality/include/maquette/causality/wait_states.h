//===- maquette/causality/wait_states.h - what ranks wait for, and because of whom ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A rank that waits in a call waits for another rank to come, and then for the message. The first part is a wait
/// state: its kind depends on the call. What the late rank did meanwhile is the cause, be it computing or another wait:
/// the chain of the wait says it.
///
/// Source    kinds: Scalasca's patterns (Geimer et al., "The Scalasca performance toolset architecture", 2010, and its
///           table of patterns); causes: Böhme et al., "Identifying the root causes of wait states", 2010.
#ifndef MAQUETTE_CAUSALITY_WAIT_STATES_H
#define MAQUETTE_CAUSALITY_WAIT_STATES_H

#include "maquette/causality/activity_table.h"
#include "maquette/causality/chain_pool.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace maquette::causality {

enum class WaitKind : std::uint8_t {
  LateSender,
  LateReceiver,
  WaitAtBarrier,
  WaitAtNxN,
  LateBroadcast,
  EarlyReduce,
  EarlyScan,
  WaitAtFence,
  LatePost,
  EarlyWait,
  LockContention,
  OneSided, ///< Another wait in a one-sided call.
  Storage
};
/// "late_sender"
const char *nameOf(WaitKind kind);

/// One wait of a rank.
struct Wait {
  WaitKind kind = WaitKind::LateSender;
  std::uint16_t call = 0;
  const void *place = nullptr; ///< Return address of the call.
  std::int32_t rank = 0;
  sim::SimTime begin;
  sim::SimTime end;
  /// A collective operation: work of others in the same call belongs to it.
  bool collective = false;
};

class WaitStates {
public:
  __extension__ typedef __int128 Wide;
  /// Of one kind, at one place.
  struct Entry {
    Wait longest;                     ///< Its begin and end are those of the wait state.
    std::int32_t late_rank = kNoRank; ///< That the longest waited for.
    std::uint64_t count = 0;
    Wide time_ps = 0;                  ///< Sum over ranks.
    std::map<ActivityId, Wide> causes; ///< What late ranks did meanwhile, in ps.
  };

  WaitStates(const ActivityTable &activities, const ChainPool &chains) : activities_(activities), chains_(chains) {}

  /// \p chain explains the end of the wait.
  void add(const Wait &wait, const Chain &chain);
  /// A wait for something else than a rank.
  void addWhole(const Wait &wait);
  /// In the order in which they came first.
  const std::vector<Entry> &entries() const { return entries_; }

private:
  struct Key {
    WaitKind kind;
    std::uint16_t call;
    const void *place;
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const {
      return std::hash<const void *>()(key.place) * 31 + key.call * 16u + static_cast<std::size_t>(key.kind);
    }
  };
  Entry &entryOf(const Wait &wait);
  void count(Entry &entry, const Wait &wait, sim::SimTime until, std::int32_t late_rank);

  const ActivityTable &activities_;
  const ChainPool &chains_;
  std::vector<Entry> entries_;
  std::unordered_map<Key, std::size_t, Hash> numbers_;
};

} // namespace maquette::causality

#endif
