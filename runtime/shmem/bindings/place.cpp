//===- runtime/shmem/bindings/place.cpp - where symmetric memory is, for recorders and replayers ----===//
// SPDX-License-Identifier: Apache-2.0
#include "core/shmem_state.h"

#include "maquette/abi/skeleton.h"

using namespace maquette::runtime;

#define MAQUETTE_EXPORT __attribute__((visibility("default")))

extern "C" {

MAQUETTE_EXPORT long long maquette_symmetric_place(const void *address) {
  const Rank *const rank = currentRank();
  return rank == nullptr ? -1 : maquette::shmem::shmemOf(*currentWorld()).memory().placeOf(address, *rank);
}

MAQUETTE_EXPORT void *maquette_symmetric_globals(long long bytes) {
  const Rank *const rank = currentRank();
  if (rank == nullptr || rank->pe == nullptr)
    return nullptr;
  const maquette::shmem::Pe &pe = *rank->pe;
  return maquette::shmem::shmemOf(*currentWorld())
      .memory()
      .globals(pe.job(), static_cast<std::size_t>(bytes), pe.number());
}
}
