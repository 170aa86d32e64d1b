//===- runtime/shmem/core/transport.h - what crosses the network ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transport sends operations from rank to rank and tells each when it has arrived. An operation acts outside any
/// rank's code, and releases itself at its end.
#ifndef MAQUETTE_SHMEM_CORE_TRANSPORT_H
#define MAQUETTE_SHMEM_CORE_TRANSPORT_H

#include "core/names.h"

#include "maquette/context/pool.h"
#include "maquette/models/network_model.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace maquette::shmem {

class Operation {
public:
  static constexpr std::size_t kMostBytes = 192; ///< Of any kind of operation.

  Operation() = default;
  virtual ~Operation() = default;
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  /// The last byte has left; only if it was started so.
  virtual void injected(SimTime) {}
  /// It has arrived, now.
  virtual void delivered(SimTime now) = 0;
  /// The rank that goes on then, most likely; -1: none. Reads nothing but the operation.
  virtual std::int32_t resumes() const { return -1; }
  /// Brings it into the cache.
  void prefetch() const {
    for (std::size_t offset = 0; offset < kMostBytes; offset += 64)
      __builtin_prefetch(reinterpret_cast<const char *>(this) + offset, 1);
    __builtin_prefetch(runtime::PoolPage::of(const_cast<Operation *>(this)), 1);
  }

  std::int32_t from() const { return from_; }
  std::int32_t to() const { return to_; }

private:
  friend class Transport;
  std::int32_t from_ = 0; ///< Ranks of the transfer that is under way.
  std::int32_t to_ = 0;
  std::int64_t bytes_ = 0;
  std::uint16_t label_ = 0;
  bool notify_ = false;
};

class Transport {
public:
  explicit Transport(World &world) : world_(world) {}
  template <class Made, class... Arguments> Made *make(Arguments &&...arguments) {
    static_assert(sizeof(Made) <= Operation::kMostBytes);
    return new (blocks_.take(memory_.pages())) Made(std::forward<Arguments>(arguments)...);
  }
  void release(Operation *operation) {
    operation->~Operation();
    blocks_.give(memory_.pages(), operation);
  }
  std::size_t usedBytes() const { return memory_.usedBytes(); }

  /// \p bytes go from rank to rank from \p start on, or from now on if that is later.
  void start(Operation &operation, std::int32_t from, std::int32_t to, std::int64_t bytes, SimTime start,
             models::NotifyInjected notify = models::NotifyInjected::No);
  /// How long an acknowledgement of no bytes takes from \p from to \p to, if it meets no other.
  SimDuration acknowledgement(std::int32_t from, std::int32_t to) const;
  bool keepsOrder() const { return world_.targetNetwork().model().keepsOrder(); }
  /// nullptr: the event delivers none.
  const Operation *deliveredBy(const sim::Event &event) const;
  models::Transfer transferOf(const Operation &operation) const;

private:
  static void injectedEvent(void *, std::uint64_t operation);
  static void deliveredEvent(void *target, std::uint64_t operation);

  World &world_;
  runtime::ObjectMemory memory_;
  runtime::BlockPool blocks_{Operation::kMostBytes};
};

} // namespace maquette::shmem

#endif
