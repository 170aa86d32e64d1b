//===- runtime/shmem/core/call.cpp - what every OpenSHMEM function begins with -----===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include "core/waiting.h"

#include <algorithm>

namespace maquette::shmem {

void Call::tellWaiters() const {
  if (!*this || rank().pe == nullptr)
    return;
  for (const std::int32_t reached : rank().pe->reached)
    shmem().waits().maybeChanged(world().rank(reached), rank());
}

void Call::wait(const char *what, SimDuration more) const {
  suspend(world(), rank(), what);
  advanceTo(world(), rank(), world().engine().now() + more);
}

void Call::record(std::int32_t peer, std::size_t bytes, std::uint32_t team) const {
  runtime::CallRecord record;
  record.rank = rank().id;
  record.call = rank().call;
  record.peer = peer;
  record.tag = -1;
  record.communicator = team;
  record.count = record.bytes = static_cast<std::int64_t>(bytes);
  world().calls().counters().trace()->add(record, rank().call_site);
}

void Call::fail(const std::string &what) const {
  world().fail("shmem", world().calls().sites().placeOf(rank()) + ": " + what, rank().id);
}

void Call::failPhase() const {
  const bool before = rank().pe == nullptr || !rank().pe->finalized;
  fail(before ? "called before shmem_init [maquette-shmem-phase]\n  fix: call shmem_init first\n"
              : "called after shmem_finalize [maquette-shmem-phase]\n  fix: call shmem_finalize last\n");
}

void Call::failPe(const Member &member, int pe) const {
  fail(
      "there is no PE " + std::to_string(pe) + " among " + std::to_string(member.size()) +
      " [maquette-shmem-pe]\n  fix: PEs are numbered from 0; in a team or a context of a team, by their place in it\n");
}

void Call::failAddress(const void *address, std::size_t bytes) const {
  fail(shmem().memory().whyNot(address, bytes, rank()));
}

Context &Call::context(shmem_ctx_t handle) const {
  if (handle == SHMEM_CTX_DEFAULT)
    return pe().defaultContext();
  auto *const given = reinterpret_cast<Context *>(handle);
  const auto &own = pe().contexts;
  if (std::none_of(own.begin(), own.end(), [&](const auto &one) { return one.get() == given; }))
    fail(std::string(handle == SHMEM_CTX_INVALID ? "the context is SHMEM_CTX_INVALID"
                                                 : "the context is not one that this PE has created") +
         " [maquette-shmem-argument]\n  fix: pass what shmem_ctx_create gave, before shmem_ctx_destroy\n");
  return *given;
}

} // namespace maquette::shmem
