//===- runtime/shmem/core/transport.h - what crosses the network ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transport sends operations from rank to rank and tells each when it has arrived. An operation acts outside any
/// rank's code, and releases itself at its end.
#ifndef MAQUETTE_SHMEM_CORE_TRANSPORT_H
#define MAQUETTE_SHMEM_CORE_TRANSPORT_H

#include "core/block_pool.h"
#include "core/names.h"

#include "maquette/models/network_model.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace maquette::shmem {

class Operation {
public:
  Operation() = default;
  virtual ~Operation() = default;
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  /// The last byte has left; only if it was started so.
  virtual void injected(SimTime) {}
  /// It has arrived, now.
  virtual void delivered(SimTime now) = 0;
  /// The rank that goes on then, most likely; -1: none.
  virtual std::int32_t resumes() const { return -1; }
  /// Brings it into the cache.
  void prefetch() const {
    constexpr std::size_t kBytes = 192;
    for (std::size_t offset = 0; offset < kBytes; offset += 64)
      __builtin_prefetch(reinterpret_cast<const char *>(this) + offset, 1);
  }

private:
  friend class Transport;
  std::int32_t from_ = 0;
  std::int32_t to_ = 0;
  std::int64_t bytes_ = 0;
  std::uint16_t label_ = 0;
  bool notify_ = false;
};

class Transport {
public:
  explicit Transport(World &world) : world_(world) {}
  template <class Made, class... Arguments> Made *make(Arguments &&...arguments) {
    static_assert(sizeof(Made) <= kOperationBytes && alignof(Made) <= 64);
    return new (blocks_.take()) Made(std::forward<Arguments>(arguments)...);
  }
  void release(Operation *operation) {
    operation->~Operation();
    blocks_.give(operation);
  }
  std::size_t usedBytes() const { return blocks_.usedBytes(); }

  /// \p bytes go from rank to rank from \p start on, or from now on if that is later.
  void start(Operation &operation, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
             models::NotifyInjected notify = models::NotifyInjected::No);
  /// How long an acknowledgement of no bytes takes from \p from to \p to, if it meets no other.
  SimDuration acknowledgement(std::int32_t from, std::int32_t to) const;
  bool keepsOrder() const { return world_.network().keepsOrder(); }
  /// nullptr: the event delivers none.
  const Operation *deliveredBy(const sim::Event &event) const;
  models::Transfer transferOf(const Operation &operation) const;

private:
  static void injectedEvent(void *, std::uint64_t operation);
  static void deliveredEvent(void *target, std::uint64_t operation);

  static constexpr std::size_t kOperationBytes = 192;

  World &world_;
  BlockPool<kOperationBytes> blocks_;
};

} // namespace maquette::shmem

#endif
