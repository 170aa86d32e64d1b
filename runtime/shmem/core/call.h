//===- runtime/shmem/core/call.h - what every OpenSHMEM function begins with -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Call is a CallScope that checks the arguments which most functions have. What a program does wrong ends the run:
/// OpenSHMEM has no error codes for it.
#ifndef MAQUETTE_SHMEM_CORE_CALL_H
#define MAQUETTE_SHMEM_CORE_CALL_H

#include "core/shmem_state.h"

#include "maquette/context/call_scope.h"

#include <shmem.h>

#include <string>

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

class Call : public runtime::CallScope {
public:
  Call(CallId id, const void *call_site) : CallScope(id, call_site) { tellWaiters(); }
  ~Call() {
    leave([] {});
  }

  Shmem &shmem() const { return shmemOf(world()); }
  Pe &pe() const { return *rank().pe; }
  std::uint16_t thread() const { return world().dispatcher().threadOf(rank()); }

  /// Ends the run; does not return.
  void fail(const std::string &what) const;
  void checkPhase() const {
    if (!shmem().isInUse(rank()))
      failPhase();
  }
  /// The context of a handle.
  Context &context(shmem_ctx_t handle) const;
  /// The rank of the PE with that number in the team of \p member.
  Rank &target(const Member &member, int pe) const {
    if (pe < 0 || pe >= member.size())
      failPe(member, pe);
    return world().rank(member.rankOf(pe));
  }
  /// Where \p bytes at the caller's \p address are at \p target. Phantom memory is the same for all.
  char *symmetric(const void *address, std::size_t bytes, const Rank &target) const {
    if (isPhantom(address))
      return const_cast<char *>(static_cast<const char *>(address));
    char *const found = shmem().memory().find(address, bytes, rank(), target);
    if (found == nullptr && bytes > 0)
      failAddress(address, bytes);
    return found;
  }
  /// Others have run up to the rank's clock: what it sees now is what there is.
  void synchronize() const { world().scheduler().synchronize(rank()); }
  /// Waits for a completion; the clock is then that of the completion, and \p more later. \p what: as suspend().
  void wait(const char *what, SimDuration more = SimDuration()) const;
  static constexpr std::int32_t kNobody = -1; ///< For trace(): the call has no such argument.
  /// Records for `maquette verify` that the call moves \p bytes to or from \p peer, a rank, or in \p team.
  void trace(std::int32_t peer, std::size_t bytes, std::uint32_t team = 0) const {
    if (isTraced())
      record(peer, bytes, team);
  }
  /// Counts a message that the call sends.
  void countMessage(std::int32_t destination, std::int64_t bytes) const {
    world().calls().counters().countMessage({rank().call, rank().call_site}, rank().id, destination, bytes);
  }

private:
  /// PEs that wait look again if this one may have stored to their memory.
  void tellWaiters() const;
  void record(std::int32_t peer, std::size_t bytes, std::uint32_t team) const;
  void failPhase() const;
  void failPe(const Member &member, int pe) const;
  void failAddress(const void *address, std::size_t bytes) const;
};

} // namespace maquette::shmem

#endif
