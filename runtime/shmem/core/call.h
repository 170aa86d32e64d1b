//===- runtime/shmem/core/call.h - what every OpenSHMEM function begins with -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Call finds the calling rank, records its place, stops the clock of its computing, and counts the call. What a
/// program does wrong ends the run: OpenSHMEM has no error codes for it.
#ifndef MAQUETTE_SHMEM_CORE_CALL_H
#define MAQUETTE_SHMEM_CORE_CALL_H

#include "core/shmem_state.h"

#include "maquette/context/rank_end.h"
#include "maquette/context/threads.h"

#include <shmem.h>

#include <string>
#include <utility>

/// First line of the body of pshmem_<name>; \p failed is what it returns outside ranks.
#define MAQUETTE_SHMEM_BEGIN_ANYTIME(name, failed)                                                                     \
  ::maquette::shmem::Call call(::maquette::shmem::CallId::shmem_##name, __builtin_return_address(0));                  \
  if (!call)                                                                                                           \
  return failed
/// The same for a function that may be called only between shmem_init and shmem_finalize.
#define MAQUETTE_SHMEM_BEGIN(name, failed)                                                                             \
  MAQUETTE_SHMEM_BEGIN_ANYTIME(name, failed);                                                                          \
  call.checkPhase()

namespace maquette::shmem {

class Call {
public:
  Call(CallId id, const void *call_site) : world_(World::current()) {
    rank_ = world_ != nullptr ? world_->running() : nullptr;
    if (rank_ != nullptr)
      begin(id, call_site);
  }
  ~Call() {
    if (rank_ != nullptr)
      end();
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// False outside ranks: there are no PEs there.
  explicit operator bool() const { return rank_ != nullptr; }
  Rank &rank() const { return *rank_; }
  World &world() const { return *world_; }
  Shmem &shmem() const { return shmemOf(*world_); }
  Pe &pe() const { return *rank_->pe; }
  std::uint16_t thread() const { return world_->dispatcher().threadOf(*rank_); }

  /// Ends the run; does not return.
  void fail(const std::string &what) const;
  void checkPhase() const {
    if (rank_->pe == nullptr || !rank_->pe->in_use)
      failPhase();
  }
  /// The context of a handle.
  Context &context(shmem_ctx_t handle) const;
  /// The rank of the PE with that number in the team of \p member.
  Rank &target(const Member &member, int pe) const {
    if (pe < 0 || pe >= member.size())
      failPe(member, pe);
    return world_->rank(member.rankOf(pe));
  }
  /// Where \p bytes at the caller's \p address are at \p target.
  char *symmetric(const void *address, std::size_t bytes, const Rank &target) const {
    char *const found = shmem().memory().find(address, bytes, *rank_, target);
    if (found == nullptr && bytes > 0)
      failAddress(address, bytes);
    return found;
  }
  /// Others have run up to the rank's clock: what it sees now is what there is.
  void synchronize() const { world_->scheduler().synchronize(*rank_); }
  /// Waits for \p completions calls of completedOne(); then its clock is that of the last, and \p more later.
  void wait(std::uint32_t completions, SimDuration more = SimDuration()) const;
  static constexpr std::int32_t kNobody = -1; ///< For trace(): the call has no such argument.
  /// Records for `maquette verify` that the call moves \p bytes to or from \p peer, a rank, or in \p team.
  void trace(std::int32_t peer, std::size_t bytes, std::uint32_t team = 0) const {
    if (world_->calls().counters().trace() != nullptr && (outer_ == 0 || outer_ == runtime::kInBinding))
      record(peer, bytes, team);
  }
  /// Counts a message that the call sends.
  void countMessage(std::int32_t destination, std::int64_t bytes) const {
    world_->calls().counters().countMessage({rank_->call, rank_->call_site}, rank_->id, destination, bytes);
  }

private:
  void begin(CallId id, const void *call_site);
  void end() const;
  void record(std::int32_t peer, std::size_t bytes, std::uint32_t team) const;
  void failPhase() const;
  void failPe(const Member &member, int pe) const;
  void failAddress(const void *address, std::size_t bytes) const;

  World *world_;
  Rank *rank_ = nullptr;
  SimTime begin_;
  std::uint16_t outer_ = 0;
};

} // namespace maquette::shmem

#endif
