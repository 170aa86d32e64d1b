//===- runtime/shmem/sync/locks.h - distributed locks ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The home of a lock is PE 0 of the job: requests go there and wait in the order they come. The lock's variable at the
/// home is 1 while somebody has it.
///
/// Source  OpenSHMEM 1.5, 9.12
#ifndef MAQUETTE_SHMEM_SYNC_LOCKS_H
#define MAQUETTE_SHMEM_SYNC_LOCKS_H

#include "core/names.h"

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

namespace maquette::shmem {

class Call;
class LockRequest;

class Locks {
public:
  void set(const Call &call, long *lock);
  /// False: another PE has it.
  bool trySet(const Call &call, long *lock);
  void clear(const Call &call, long *lock);

  // At the home.
  void arrived(LockRequest &request);
  /// "a lock that rank 3 has"; empty when \p rank waits for none.
  std::string waitText(const Rank &rank) const;

private:
  struct Lock {
    std::int32_t owner = -1; ///< Rank; -1: it is free.
    std::deque<LockRequest *> waiting;
  };
  void give(Lock &lock, LockRequest &request);

  std::unordered_map<char *, Lock> locks_; ///< By the address at the home; only those that somebody has.
};

} // namespace maquette::shmem

#endif
