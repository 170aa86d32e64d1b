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

class ShmemSession {
public:
  /// Throws RecordProblem.
  void replay(const traces::Event &event);
  bool isOpen() const { return is_open_; }

  // What follows makes one call, with the arguments of the event that has them by name.
  void begin(const traces::Event &event);
  void end(const traces::Event &event);
  void exitAll(const traces::Event &event);
  void allocate(const traces::Event &event);
  void reallocate(const traces::Event &event);
  void free(const traces::Event &event);
  void splitStrided(const traces::Event &event);
  void split2d(const traces::Event &event);
  void destroyTeam(const traces::Event &event);
  void createContext(const traces::Event &event);
  void destroyContext(const traces::Event &event);
  void put(const traces::Event &event);
  void putLater(const traces::Event &event);
  void putStrided(const traces::Event &event);
  void get(const traces::Event &event);
  void getLater(const traces::Event &event);
  void getStrided(const traces::Event &event);
  void changeAtomic(const traces::Event &event);
  void fetchAtomic(const traces::Event &event);
  void fetchAtomicLater(const traces::Event &event);
  void barrierOfAll(const traces::Event &event);
  void synchronizeAll(const traces::Event &event);
  void barrier(const traces::Event &event);
  void synchronize(const traces::Event &event);
  void broadcast(const traces::Event &event);
  void collect(const traces::Event &event);
  void fcollect(const traces::Event &event);
  void alltoall(const traces::Event &event);
  void alltoalls(const traces::Event &event);
  void reduce(const traces::Event &event);
  void wait(const traces::Event &event);
  void fence(const traces::Event &event);
  void quiet(const traces::Event &event);
  void lock(const traces::Event &event);
  void tryLock(const traces::Event &event);
  void unlock(const traces::Event &event);

private:
  /// The object of the heap that the trace has there, which is given up; null where there is none.
  void *taken(std::int64_t place);
  shmem_team_t team(std::int64_t number) const;
  shmem_ctx_t context(const traces::Event &event) const;
  std::uint64_t *counterAt(std::int64_t cell) const;
  std::uint64_t *firstCounter(const traces::Event &event) const;
  std::uint64_t *atomicCounter(const traces::Event &event) const;
  long *lockAt(const traces::Event &event) const;
  void raise(const traces::Event &event, std::size_t from);

  std::map<std::int64_t, void *> objects_; ///< By place.
  std::map<std::int64_t, shmem_team_t> teams_;
  std::map<std::int64_t, shmem_ctx_t> contexts_;
  std::uint64_t *counters_ = nullptr; ///< The last is one that nobody waits for. Behind them lie the locks.
  std::int64_t counter_count_ = 0, lock_count_ = 0;
  bool is_open_ = false;
};

} // namespace maquette::replay

#endif
