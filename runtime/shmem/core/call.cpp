//===- runtime/shmem/core/call.cpp - what every OpenSHMEM function begins with -----===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include <algorithm>

namespace maquette::shmem {

void Call::begin(CallId id, const void *call_site) {
  if (!world_->dispatcher().isOwnThread())
    runtime::refuseForeignThread(*world_, *rank_, nameOf(id));
  outer_ = rank_->call;
  if (outer_ == 0) {
    rank_->call_site = call_site;
    if (world_->meter().measures())
      world_->meter().computingEnds(*rank_);
    if (world_->dispatcher().hasThreads()) // Their calls come in the order of their clocks.
      world_->dispatcher().threads().takeTurn(*rank_);
  }
  rank_->call = static_cast<std::uint16_t>(id);
  begin_ = rank_->clock;
  if (rank_->pe != nullptr && rank_->pe->has_pointers)
    for (const std::int32_t reached : rank_->pe->reached)
      shmem().waits().maybeChanged(world_->rank(reached), *rank_);
}

void Call::end() const {
  const std::uint16_t call = std::exchange(rank_->call, outer_);
  if (outer_ != 0 && outer_ != runtime::kInBinding) {
    if (outer_ != runtime::kUncounted)
      ++world_->calls().counters().sums(call).count;
    return;
  }
  world_->calls().counters().countCall({call, rank_->call_site}, rank_->clock - begin_);
  if (outer_ == 0 && world_->meter().measures())
    world_->meter().computingBegins(*rank_);
}

void Call::wait(std::uint32_t completions, SimDuration more) const {
  world_->scheduler().waitFor(*rank_, completions);
  const SimTime now = world_->engine().now() + more;
  if (now <= rank_->clock)
    return;
  world_->calls().counters().countWait({rank_->call, rank_->call_site}, now - rank_->clock);
  rank_->clock = now;
}

void Call::record(std::int32_t peer, std::size_t bytes, std::uint32_t team) const {
  runtime::CallRecord record;
  record.rank = rank_->id;
  record.call = rank_->call;
  record.peer = peer;
  record.tag = -1;
  record.communicator = team;
  record.count = record.bytes = static_cast<std::int64_t>(bytes);
  world_->calls().counters().trace()->add(record, rank_->call_site);
}

void Call::fail(const std::string &what) const {
  world_->fail("shmem", world_->calls().sites().placeOf(*rank_) + ": " + what, rank_->id);
}

void Call::failPhase() const {
  const bool before = rank_->pe == nullptr || !rank_->pe->finalized;
  fail(before ? "called before shmem_init [maquette-shmem-phase]\n  fix: call shmem_init first\n"
              : "called after shmem_finalize [maquette-shmem-phase]\n  fix: call shmem_finalize last\n");
}

void Call::failPe(const Member &member, int pe) const {
  fail(
      "there is no PE " + std::to_string(pe) + " among " + std::to_string(member.size()) +
      " [maquette-shmem-pe]\n  fix: PEs are numbered from 0; in a team or a context of a team, by their place in it\n");
}

void Call::failAddress(const void *address, std::size_t bytes) const {
  fail(shmem().memory().whyNot(address, bytes, *rank_));
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
