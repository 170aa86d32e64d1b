//===- runtime/shmem/sync/ordering.cpp - fence and quiet -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "sync/ordering.h"

#include "core/waiting.h"

#include <utility>

namespace maquette::shmem {

std::vector<Context *> contextsOf(Pe &pe) {
  std::vector<Context *> all{&pe.defaultContext()};
  for (const auto &context : pe.contexts)
    all.push_back(context.get());
  return all;
}

void fence(const Call &call, shmem_ctx_t handle) {
  if (handle == SHMEM_CTX_INVALID) // OpenSHMEM 1.5: no effect.
    return;
  Context &context = call.context(handle);
  if (context.open > 0)
    ++context.epoch;
}

void quiet(const Call &call, shmem_ctx_t handle) {
  if (handle == SHMEM_CTX_INVALID)
    return;
  quiet(call.shmem(), call.rank(), call.context(handle));
}

void quiet(Shmem &shmem, Rank &rank, Context &context) {
  World &world = shmem.world();
  if (context.open > 0) {
    const std::uint16_t thread = world.dispatcher().threadOf(rank);
    if (std::exchange(context.awaited, true))
      context.more_threads.push_back(thread);
    else
      context.thread = thread;
    suspend(world, rank, "its own accesses to be complete");
  }
  advanceTo(world, rank, context.last);
}

} // namespace maquette::shmem
