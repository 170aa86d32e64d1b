//===- maquette/host/heap_lock.h - a lock for tables of the heap's blocks -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables that malloc() and free() keep up to date, themselves allocate: their own calls come back to them in the midst
/// of a change. Whoever holds the lock twice is told, and lets the inner call pass.
///
/// Threads   any.
#ifndef MAQUETTE_HOST_HEAP_LOCK_H
#define MAQUETTE_HOST_HEAP_LOCK_H

#include <mutex>

namespace maquette::runtime {

class HeapLock {
public:
  /// Holds the lock as long as it lives.
  class Guard {
  public:
    explicit Guard(HeapLock &lock) : held_(lock.mutex_), lock_(lock), nested_(lock.busy_) { lock.busy_ = true; }
    ~Guard() { lock_.busy_ = nested_; }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;
    /// The thread held the lock already: the tables are being changed.
    bool isNested() const { return nested_; }

  private:
    std::scoped_lock<std::recursive_mutex> held_;
    HeapLock &lock_;
    bool nested_;
  };

private:
  std::recursive_mutex mutex_;
  bool busy_ = false;
};

} // namespace maquette::runtime

#endif
