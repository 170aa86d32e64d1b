//===- runtime/replay/shmem_session.h - a PE that does what a trace says --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes the OpenSHMEM calls of events. Contents are no part of a trace, so what a PE waited for is not a value: it is
/// that as many writes have come as had then (traces::withWaits()). Each variable that a PE waits for has a counter in
/// symmetric memory of the replay, which the writes to it raise.
#ifndef MAQUETTE_REPLAY_SHMEM_SESSION_H
#define MAQUETTE_REPLAY_SHMEM_SESSION_H

#include "handles.h"

#include <shmem.h>

#include <cstdint>
#include <map>

namespace maquette::replay {

/// What a PE has made so far.
struct ShmemState {
  /// What follows throws RecordProblem where the trace has made none.
  shmem_team_t team(const traces::Event &event) const;
  shmem_ctx_t context(const traces::Event &event) const;
  std::uint64_t *counterAt(std::int64_t cell) const;
  /// That of the first variable which the event writes; null where nobody waits for it.
  std::uint64_t *firstCounter(const traces::Event &event) const;
  std::uint64_t *atomicCounter(const traces::Event &event) const;
  long *lockAt(const traces::Event &event) const;
  /// The object of the heap that the trace has there, which is given up; null where there is none.
  void *taken(std::int64_t place);

  std::map<std::int64_t, void *> objects; ///< By place.
  std::map<std::int64_t, shmem_team_t> teams;
  std::map<std::int64_t, shmem_ctx_t> contexts;
  std::uint64_t *counters = nullptr; ///< The last is one that nobody waits for. Behind them lie the locks.
  std::int64_t counter_count = 0, lock_count = 0;
  bool is_open = false;
};

class ShmemSession {
public:
  /// Throws RecordProblem.
  void replay(const traces::Event &event);
  bool isOpen() const { return state_.is_open; }

private:
  ShmemState state_;
};

} // namespace maquette::replay

#endif
