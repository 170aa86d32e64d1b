//===- runtime/shmem/sync/ordering.h - fence and quiet ---------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  OpenSHMEM 1.5, 9.11
#ifndef MAQUETTE_SHMEM_SYNC_ORDERING_H
#define MAQUETTE_SHMEM_SYNC_ORDERING_H

#include "core/call.h"

#include <vector>

namespace maquette::shmem {

/// The default context of \p pe, and those that it has created.
std::vector<Context *> contextsOf(Pe &pe);
/// Accesses of the context that begin later act behind those before, at each PE.
void fence(const Call &call, shmem_ctx_t context);
/// Returns when all accesses of the context are complete.
void quiet(const Call &call, shmem_ctx_t context);
void quiet(Shmem &shmem, Rank &rank, Context &context);

} // namespace maquette::shmem

#endif
