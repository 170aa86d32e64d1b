//===- runtime/mpi/core/moved_buffers.h - memory that calls read and write --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_CORE_MOVED_BUFFERS_H
#define MAQUETTE_MPI_CORE_MOVED_BUFFERS_H

#include "core/names.h"
#include "objects/datatype.h"

#include <cstdint>

namespace maquette::mpi {

/// The part of noteMoved() for ranks that compute in processes of their own.
void tellHostProcesses(World &world, const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer);

/// A call of \p rank has read or written the memory of so many bytes of \p type at \p buffer: its caches are to know
/// (moved_memory.h).
inline void noteMoved(World &world, const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer) {
  if (world.meter().hostProcesses() != nullptr)
    tellHostProcesses(world, rank, type, bytes, buffer);
}

} // namespace maquette::mpi

#endif
