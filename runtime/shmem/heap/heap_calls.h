//===- runtime/shmem/heap/heap_calls.h - the symmetric heap as PEs see it --------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// All PEs of a job make the same calls in the same order. The first to make one decides what it gives; the others are
/// compared with it.
///
/// Source  OpenSHMEM 1.5, 9.3
#ifndef MAQUETTE_SHMEM_HEAP_HEAP_CALLS_H
#define MAQUETTE_SHMEM_HEAP_HEAP_CALLS_H

#include "core/call.h"

#include <cstddef>

namespace maquette::shmem {

/// nullptr: \p bytes is 0, or more than there is. \p alignment: a power of two.
void *allocate(const Call &call, std::size_t bytes, std::size_t alignment = 16);
void *allocateZeros(const Call &call, std::size_t count, std::size_t bytes);
/// nullptr also if the alignment is none.
void *allocateAligned(const Call &call, std::size_t alignment, std::size_t bytes);
/// nullptr: as allocate(); then the old block stays.
void *reallocate(const Call &call, void *block, std::size_t bytes);
void release(const Call &call, void *block);

} // namespace maquette::shmem

#endif
